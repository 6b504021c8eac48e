/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

/** INT32 as numbers and dates, also where the table's type was widened since. */
public final class IntVector extends ColumnVector {
    private final int[] values;
    private final int least;
    private final int greatest;

    private IntVector(int capacity, int least, int greatest) {
        super(capacity);
        this.values = new int[capacity];
        this.least = least;
        this.greatest = greatest;
    }

    /** Of any INT32. */
    public static IntVector ofInts(int capacity) {
        return new IntVector(capacity, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** Of numbers that must fit into a short. */
    public static IntVector ofShorts(int capacity) {
        return new IntVector(capacity, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    /** Of numbers that must fit into a byte. */
    public static IntVector ofBytes(int capacity) {
        return new IntVector(capacity, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    @Override
    void read(PageValues page, int from, int count) {
        page.readInts(values, from, count);
        if (least != Integer.MIN_VALUE) {
            requireWithin(from, from + count);
        }
    }

    private void requireWithin(int from, int to) {
        for (int i = from; i < to; i++) {
            if (values[i] < least || values[i] > greatest) {
                throw new ArithmeticException("the number " + values[i] + " does not fit into a "
                        + (least == Byte.MIN_VALUE ? "byte" : "short"));
            }
        }
    }

    @Override
    byte byteAt(int row) {
        return (byte) values[row];
    }

    @Override
    short shortAt(int row) {
        return (short) values[row];
    }

    @Override
    int intAt(int row) {
        return values[row];
    }

    @Override
    long longAt(int row) {
        return values[row];
    }

    @Override
    double doubleAt(int row) {
        return values[row];
    }
}
