/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/** A row of vectors: a window that is moved from row to row, so that whoever keeps a row copies it. One thread. */
public final class BatchRow implements RowData {
    private final ColumnVector[] columns;
    private int row;
    private RowKind kind = RowKind.INSERT;

    /** Its fields are {@code columns}. */
    public BatchRow(List<ColumnVector> columns) {
        this.columns = columns.toArray(ColumnVector[]::new);
    }

    /** Shows another row. */
    public void moveTo(int newRow) {
        row = newRow;
    }

    @Override
    public int getArity() {
        return columns.length;
    }

    @Override
    public RowKind getRowKind() {
        return kind;
    }

    @Override
    public void setRowKind(RowKind newKind) {
        kind = newKind;
    }

    @Override
    public boolean isNullAt(int field) {
        return columns[field].isNull(row);
    }

    @Override
    public boolean getBoolean(int field) {
        return columns[field].booleanAt(row);
    }

    @Override
    public byte getByte(int field) {
        return columns[field].byteAt(row);
    }

    @Override
    public short getShort(int field) {
        return columns[field].shortAt(row);
    }

    @Override
    public int getInt(int field) {
        return columns[field].intAt(row);
    }

    @Override
    public long getLong(int field) {
        return columns[field].longAt(row);
    }

    @Override
    public float getFloat(int field) {
        return columns[field].floatAt(row);
    }

    @Override
    public double getDouble(int field) {
        return columns[field].doubleAt(row);
    }

    @Override
    public StringData getString(int field) {
        return columns[field].stringAt(row);
    }

    @Override
    public DecimalData getDecimal(int field, int precision, int scale) {
        return columns[field].decimalAt(row);
    }

    @Override
    public TimestampData getTimestamp(int field, int precision) {
        return columns[field].timestampAt(row);
    }

    @Override
    public <T> RawValueData<T> getRawValue(int field) {
        throw new UnsupportedOperationException("a table has no raw values");
    }

    @Override
    public byte[] getBinary(int field) {
        return columns[field].bytesAt(row);
    }

    @Override
    public ArrayData getArray(int field) {
        return columns[field].arrayAt(row);
    }

    @Override
    public MapData getMap(int field) {
        return columns[field].mapAt(row);
    }

    @Override
    public RowData getRow(int field, int fields) {
        return columns[field].rowAt(row);
    }

    @Override
    public Variant getVariant(int field) {
        return columns[field].variantAt(row);
    }
}
