/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.IcebergCompatibility;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.protocol.TableProperties;
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
import java.util.stream.Stream;

/** What a table must be so that Iceberg readers can be given its files (PROTOCOL.md, "IcebergCompatV1" to V3). Pure. */
final class IcebergCompat {
    private IcebergCompat() {}

    private static List<IcebergCompatibility> on(Map<String, String> properties) {
        return Stream.of(IcebergCompatibility.values())
                .filter(version -> version.isOn(properties))
                .toList();
    }

    /** The properties of a new table with those that its compatibility needs and that were not given. */
    static Map<String, String> completed(Map<String, String> properties) {
        Map<String, String> complete = new LinkedHashMap<>(properties);
        List<IcebergCompatibility> on = on(properties);
        if (!on.isEmpty()) {
            complete.putIfAbsent(ColumnIds.MODE, "name");
        }
        if (on.contains(IcebergCompatibility.V3)) {
            complete.putIfAbsent(RowTracking.ENABLE, "true");
        }
        return complete;
    }

    /**
     * Passes tables that are as compatible as they say.
     *
     * @throws InvalidRequestException naming the property or the column that stands in the way
     */
    static void require(StructType schema, Map<String, String> properties) {
        List<IcebergCompatibility> on = on(properties);
        if (on.isEmpty()) {
            return;
        }
        IcebergCompatibility version = on.get(0);
        if (on.size() > 1) {
            List<String> all = on.stream().map(IcebergCompatibility::property).toList();
            throw refused(version, "only one of " + all + " can be on", "Turn the others off.");
        }
        if (!ColumnIds.isOn(properties)) {
            throw refused(version, "it needs column mapping", "Set " + ColumnIds.MODE + " = name first.");
        }
        if (version != IcebergCompatibility.V3 && TableProperties.isOn(properties, TableProperties.DELETION_VECTORS)) {
            throw refused(
                    version,
                    "the table may have deletion vectors",
                    "Set " + TableProperties.DELETION_VECTORS + " = false first.");
        }
        if (version == IcebergCompatibility.V3 && !TableProperties.isOn(properties, RowTracking.ENABLE)) {
            throw refused(version, "it needs row tracking", "Set " + RowTracking.ENABLE + " = true first.");
        }
        for (StructField field : SchemaEdit.allFields(schema)) {
            requireKnownType(version, field);
        }
    }

    /**
     * Passes changes that keep version 3 where it is on.
     *
     * @throws InvalidRequestException when it would be turned off
     */
    static void requireKept(Map<String, String> before, Map<String, String> after) {
        if (IcebergCompatibility.V3.isOn(before) && !IcebergCompatibility.V3.isOn(after)) {
            throw new InvalidRequestException(
                    "The compatibility with Iceberg cannot be turned off.",
                    ErrorContext.none().with("property", IcebergCompatibility.V3.property()),
                    "Leave the property as it is.");
        }
    }

    private static void requireKnownType(IcebergCompatibility version, StructField field) {
        Predicate<DataType> unknown = switch (version) {
            case V1 -> type -> type instanceof ArrayType || type instanceof MapType || type == PrimitiveType.VOID;
            case V2 -> type -> type == PrimitiveType.VARIANT || type == PrimitiveType.VOID;
            case V3 -> type -> type == PrimitiveType.VOID;
        };
        find(field.type(), unknown).ifPresent(type -> {
            throw refused(
                    version,
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
                            version,
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

    private static InvalidRequestException refused(IcebergCompatibility version, String reason, String remedy) {
        return new InvalidRequestException(
                "The table cannot be compatible with Iceberg in this way: " + reason + ".",
                ErrorContext.none().with("property", version.property()),
                remedy);
    }
}
