/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What a table must be so that Iceberg readers can be given its files (PROTOCOL.md, "IcebergCompatV1" to V3). Pure. */
final class IcebergCompat {
    private static final List<String> SWITCHES =
            List.of("delta.enableIcebergCompatV1", "delta.enableIcebergCompatV2", "delta.enableIcebergCompatV3");
    private static final String DELETION_VECTORS = "delta.enableDeletionVectors";

    private IcebergCompat() {}

    private static List<String> on(Map<String, String> properties) {
        return SWITCHES.stream()
                .filter(key -> Boolean.parseBoolean(properties.get(key)))
                .toList();
    }

    /** The properties of a new table with those that its compatibility needs and that were not given. */
    static Map<String, String> completed(Map<String, String> properties) {
        Map<String, String> complete = new LinkedHashMap<>(properties);
        List<String> on = on(properties);
        if (!on.isEmpty()) {
            complete.putIfAbsent(ColumnIds.MODE, "name");
        }
        if (on.contains(SWITCHES.get(2))) {
            complete.putIfAbsent(RowTrackingProperties.PROPERTY, "true");
        }
        return complete;
    }

    /**
     * Passes tables that are as compatible as they say.
     *
     * @throws InvalidRequestException naming the property or the column that stands in the way
     */
    static void require(StructType schema, Map<String, String> properties) {
        List<String> on = on(properties);
        if (on.isEmpty()) {
            return;
        }
        String key = on.get(0);
        int version = SWITCHES.indexOf(key) + 1;
        if (on.size() > 1) {
            throw refused(key, "only one of " + on + " can be on", "Turn the others off.");
        }
        if (!ColumnIds.isOn(properties)) {
            throw refused(key, "it needs column mapping", "Set " + ColumnIds.MODE + " = name first.");
        }
        if (version < 3 && Boolean.parseBoolean(properties.get(DELETION_VECTORS))) {
            throw refused(key, "the table may have deletion vectors", "Set " + DELETION_VECTORS + " = false first.");
        }
        if (version == 3 && !RowTrackingProperties.isOn(properties)) {
            throw refused(key, "it needs row tracking", "Set " + RowTrackingProperties.PROPERTY + " = true first.");
        }
        for (StructField field : SchemaEdit.allFields(schema)) {
            requireKnownType(key, version, field);
        }
    }

    /**
     * Passes changes that keep version 3 where it is on.
     *
     * @throws InvalidRequestException when it would be turned off
     */
    static void requireKept(Map<String, String> before, Map<String, String> after) {
        String key = SWITCHES.get(2);
        if (on(before).contains(key) && !on(after).contains(key)) {
            throw new InvalidRequestException(
                    "The compatibility with Iceberg cannot be turned off.",
                    ErrorContext.none().with("property", key),
                    "Leave the property as it is.");
        }
    }

    private static void requireKnownType(String key, int version, StructField field) {
        Predicate<DataType> unknown = switch (version) {
            case 1 -> type -> type instanceof ArrayType || type instanceof MapType || type == PrimitiveType.VOID;
            case 2 -> type -> type == PrimitiveType.VARIANT || type == PrimitiveType.VOID;
            default -> type -> type == PrimitiveType.VOID;
        };
        find(field.type(), unknown).ifPresent(type -> {
            throw refused(
                    key,
                    "the column " + field.name() + " has the type " + type.describe(),
                    "Drop the column, or leave the property out.");
        });
        for (JsonNode changes :
                field.metadata().get(TypeWidening.TYPE_CHANGES).stream().toList()) {
            for (JsonNode change : changes) {
                DataType from = SchemaJson.parseType(change.path("fromType").asText());
                DataType to = SchemaJson.parseType(change.path("toType").asText());
                if (TypeWidening.isSupported(from, to) && !isKnownWidening(from, to)) {
                    throw refused(
                            key,
                            "the type of column " + field.name() + " was changed from " + from.describe() + " to "
                                    + to.describe(),
                            "Leave the type or the property as it is.");
                }
            }
        }
    }

    /** Whether Iceberg, too, knows that a column of type {@code from} can become one of the wider type {@code to}. */
    private static boolean isKnownWidening(DataType from, DataType to) {
        if (from instanceof DecimalType narrow) {
            return to instanceof DecimalType wide && narrow.scale() == wide.scale();
        }
        return from == PrimitiveType.FLOAT || (TypeWidening.isInteger(from) && TypeWidening.isInteger(to));
    }

    /** The first type below {@code type}, it included, but not within a struct, whose fields are looked at by themselves. */
    private static Optional<DataType> find(DataType type, Predicate<DataType> sought) {
        if (sought.test(type)) {
            return Optional.of(type);
        }
        if (type instanceof ArrayType array) {
            return find(array.elementType(), sought);
        }
        if (type instanceof MapType map) {
            return find(map.keyType(), sought).or(() -> find(map.valueType(), sought));
        }
        return Optional.empty();
    }

    private static InvalidRequestException refused(String key, String reason, String remedy) {
        return new InvalidRequestException(
                "The table cannot be compatible with Iceberg in this way: " + reason + ".",
                ErrorContext.none().with("property", key),
                remedy);
    }
}
