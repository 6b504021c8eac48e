/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

/** BOOLEAN. */
public final class BooleanVector extends ColumnVector {
    private final boolean[] values;

    public BooleanVector(int capacity) {
        super(capacity);
        this.values = new boolean[capacity];
    }

    @Override
    void read(PageValues page, int from, int count) {
        page.readBooleans(values, from, count);
    }

    @Override
    boolean booleanAt(int row) {
        return values[row];
    }
}
