/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What schema and properties of a table make use of; asked by the rules of {@link TableFeature}. */
final class TableUse {
    private final Map<String, String> properties;
    private final List<StructField> fields = new ArrayList<>();
    private final Set<PrimitiveType> types = EnumSet.noneOf(PrimitiveType.class);

    TableUse(StructType schema, Map<String, String> properties) {
        this.properties = properties;
        collect(schema);
    }

    static TableUse of(Metadata metadata) {
        return new TableUse(metadata.schema(), metadata.configuration());
    }

    /** What the properties make use of, where the schema is not understood. */
    static TableUse withoutColumns(Metadata metadata) {
        return new TableUse(StructType.of(), metadata.configuration());
    }

    private void collect(DataType type) {
        if (type instanceof PrimitiveType primitive) {
            types.add(primitive);
        } else if (type instanceof StructType struct) {
            fields.addAll(struct.fields());
            struct.fields().forEach(field -> collect(field.type()));
        } else if (type instanceof ArrayType array) {
            collect(array.elementType());
        } else if (type instanceof MapType map) {
            collect(map.keyType());
            collect(map.valueType());
        }
    }

    boolean uses(PrimitiveType type) {
        return types.contains(type);
    }

    boolean isOn(String property) {
        return TableProperties.isOn(properties, property);
    }

    boolean is(String property, String value) {
        return value.equalsIgnoreCase(properties.get(property));
    }

    /** Whether writers must check column values without being asked by a CHECK constraint. */
    boolean hasInvariants() {
        return anyField(field -> !field.nullable()) || hasFieldMetadata("delta.invariants");
    }

    /** The older name of the property is honoured, too, where the newer one is not set. */
    boolean feedsChanges() {
        return properties.containsKey(TableProperties.CHANGE_DATA_FEED)
                ? isOn(TableProperties.CHANGE_DATA_FEED)
                : isOn("delta.enableChangeDataCapture");
    }

    boolean hasPropertyPrefix(String prefix) {
        return properties.keySet().stream().anyMatch(key -> key.startsWith(prefix));
    }

    boolean hasFieldMetadata(String key) {
        return anyField(field -> field.metadata().get(key).isPresent());
    }

    boolean mapsColumns() {
        return !properties.getOrDefault(ColumnMapping.MODE, "none").equalsIgnoreCase("none");
    }

    /** Whether a column had a type whose values cannot all be read as its type of today. */
    boolean hasUnknownTypeChanges() {
        return anyField(field -> !TypeWidening.areChangesSupported(field));
    }

    boolean hasVariants() {
        return uses(PrimitiveType.VARIANT);
    }

    private boolean anyField(Predicate<StructField> condition) {
        return fields.stream().anyMatch(condition);
    }
}
