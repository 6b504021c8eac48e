/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.CompiledExpression;
import io.flinkdelta.log.expression.CompiledExpression.ColumnReference;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * An expression of a table's metadata, compiled.
 *
 * @param sql as the metadata has it
 * @param context of errors about it: the table, what the expression belongs to, and its text
 */
record TableExpression(String sql, CompiledExpression compiled, ErrorContext context) {

    /**
     * Compiles {@code sql}.
     *
     * @throws UnsupportedFeatureException when it cannot be evaluated; with {@code context}
     * @throws InvalidRequestException when it names no column of the table; with {@code context}
     */
    static TableExpression of(String sql, StructType schema, EvaluationSettings settings, ErrorContext context) {
        ErrorContext where = context.with("expression", sql);
        CompiledExpression compiled =
                in(where, () -> CompiledExpression.compile(Expression.parse(sql), schema, settings));
        return new TableExpression(sql, compiled, where);
    }

    /** The part of {@code schema} that holds the columns which the expression looks at, nested fields by themselves. */
    StructType columnsOf(StructType schema) {
        return part(
                schema, compiled.columns().stream().map(ColumnReference::path).toList());
    }

    private static StructType part(StructType struct, List<List<String>> paths) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : struct.fields()) {
            List<List<String>> inside = paths.stream()
                    .filter(path -> path.get(0).equals(field.name()))
                    .map(path -> path.subList(1, path.size()))
                    .toList();
            if (inside.isEmpty()) {
                continue;
            }
            boolean whole = inside.stream().anyMatch(List::isEmpty);
            DataType type = whole ? field.type() : part((StructType) field.type(), inside);
            fields.add(new StructField(field.name(), type, field.nullable(), field.metadata()));
        }
        return new StructType(fields);
    }

    /** Runs {@code compilation} and adds {@code context} to its errors. */
    static CompiledExpression in(ErrorContext context, Supplier<CompiledExpression> compilation) {
        try {
            return compilation.get();
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(e.problem(), context.with(e.context()), e.remedy(), e);
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(e.problem(), context.with(e.context()), e.remedy(), e);
        }
    }
}
