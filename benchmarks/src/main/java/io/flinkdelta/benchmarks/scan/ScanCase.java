/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is read of the table. */
enum ScanCase {
    /** All ten columns. */
    ALL,
    /** Three of the ten. */
    PROJECTED,
    /** All columns of one row in a hundred, which lie together. */
    FILTERED;

    private static final int PASSED_ONE_IN = 100;

    /** As in the names of the figures. */
    String figure() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The columns that are read; none for all. */
    List<String> columns() {
        return this == PROJECTED ? List.of("id", "kind", "price") : List.of();
    }

    /** Of the ids that pass. */
    Optional<IdRange> ids(long rows) {
        long count = Math.max(1, rows / PASSED_ONE_IN);
        return this == FILTERED ? Optional.of(new IdRange(rows / 3, rows / 3 + count)) : Optional.empty();
    }

    /** How many rows come out. */
    long rowsOut(long rows) {
        return ids(rows).map(range -> range.end() - range.first()).orElse(rows);
    }

    /**
     * Ids.
     *
     * @param end exclusive
     */
    record IdRange(long first, long end) {}
}
