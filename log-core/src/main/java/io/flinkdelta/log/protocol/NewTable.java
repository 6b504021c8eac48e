/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** What a table that is to be made must fulfil, and the protocol that it gets. */
final class NewTable {
    private static final String FEATURE_PREFIX = "delta.feature.";
    /** What Parquet readers of tables without column mapping do not take. */
    private static final String FORBIDDEN_IN_NAMES = " ,;{}()\n\t=";

    private NewTable() {}

    /** Names, partition columns and types that every reader of a table without column mapping takes. */
    static void requireValid(StructType schema, List<String> partitionColumns) {
        if (schema.fields().isEmpty()) {
            throw invalid("A table needs a column.", ErrorContext.none(), "Add a column to the schema.");
        }
        requireValidFields(schema, "");
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

    private static void requireValidFields(DataType type, String parent) {
        if (type instanceof ArrayType array) {
            requireValidFields(array.elementType(), parent);
        } else if (type instanceof MapType map) {
            requireValidFields(map.keyType(), parent);
            requireValidFields(map.valueType(), parent);
        } else if (type instanceof StructType struct) {
            Set<String> names = new HashSet<>();
            for (StructField field : struct.fields()) {
                String column = parent.isEmpty() ? field.name() : parent + "." + field.name();
                requireValidName(field.name(), ErrorContext.none().with("column", column));
                if (!names.add(field.name().toLowerCase(Locale.ROOT))) {
                    throw invalid(
                            "Two columns have the same name, or names that differ by case only.",
                            ErrorContext.none().with("column", column),
                            "Rename one of them.");
                }
                requireValidFields(field.type(), column);
            }
        } else if (type == PrimitiveType.VOID) {
            throw invalid(
                    "A column of type void has no place for values.",
                    ErrorContext.none().with("column", parent),
                    "Give the column a type.");
        }
    }

    private static void requireValidName(String name, ErrorContext where) {
        if (name.isEmpty() || name.chars().anyMatch(c -> FORBIDDEN_IN_NAMES.indexOf(c) >= 0)) {
            throw invalid(
                    "A column name is empty or has a character that other readers do not take"
                            + " (one of space , ; { } ( ) = tab newline).",
                    where,
                    "Rename the column.");
        }
    }

    static Protocol protocol(StructType schema, Map<String, String> properties) {
        Set<String> features = new TreeSet<>();
        properties.forEach((key, value) -> add(key, value, features));
        TableProperties.ofRequest(properties).requireValid();
        TableUse use = new TableUse(schema, properties);
        if (use.uses(PrimitiveType.TIMESTAMP_NTZ)) {
            features.add("timestampNtz");
        }
        Protocol protocol = protocol(features);
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

    private static Protocol protocol(Set<String> features) {
        Set<String> reader = new TreeSet<>();
        for (String name : features) {
            TableFeature feature = TableFeature.known(name).orElseThrow();
            if (feature.side() == TableFeature.Side.READER_AND_WRITER) {
                reader.add(name);
            }
        }
        if (features.stream().allMatch(name -> name.equals("appendOnly") || name.equals("invariants"))) {
            return Protocol.legacy(1, 2);
        }
        TreeSet<String> writer = new TreeSet<>(features);
        writer.add("appendOnly");
        writer.add("invariants");
        return reader.isEmpty()
                ? new Protocol(1, 7, Optional.empty(), Optional.of(writer))
                : Protocol.features(reader, writer);
    }

    /** Adds what one property asks for. */
    private static void add(String key, String value, Set<String> features) {
        ErrorContext where = ErrorContext.none().with("property", key).with("value", value);
        if (key.toLowerCase(Locale.ROOT).startsWith(FEATURE_PREFIX)) {
            addFeature(key.substring(FEATURE_PREFIX.length()), value, features, where);
            return;
        }
        switch (PropertyKind.of(key, value)) {
            case FINE -> {}
            case CHANGE_DATA_FEED -> features.add("changeDataFeed");
            case UNSUPPORTED ->
                throw new UnsupportedFeatureException(
                        "A table property asks for what this version of flink-delta does not support.",
                        where,
                        "Leave the property out, or make the table with another client.");
            case UNKNOWN ->
                throw invalid(
                        "There is no such table property.", where, "Correct its name (case counts), or leave it out.");
        }
    }

    private static void addFeature(String name, String value, Set<String> features, ErrorContext where) {
        if (!value.equals("supported") && !value.equals("enabled")) {
            throw invalid("A table feature can only be 'supported'.", where, "Change the value of the property.");
        }
        if (TableFeature.known(name).isEmpty()) {
            throw new UnsupportedFeatureException(
                    "A table property asks for a table feature that this version of flink-delta does not support.",
                    where,
                    "Leave the property out, or make the table with another client.");
        }
        features.add(name);
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
