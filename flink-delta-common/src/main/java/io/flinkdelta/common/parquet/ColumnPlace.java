/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a value stands in the schema.
 *
 * @param table the table's location, for errors
 * @param column the path for errors, such as {@code items.element.price}
 * @param physical the same path by the names that the log knows the columns by
 * @param parquetPath the path in the Parquet schema, such as {@code items.list.element.price}
 * @param nullable whether the table's schema allows null here
 * @param definition the definition level of a value that is there
 * @param nullDefinition the definition level of null
 * @param repetition the repetition level of the innermost repeated group around the value
 */
record ColumnPlace(
        String table,
        List<String> column,
        List<String> physical,
        List<String> parquetPath,
        boolean nullable,
        int definition,
        int nullDefinition,
        int repetition) {

    /** A column of the table. */
    static ColumnPlace top(String table, String name, String physicalName, boolean nullable) {
        return new ColumnPlace(table, List.of(name), List.of(physicalName), List.of(physicalName), nullable, 1, 0, 0);
    }

    /** A field of the struct that stands here. */
    ColumnPlace field(String name, String physicalName, boolean isNullable) {
        return new ColumnPlace(
                table,
                append(column, name),
                append(physical, physicalName),
                append(parquetPath, physicalName),
                isNullable,
                definition + 1,
                definition,
                repetition);
    }

    /** An element of the list that stands here. */
    ColumnPlace element(boolean isNullable) {
        return child("list", "element", isNullable, definition + 2, definition + 1, repetition + 1);
    }

    /** A key of the map that stands here. */
    ColumnPlace key() {
        return child("key_value", "key", false, definition + 1, definition + 1, repetition + 1);
    }

    /** A value of the map that stands here. */
    ColumnPlace value(boolean isNullable) {
        return child("key_value", "value", isNullable, definition + 2, definition + 1, repetition + 1);
    }

    private ColumnPlace child(
            String repeated, String name, boolean isNullable, int level, int nullLevel, int repetitionLevel) {
        return new ColumnPlace(
                table,
                append(column, name),
                append(physical, name),
                append(append(parquetPath, repeated), name),
                isNullable,
                level,
                nullLevel,
                repetitionLevel);
    }

    private static List<String> append(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return List.copyOf(longer);
    }

    String[] parquetPathArray() {
        return parquetPath.toArray(String[]::new);
    }

    InvalidRequestException nullInNotNull() {
        return new InvalidRequestException(
                "A row has null in a column that is NOT NULL.",
                context(),
                "Filter such rows out or fill in a value before the sink, or drop the NOT NULL constraint.");
    }

    InvalidRequestException refused(String problem, Object value, String remedy) {
        return new InvalidRequestException(problem, context().with("value", value), remedy);
    }

    private ErrorContext context() {
        return ErrorContext.table(table).with("column", String.join(".", column));
    }
}
