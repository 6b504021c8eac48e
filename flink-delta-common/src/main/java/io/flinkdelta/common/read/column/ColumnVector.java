/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import java.util.Arrays;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.variant.Variant;

/**
 * The values of one column in the rows of a batch. A vector answers for the type that it was made for; asked for
 * another one it throws. One thread at a time.
 */
public abstract class ColumnVector {
    private final boolean[] nulls;
    private boolean anyNull;

    ColumnVector(int capacity) {
        this.nulls = new boolean[capacity];
    }

    /** Begins another batch. */
    final void clear() {
        if (anyNull) {
            Arrays.fill(nulls, false);
            anyNull = false;
        }
    }

    /** Makes {@code count} rows null. */
    final void setNulls(int from, int count) {
        Arrays.fill(nulls, from, from + count, true);
        anyNull = true;
    }

    /** Takes the next {@code count} values of a page for the rows from {@code from} on. */
    abstract void read(PageValues values, int from, int count);

    final boolean isNull(int row) {
        return anyNull && nulls[row];
    }

    boolean booleanAt(int row) {
        throw other("boolean");
    }

    byte byteAt(int row) {
        throw other("byte");
    }

    short shortAt(int row) {
        throw other("short");
    }

    int intAt(int row) {
        throw other("int");
    }

    long longAt(int row) {
        throw other("long");
    }

    float floatAt(int row) {
        throw other("float");
    }

    double doubleAt(int row) {
        throw other("double");
    }

    StringData stringAt(int row) {
        throw other("string");
    }

    byte[] bytesAt(int row) {
        throw other("bytes");
    }

    DecimalData decimalAt(int row) {
        throw other("decimal");
    }

    TimestampData timestampAt(int row) {
        throw other("timestamp");
    }

    ArrayData arrayAt(int row) {
        throw other("array");
    }

    MapData mapAt(int row) {
        throw other("map");
    }

    RowData rowAt(int row) {
        throw other("row");
    }

    Variant variantAt(int row) {
        throw other("variant");
    }

    private UnsupportedOperationException other(String asked) {
        return new UnsupportedOperationException(
                "a column of " + getClass().getSimpleName() + " was asked for a value of type " + asked);
    }
}
