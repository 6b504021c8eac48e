/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.rows.LineItemRows;
import io.flinkdelta.benchmarks.rows.RowGenerator;
import io.flinkdelta.benchmarks.rows.WideRows;
import java.util.Locale;
import java.util.Optional;

/** The tables that are written. */
enum AppendCase {
    /** TPC-H lineitem, one folder. */
    LINEITEM(6_000_000, Optional.empty()),
    /** A row of 60 columns of many types, one folder. */
    WIDE(600_000, Optional.empty()),
    /** TPC-H lineitem, partitioned by its seven ship modes. */
    PARTITIONED(6_000_000, Optional.of("l_shipmode"));

    private final long defaultRows;
    private final Optional<String> partitionColumn;

    AppendCase(long defaultRows, Optional<String> partitionColumn) {
        this.defaultRows = defaultRows;
        this.partitionColumn = partitionColumn;
    }

    /** As in the names of the figures. */
    String figure() {
        return name().toLowerCase(Locale.ROOT);
    }

    long defaultRows() {
        return defaultRows;
    }

    Optional<String> partitionColumn() {
        return partitionColumn;
    }

    RowGenerator generator(LineItemRows.Money money) {
        return this == WIDE ? new WideRows() : new LineItemRows(money);
    }
}
