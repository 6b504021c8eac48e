/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The names and types that a schema may have so that every reader takes the table. Pure. */
public final class SchemaCheck {
    /** What Parquet readers of tables without column mapping do not take. */
    private static final String FORBIDDEN_IN_NAMES = " ,;{}()\n\t=";

    private SchemaCheck() {}

    /**
     * Passes names, types and partition columns of a new table that every reader of the table takes.
     *
     * @param mapped whether the table has column mapping
     * @throws InvalidRequestException naming the column
     */
    public static void requireValidTable(StructType schema, List<String> partitionColumns, boolean mapped) {
        if (schema.fields().isEmpty()) {
            throw invalid("A table needs a column.", ErrorContext.none(), "Add a column to the schema.");
        }
        requireValidNames(schema, mapped);
        requireStorable(schema, "");
        NestedNullability.requireEnforced(schema);
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

    private static InvalidRequestException invalid(String problem, ErrorContext where, String remedy) {
        return new InvalidRequestException(problem, where, remedy);
    }

    /**
     * Passes names that are not empty, differ by more than case within their struct, and, where the
     * data files carry them, have no special character.
     *
     * @param mapped whether the table has column mapping, so that the data files carry other names
     * @throws InvalidRequestException naming the column
     */
    public static void requireValidNames(StructType schema, boolean mapped) {
        requireValidNames(schema, "", mapped);
    }

    private static void requireValidNames(DataType type, String parent, boolean mapped) {
        if (type instanceof ArrayType array) {
            requireValidNames(array.elementType(), parent, mapped);
        } else if (type instanceof MapType map) {
            requireValidNames(map.keyType(), parent, mapped);
            requireValidNames(map.valueType(), parent, mapped);
        } else if (type instanceof StructType struct) {
            Set<String> names = new HashSet<>();
            for (StructField field : struct.fields()) {
                String column = child(parent, field);
                requireValidName(field.name(), mapped, ErrorContext.none().with("column", column));
                if (!names.add(field.name().toLowerCase(Locale.ROOT))) {
                    throw new InvalidRequestException(
                            "Two columns have the same name, or names that differ by case only.",
                            ErrorContext.none().with("column", column),
                            "Rename one of them.");
                }
                requireValidNames(field.type(), column, mapped);
            }
        }
    }

    private static void requireValidName(String name, boolean mapped, ErrorContext where) {
        if (name.isEmpty()) {
            throw new InvalidRequestException("A column name is empty.", where, "Name the column.");
        }
        if (!mapped && name.chars().anyMatch(c -> FORBIDDEN_IN_NAMES.indexOf(c) >= 0)) {
            throw new InvalidRequestException(
                    "A column name has a character that other readers do not take"
                            + " (one of space , ; { } ( ) = tab newline).",
                    where,
                    "Rename the column, or let the table map its columns: delta.columnMapping.mode = name.");
        }
    }

    /**
     * Passes types that have a place for values.
     *
     * @param column where {@code type} stands, empty for the whole schema
     * @throws InvalidRequestException naming the column of type void
     */
    public static void requireStorable(DataType type, String column) {
        if (type instanceof ArrayType array) {
            requireStorable(array.elementType(), column);
        } else if (type instanceof MapType map) {
            requireStorable(map.keyType(), column);
            requireStorable(map.valueType(), column);
        } else if (type instanceof StructType struct) {
            struct.fields().forEach(field -> requireStorable(field.type(), child(column, field)));
        } else if (type == PrimitiveType.VOID) {
            throw new InvalidRequestException(
                    "A column of type void has no place for values.",
                    ErrorContext.none().with("column", column),
                    "Give the column a type.");
        }
    }

    private static String child(String parent, StructField field) {
        return parent.isEmpty() ? field.name() : parent + "." + field.name();
    }
}
