/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.util.BitSet;

/** Counts the rows of one sender against those that must be there, each once. Fed in any order. */
final class RowCount {
    private final BitSet expected;
    private final BitSet seen = new BitSet();
    private long doubled;
    private long unexpected;

    RowCount(BitSet expected) {
        this.expected = expected;
    }

    /** The rows 0 to {@code count}, exclusive. */
    static RowCount of(long count) {
        BitSet expected = new BitSet();
        expected.set(0, Math.toIntExact(count));
        return new RowCount(expected);
    }

    void add(long number) {
        int index = (int) Math.min(number, Integer.MAX_VALUE);
        if (index < 0 || !expected.get(index)) {
            unexpected++;
        } else if (seen.get(index)) {
            doubled++;
        } else {
            seen.set(index);
        }
    }

    int expected() {
        return expected.cardinality();
    }

    /** Rows that must be there and are not. */
    int lost() {
        return expected.cardinality() - seen.cardinality();
    }

    /** Rows beyond the first of a number. */
    long doubled() {
        return doubled;
    }

    /** Rows that must not be there: deleted before, or never sent. */
    long unexpected() {
        return unexpected;
    }
}
