/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;

/**
 * NOT NULL inside of what arrays and maps hold: Spark does not enforce it, creates no table that asks for it, and
 * changes the columns of none. Of an array or a map itself it is free to be said. Pure.
 */
public final class NestedNullability {
    private final List<String> found = new ArrayList<>();

    private NestedNullability() {}

    /** {@code schema} with null allowed where NOT NULL is not enforced. */
    public static StructType relaxed(StructType schema) {
        return (StructType) new NestedNullability().relax(schema, "", false);
    }

    /**
     * Passes a schema whose every NOT NULL is enforced by all writers.
     *
     * @throws InvalidRequestException naming the column
     */
    static void requireEnforced(StructType schema) {
        NestedNullability nullability = new NestedNullability();
        nullability.relax(schema, "", false);
        if (!nullability.found.isEmpty()) {
            throw new InvalidRequestException(
                    "A field inside of an array or a map is NOT NULL, which Spark and other writers do not enforce.",
                    ErrorContext.none().with("column", nullability.found.get(0)),
                    "Let the field be null.");
        }
    }

    private DataType relax(DataType type, String path, boolean inside) {
        if (type instanceof StructType struct) {
            List<StructField> fields = new ArrayList<>();
            for (StructField field : struct.fields()) {
                String column = path.isEmpty() ? field.name() : path + "." + field.name();
                boolean nullable = nullable(field.nullable(), column, inside);
                fields.add(
                        new StructField(field.name(), relax(field.type(), column, inside), nullable, field.metadata()));
            }
            return new StructType(fields);
        }
        if (type instanceof ArrayType array) {
            boolean containsNull = nullable(array.containsNull(), path + ".element", inside);
            return new ArrayType(relax(array.elementType(), path + ".element", true), containsNull);
        }
        if (type instanceof MapType map) {
            boolean containsNull = nullable(map.valueContainsNull(), path + ".value", inside);
            return new MapType(
                    relax(map.keyType(), path + ".key", true),
                    relax(map.valueType(), path + ".value", true),
                    containsNull);
        }
        return type;
    }

    private boolean nullable(boolean asked, String column, boolean inside) {
        if (!asked && inside) {
            found.add(column);
        }
        return asked || inside;
    }
}
