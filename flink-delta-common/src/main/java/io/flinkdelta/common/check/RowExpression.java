/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.CompiledExpression;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** An expression over rows of Flink. One thread. */
final class RowExpression {
    private final CompiledExpression expression;
    private final FieldReader[] columns;
    private final ErrorContext context;
    private final String remedy;

    /**
     * For rows of {@code rowType}, which has the names of the schema that the expression was compiled for.
     *
     * @param context of errors, with the text of the expression
     * @param remedy for a row that the expression has no value for
     */
    RowExpression(CompiledExpression expression, RowType rowType, ErrorContext context, String remedy) {
        this.expression = expression;
        this.columns = expression.columns().stream()
                .map(column -> FieldReader.of(rowType, column.path()))
                .toArray(FieldReader[]::new);
        this.context = context;
        this.remedy = remedy;
    }

    /**
     * The value for {@code row}.
     *
     * @throws InvalidRequestException when there is none; names the table, the expression and the values
     */
    Object evaluate(RowData row) {
        try {
            return expression.evaluate(index -> columns[index].read(row));
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(
                    "An expression of the table has no value for a row: " + e.problem(),
                    describe(row).with(e.context()),
                    remedy,
                    e);
        }
    }

    /** The context with the values that the expression looks at. */
    ErrorContext describe(RowData row) {
        ErrorContext described = context;
        for (int i = 0; i < columns.length; i++) {
            Object value = columns[i].read(row);
            described = described.with(
                    "value of " + expression.columns().get(i).name(), value == null ? "null" : shortened(value));
        }
        return described;
    }

    static String shortened(Object value) {
        int most = 200;
        String text = String.valueOf(value);
        return text.length() <= most ? text : text.substring(0, most) + "... (" + text.length() + " characters)";
    }
}
