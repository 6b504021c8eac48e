/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.common.check.RowRules.Column;
import io.flinkdelta.common.check.RowRules.Computed;
import io.flinkdelta.common.check.RowRules.Condition;
import io.flinkdelta.common.check.RowRules.Identity;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Completes rows column by column, then checks them. One thread. */
final class RuledPreparation implements RowPreparation {
    private final CompletedRow completed;
    private final Step[] steps;
    private final RowRule[] rules;

    /**
     * @param columns in the order in which they are computed
     * @param positions of the other columns in the sink's row
     */
    RuledPreparation(
            RowType rowType,
            int[] positions,
            List<Column> columns,
            List<Condition> conditions,
            IdentityValues identities) {
        this.completed = new CompletedRow(positions);
        this.steps = columns.stream()
                .map(column -> new Step(column.index(), value(column, rowType, identities)))
                .toArray(Step[]::new);
        this.rules = conditions.stream()
                .map(condition -> new RowRule(condition.kind(), expression(condition.expression(), rowType)))
                .toArray(RowRule[]::new);
    }

    /** Sets one column of the completed row from the sink's row. */
    private record Step(int column, Function<RowData, Object> value) {}

    private Function<RowData, Object> value(Column column, RowType rowType, IdentityValues identities) {
        if (column instanceof Identity identity) {
            String name = identity.field().name();
            return row -> identities.next(name);
        }
        Computed computed = (Computed) column;
        RowExpression expression = expression(computed.expression(), rowType);
        Function<RowData, Object> value = row ->
                FlinkValues.of(expression.evaluate(completed), computed.field().type());
        return computed.expression().compiled().isConstant() ? new Constant(value) : value;
    }

    /** Computed for the first row: text keeps its bytes from then on. */
    private static final class Constant implements Function<RowData, Object> {
        private final Function<RowData, Object> computation;
        private boolean known;
        private Object value;

        Constant(Function<RowData, Object> computation) {
            this.computation = computation;
        }

        @Override
        public Object apply(RowData row) {
            if (!known) {
                value = computation.apply(row);
                known = true;
            }
            return value;
        }
    }

    private static RowExpression expression(TableExpression expression, RowType rowType) {
        return new RowExpression(
                expression.compiled(),
                rowType,
                expression.context(),
                "Correct the row before the sink, or filter it out.");
    }

    @Override
    public RowData apply(RowData row) {
        completed.replaceRow(row);
        for (Step step : steps) {
            completed.compute(step.column(), step.value().apply(row));
        }
        for (RowRule rule : rules) {
            rule.check(completed);
        }
        return completed;
    }
}
