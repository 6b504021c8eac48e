/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

/** FLOAT, also where the table's type was widened since. */
public final class FloatVector extends ColumnVector {
    private final float[] values;

    public FloatVector(int capacity) {
        super(capacity);
        this.values = new float[capacity];
    }

    @Override
    void read(PageValues page, int from, int count) {
        page.readFloats(values, from, count);
    }

    @Override
    float floatAt(int row) {
        return values[row];
    }

    @Override
    double doubleAt(int row) {
        return values[row];
    }
}
