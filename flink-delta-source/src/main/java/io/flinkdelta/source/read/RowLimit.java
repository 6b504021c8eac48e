/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

/** How many rows a reader still gives. One thread takes, any may ask. */
final class RowLimit {
    private volatile long left;

    RowLimit(long rows) {
        this.left = rows;
    }

    /** How many of the next {@code rows} rows are given. */
    int take(int rows) {
        long before = left;
        int taken = (int) Math.min(rows, before);
        left = before - taken;
        return taken;
    }

    /** Whether no more rows are given. */
    boolean isReached() {
        return left == 0;
    }
}
