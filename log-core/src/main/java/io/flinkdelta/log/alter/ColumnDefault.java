/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.CompiledExpression;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructType;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** What the default of a column may be: a value of the column's type that does not depend on the row. Pure. */
final class ColumnDefault {
    private static final StructType NO_COLUMNS = new StructType(List.of());
    /** Only whether there is a value is asked, not which. */
    private static final EvaluationSettings ANY_TIME =
            EvaluationSettings.utc().with(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    private ColumnDefault() {}

    /**
     * Passes a default that this build, too, can fill in.
     *
     * @throws InvalidRequestException when {@code sql} names a column, or has no value of type {@code type}
     * @throws UnsupportedFeatureException naming the part of {@code sql} that is not evaluated
     */
    static void require(String sql, DataType type, ColumnPath column) {
        ErrorContext where = ErrorContext.none().with("column", column).with("expression", sql);
        Expression expression = parsed(sql, where);
        CompiledExpression value;
        try {
            value = CompiledExpression.compile(expression, NO_COLUMNS, ANY_TIME).castTo(type);
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(
                    "The default of a column cannot be computed from columns.",
                    where,
                    "Write a value, such as 0, current_date() or 'none' with its quotes.",
                    e);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
        if (value.isConstant()) {
            requireValue(value, where.with("type", type.describe()));
        }
    }

    private static Expression parsed(String sql, ErrorContext where) {
        try {
            return Expression.parse(sql);
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(e.problem(), where.with(e.context()), e.remedy(), e);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
    }

    private static void requireValue(CompiledExpression value, ErrorContext where) {
        try {
            value.evaluate(index -> null);
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
    }
}
