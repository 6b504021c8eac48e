/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.stats.StatsScalar;

/**
 * What is known of a column's values in some rows, as {@link io.flinkdelta.log.stats.FileStats} says it of a file.
 *
 * @param least not above any value; null when unknown
 * @param greatest not below any value; null when unknown
 * @param nullCount null when unknown; else none, or all of {@link #ROWS}
 */
record ValueBounds(StatsScalar least, StatsScalar greatest, StatsScalar nullCount) {
    /** Only whether no row or every row is null is of use, so any number of rows stands for all. */
    static final StatsScalar ROWS = new StatsScalar("1", false);

    private static final StatsScalar NO_NULLS = new StatsScalar("0", false);

    static final ValueBounds UNKNOWN = new ValueBounds(null, null, null);
    static final ValueBounds ONLY_NULL = new ValueBounds(null, null, ROWS);

    static ValueBounds of(StatsScalar least, StatsScalar greatest, boolean mayBeNull) {
        return new ValueBounds(least, greatest, mayBeNull ? null : NO_NULLS);
    }
}
