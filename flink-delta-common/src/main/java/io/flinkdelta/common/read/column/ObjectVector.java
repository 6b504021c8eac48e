/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.variant.Variant;

/** Values of any type as Flink's internal objects. */
public final class ObjectVector extends ColumnVector {
    /** Null where the values are not read from pages. */
    private final ValueMapping mapping;

    private final Object[] values;

    ObjectVector(ValueMapping mapping, int capacity) {
        super(capacity);
        this.mapping = mapping;
        this.values = new Object[capacity];
    }

    /** Of values that are {@link #set}. */
    public ObjectVector(int capacity) {
        this(null, capacity);
    }

    /** Of {@code value} in each row. */
    public static ObjectVector constant(Object value, int capacity) {
        ObjectVector vector = new ObjectVector(capacity);
        for (int row = 0; row < capacity; row++) {
            vector.set(row, value);
        }
        return vector;
    }

    /** Begins another batch of values that are {@link #set}. */
    public void reset() {
        clear();
    }

    @Override
    void read(PageValues page, int from, int count) {
        page.readObjects(mapping, values, from, count);
    }

    /** The value of one row. */
    public void set(int row, Object value) {
        values[row] = value;
        if (value == null) {
            setNulls(row, 1);
        }
    }

    @Override
    boolean booleanAt(int row) {
        return (boolean) values[row];
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
        return (int) values[row];
    }

    @Override
    long longAt(int row) {
        return (long) values[row];
    }

    @Override
    float floatAt(int row) {
        return (float) values[row];
    }

    @Override
    double doubleAt(int row) {
        return (double) values[row];
    }

    @Override
    StringData stringAt(int row) {
        return (StringData) values[row];
    }

    @Override
    byte[] bytesAt(int row) {
        return (byte[]) values[row];
    }

    @Override
    DecimalData decimalAt(int row) {
        return (DecimalData) values[row];
    }

    @Override
    TimestampData timestampAt(int row) {
        return (TimestampData) values[row];
    }

    @Override
    ArrayData arrayAt(int row) {
        return (ArrayData) values[row];
    }

    @Override
    MapData mapAt(int row) {
        return (MapData) values[row];
    }

    @Override
    RowData rowAt(int row) {
        return (RowData) values[row];
    }

    @Override
    Variant variantAt(int row) {
        return (Variant) values[row];
    }
}
