/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.rows.LineItemRows;
import io.flinkdelta.benchmarks.rows.RuledLineItems;
import io.flinkdelta.common.check.RowRules;
import io.flinkdelta.common.check.TableRules;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.expression.EvaluationSettings;
import java.io.IOException;

/**
 * What a table's rules cost: one table has none and gets rows with all columns, the other has a CHECK constraint, a
 * generated column, one with a default and an identity column, and gets rows without the latter three. All columns are
 * NOT NULL; both files hold the same. Processor time is compared.
 */
record RulesComparison(LineItemRows.Money money) implements WriterComparison {
    private static final double PERCENT = 100;

    @Override
    public void measure(WriterTurns turns, Figures figures) throws IOException {
        LineItemRows given = new LineItemRows(money);
        RuledLineItems complete = new RuledLineItems(given);
        TableRules table = new TableRules(
                complete.tableSchema(),
                RuledLineItems.PROPERTIES,
                EvaluationSettings.utc(),
                ErrorContext.table("lineitem"));
        RowRules rules = RowRules.of(table, given.rowType());
        String codec = turns.options().codec();
        WriterSide plain = new DeltaWriterSide(complete.rowType(), codec);
        WriterSide ruled = new RuledWriterSide(rules, new DeltaWriterSide(rules.rowType(), codec));
        WriterTurns.Taken taken = turns.take(
                new WriterTurns.Entrant(plain, turns.rows(complete)),
                new WriterTurns.Entrant(ruled, turns.rows(given)));
        Samples ratios = taken.ratios(WriterTurns.Turn::cpuSeconds);
        figures.count("writer_rows_" + turns.figure(), turns.count());
        figures.rounded("writer_rows_per_s_without_rules", turns.rowsPerSecond(taken.one()));
        figures.rounded("writer_rows_per_s_with_rules", turns.rowsPerSecond(taken.other()));
        figures.decimal("writer_rules_cost_percent_min", percent(ratios.min()));
        figures.decimal("writer_rules_cost_percent_max", percent(ratios.max()));
        figures.decimal("writer_rules_cost_percent", percent(ratios.median()));
    }

    private static double percent(double ratio) {
        return (ratio - 1) * PERCENT;
    }
}
