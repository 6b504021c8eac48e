/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Finds columns in a schema and makes schemas that differ in one place. Pure. */
final class SchemaEdit {
    static final String ELEMENT = "element";
    static final String KEY = "key";
    static final String VALUE = "value";

    private SchemaEdit() {}

    /**
     * {@code path} in the spelling of the schema.
     *
     * @throws InvalidRequestException when there is no such column
     */
    static ColumnPath resolve(StructType schema, ColumnPath path) {
        List<String> spelled = new ArrayList<>();
        DataType type = schema;
        for (String name : path.names()) {
            if (type instanceof StructType struct) {
                StructField field = find(struct, name).orElseThrow(() -> noColumn(path, struct));
                spelled.add(field.name());
                type = field.type();
            } else {
                String step = name.toLowerCase(Locale.ROOT);
                type = inside(type, step).orElseThrow(() -> noColumn(path, schema));
                spelled.add(step);
            }
        }
        return new ColumnPath(spelled);
    }

    /** The field of this name in whatever case. */
    static Optional<StructField> find(StructType struct, String name) {
        return struct.fields().stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private static Optional<DataType> inside(DataType type, String step) {
        if (type instanceof ArrayType array && step.equals(ELEMENT)) {
            return Optional.of(array.elementType());
        }
        if (type instanceof MapType map && step.equals(KEY)) {
            return Optional.of(map.keyType());
        }
        return type instanceof MapType map && step.equals(VALUE) ? Optional.of(map.valueType()) : Optional.empty();
    }

    /** The type at {@code path}, which is resolved. */
    static DataType typeAt(StructType schema, ColumnPath path) {
        DataType type = schema;
        for (String name : path.names()) {
            type = type instanceof StructType struct
                    ? struct.field(name).orElseThrow().type()
                    : inside(type, name).orElseThrow();
        }
        return type;
    }

    /** The field at {@code path}, which is resolved; empty when it is what an array or a map holds. */
    static Optional<StructField> fieldAt(StructType schema, ColumnPath path) {
        return typeAt(schema, path.parent()) instanceof StructType struct
                ? struct.field(path.name())
                : Optional.empty();
    }

    /** The schema with another type at {@code path}, which is resolved. */
    static StructType withType(StructType schema, ColumnPath path, UnaryOperator<DataType> change) {
        return (StructType) withType(schema, path.names(), change);
    }

    private static DataType withType(DataType type, List<String> names, UnaryOperator<DataType> change) {
        if (names.isEmpty()) {
            return change.apply(type);
        }
        List<String> rest = names.subList(1, names.size());
        if (type instanceof ArrayType array) {
            return new ArrayType(withType(array.elementType(), rest, change), array.containsNull());
        }
        if (type instanceof MapType map) {
            boolean key = names.get(0).equals(KEY);
            return new MapType(
                    key ? withType(map.keyType(), rest, change) : map.keyType(),
                    key ? map.valueType() : withType(map.valueType(), rest, change),
                    map.valueContainsNull());
        }
        return withField(
                (StructType) type, names.get(0), field -> withType(field, withType(field.type(), rest, change)));
    }

    /** The schema with another field at {@code path}, which is resolved and names a field of a struct. */
    static StructType withField(StructType schema, ColumnPath path, UnaryOperator<StructField> change) {
        return withType(schema, path.parent(), type -> withField((StructType) type, path.name(), change));
    }

    private static StructType withField(StructType struct, String name, UnaryOperator<StructField> change) {
        return new StructType(struct.fields().stream()
                .map(field -> field.name().equals(name) ? change.apply(field) : field)
                .toList());
    }

    static StructField withType(StructField field, DataType type) {
        return new StructField(field.name(), type, field.nullable(), field.metadata());
    }

    /** The schema with every field of every struct changed; inner fields after the ones that hold them. */
    static StructType mapFields(StructType schema, UnaryOperator<StructField> change) {
        return (StructType) mapType(schema, change);
    }

    private static DataType mapType(DataType type, UnaryOperator<StructField> change) {
        if (type instanceof StructType struct) {
            List<StructField> fields = new ArrayList<>();
            for (StructField field : struct.fields()) {
                StructField changed = change.apply(field);
                fields.add(withType(changed, mapType(changed.type(), change)));
            }
            return new StructType(fields);
        }
        if (type instanceof ArrayType array) {
            return new ArrayType(mapType(array.elementType(), change), array.containsNull());
        }
        if (type instanceof MapType map) {
            DataType key = mapType(map.keyType(), change);
            return new MapType(key, mapType(map.valueType(), change), map.valueContainsNull());
        }
        return type;
    }

    /** All fields, each before those that it holds. */
    static List<StructField> allFields(StructType schema) {
        List<StructField> fields = new ArrayList<>();
        mapFields(schema, field -> {
            fields.add(field);
            return field;
        });
        return fields;
    }

    /**
     * {@code struct} with {@code field} at the position, at the end without one.
     *
     * @throws InvalidRequestException when the field to go after is not there
     */
    static StructType insert(StructType struct, StructField field, Optional<ColumnPosition> position) {
        int index = struct.fields().size();
        if (position.isPresent()) {
            index = position.get() instanceof ColumnPosition.After after
                    ? struct.indexOf(find(struct, after.column())
                                    .orElseThrow(() -> noColumn(ColumnPath.of(after.column()), struct))
                                    .name())
                            + 1
                    : 0;
        }
        List<StructField> fields = new ArrayList<>(struct.fields());
        fields.add(index, field);
        return new StructType(fields);
    }

    static InvalidRequestException noColumn(ColumnPath path, StructType among) {
        return new InvalidRequestException(
                "There is no such column.",
                ErrorContext.none()
                        .with("column", path)
                        .with(
                                "columns",
                                among.fields().stream().map(StructField::name).toList()),
                "Name a column of the table.");
    }
}
