/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The protocol that a table gets that is to be made and written by this build. */
final class NewTable {
    private NewTable() {}

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
}
