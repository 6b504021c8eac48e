/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructType;
import org.apache.flink.table.data.RowData;

/** A condition on rows of a table, as WHERE has it: a row passes for which it is true, not false or null. One thread. */
public final class RowFilter {
    private final RowExpression condition;

    private RowFilter(RowExpression condition) {
        this.condition = condition;
    }

    /**
     * Compiles {@code sql}.
     *
     * @param schema of the rows
     * @param context of errors: the table
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when it cannot be evaluated
     * @throws InvalidRequestException when it is no condition, or has a constant part without a value, or names no
     *     column of the rows
     */
    public static RowFilter of(String sql, StructType schema, EvaluationSettings settings, ErrorContext context) {
        TableExpression condition = TableExpression.of(sql, schema, settings, context);
        if (condition.compiled().type() != PrimitiveType.BOOLEAN) {
            throw new InvalidRequestException(
                    "The filter is no condition, but of the type "
                            + condition.compiled().type().describe() + ".",
                    condition.context(),
                    "Compare it with something.");
        }
        condition.compiled().failureOfConstant().ifPresent(failure -> {
            throw new InvalidRequestException(
                    "The filter has a part that has no value for any row: " + failure.problem(),
                    condition.context().with(failure.context()),
                    "Correct it, such as to a constant of the type that it is compared with.",
                    failure);
        });
        return new RowFilter(new RowExpression(
                condition.compiled(),
                DeltaTypes.toFlink(schema),
                condition.context(),
                "Change the filter so that it has a value for every row, or correct the row."));
    }

    /**
     * The part of {@code schema} that holds the columns which the condition looks at.
     *
     * @throws InvalidRequestException as {@link #of}
     */
    public static StructType columns(String sql, StructType schema, EvaluationSettings settings, ErrorContext context) {
        return TableExpression.of(sql, schema, settings, context).columnsOf(schema);
    }

    /** Whether the row passes; an InvalidRequestException when the condition has no value for it. */
    public boolean test(RowData row) {
        return Boolean.TRUE.equals(condition.evaluate(row));
    }
}
