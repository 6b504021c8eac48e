/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What a table that is to be made must fulfil, and the protocol that it gets. */
final class NewTable {
    private NewTable() {}

    /** Names, partition columns and types that every reader of the table takes. */
    static void requireValid(StructType schema, List<String> partitionColumns, boolean mapped) {
        if (schema.fields().isEmpty()) {
            throw invalid("A table needs a column.", ErrorContext.none(), "Add a column to the schema.");
        }
        SchemaCheck.requireValidNames(schema, mapped);
        SchemaCheck.requireStorable(schema, "");
        Set<String> seen = new HashSet<>();
        for (String column : partitionColumns) {
            ErrorContext where = ErrorContext.none().with("column", column);
            StructField field = schema.field(column)
                    .orElseThrow(() ->
                            invalid("A partition column is not in the schema.", where, "Name a column of the table."));
            if (!PartitionValueFormat.supports(field.type())) {
                throw invalid(
                        "A table cannot be partitioned by a column of this type.",
                        where.with("type", field.type().describe()),
                        "Partition by a column of a simple type.");
            }
            if (!seen.add(column)) {
                throw invalid("A partition column is named twice.", where, "Name it once.");
            }
        }
        if (seen.size() == schema.fields().size()) {
            throw invalid(
                    "All columns are partition columns.", ErrorContext.none(), "Leave one column for the data files.");
        }
    }

    /** The protocol, if this build may write the table. */
    static Protocol protocol(StructType schema, Map<String, String> properties) {
        Protocol protocol = ProtocolChange.forNewTable(schema, properties);
        Set<String> blockers = ProtocolCheck.writeBlockers(protocol, metadata(schema, properties));
        if (!blockers.isEmpty()) {
            throw new UnsupportedFeatureException(
                    "The table cannot be made because it would use what this version of flink-delta does not support: "
                            + String.join(", ", blockers) + ".",
                    ErrorContext.none(),
                    "Change its schema or properties, or make it with another client.");
        }
        return protocol;
    }

    private static Metadata metadata(StructType schema, Map<String, String> properties) {
        return new Metadata(
                "new",
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(schema),
                List.of(),
                OptionalLong.empty(),
                properties);
    }

    private static InvalidRequestException invalid(String problem, ErrorContext where, String remedy) {
        return new InvalidRequestException(problem, where, remedy);
    }
}
