/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

/** DOUBLE. */
public final class DoubleVector extends ColumnVector {
    private final double[] values;

    public DoubleVector(int capacity) {
        super(capacity);
        this.values = new double[capacity];
    }

    @Override
    void read(PageValues page, int from, int count) {
        page.readDoubles(values, from, count);
    }

    @Override
    double doubleAt(int row) {
        return values[row];
    }
}
