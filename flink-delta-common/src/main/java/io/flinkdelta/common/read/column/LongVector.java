/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

/** INT64 as numbers. */
public class LongVector extends ColumnVector {
    private final long[] values;

    public LongVector(int capacity) {
        super(capacity);
        this.values = new long[capacity];
    }

    @Override
    final void read(PageValues page, int from, int count) {
        page.readLongs(values, from, count);
    }

    @Override
    final long longAt(int row) {
        return values[row];
    }
}
