/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.rows.LineItemRows;
import io.flinkdelta.benchmarks.rows.RowGenerator;
import io.flinkdelta.benchmarks.rows.WideRows;
import java.util.Locale;

/** The kinds of rows that are written. */
enum WriterTable {
    LINEITEM(2_000_000),
    WIDE(200_000);

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

    RowGenerator generator(LineItemRows.Money money) {
        return this == WIDE ? new WideRows() : new LineItemRows(money);
    }
}
