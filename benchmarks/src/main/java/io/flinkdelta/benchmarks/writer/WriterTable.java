/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.rows.LineItemRows;
import io.flinkdelta.benchmarks.rows.WideRows;
import java.util.Locale;

/** The kinds of rows that are written. */
enum WriterTable {
    LINEITEM(2_000_000),
    WIDE(200_000),
    /** Lineitem as a table with rules and as one without. */
    RULES(1_000_000);

    private final long defaultRows;

    WriterTable(long defaultRows) {
        this.defaultRows = defaultRows;
    }

    String figure() {
        return name().toLowerCase(Locale.ROOT);
    }

    long defaultRows() {
        return defaultRows;
    }

    WriterComparison comparison(LineItemRows.Money money) {
        return switch (this) {
            case LINEITEM -> new FlinkComparison(new LineItemRows(money));
            case WIDE -> new FlinkComparison(new WideRows());
            case RULES -> new RulesComparison(money);
        };
    }
}
