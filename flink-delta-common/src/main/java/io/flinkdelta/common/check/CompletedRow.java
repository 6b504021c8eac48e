/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RawValueData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.variant.Variant;

/**
 * A row of the table made of a row of the sink and of computed values: each column comes from a position of
 * either. A view that is reused for the next row; one thread.
 */
final class CompletedRow implements RowData {
    /** For each column the position in the sink's row, or -1 for a computed one. */
    private final int[] positions;

    private final GenericRowData computed;
    private RowData row;

    /** @param positions for each column that in the sink's row, or -1 if it is computed */
    CompletedRow(int[] positions) {
        this.positions = positions.clone();
        this.computed = new GenericRowData(positions.length);
    }

    void replaceRow(RowData newRow) {
        row = newRow;
    }

    /** Sets the value of a computed column, in Flink's internal form. */
    void compute(int column, Object value) {
        computed.setField(column, value);
    }

    private RowData source(int column) {
        return positions[column] < 0 ? computed : row;
    }

    private int position(int column) {
        return positions[column] < 0 ? column : positions[column];
    }

    @Override
    public int getArity() {
        return positions.length;
    }

    @Override
    public RowKind getRowKind() {
        return row.getRowKind();
    }

    @Override
    public void setRowKind(RowKind kind) {
        throw new UnsupportedOperationException("a view");
    }

    @Override
    public boolean isNullAt(int column) {
        return source(column).isNullAt(position(column));
    }

    @Override
    public boolean getBoolean(int column) {
        return source(column).getBoolean(position(column));
    }

    @Override
    public byte getByte(int column) {
        return source(column).getByte(position(column));
    }

    @Override
    public short getShort(int column) {
        return source(column).getShort(position(column));
    }

    @Override
    public int getInt(int column) {
        return source(column).getInt(position(column));
    }

    @Override
    public long getLong(int column) {
        return source(column).getLong(position(column));
    }

    @Override
    public float getFloat(int column) {
        return source(column).getFloat(position(column));
    }

    @Override
    public double getDouble(int column) {
        return source(column).getDouble(position(column));
    }

    @Override
    public StringData getString(int column) {
        return source(column).getString(position(column));
    }

    @Override
    public DecimalData getDecimal(int column, int precision, int scale) {
        return source(column).getDecimal(position(column), precision, scale);
    }

    @Override
    public TimestampData getTimestamp(int column, int precision) {
        return source(column).getTimestamp(position(column), precision);
    }

    @Override
    public <T> RawValueData<T> getRawValue(int column) {
        return source(column).getRawValue(position(column));
    }

    @Override
    public byte[] getBinary(int column) {
        return source(column).getBinary(position(column));
    }

    @Override
    public ArrayData getArray(int column) {
        return source(column).getArray(position(column));
    }

    @Override
    public MapData getMap(int column) {
        return source(column).getMap(position(column));
    }

    @Override
    public RowData getRow(int column, int fields) {
        return source(column).getRow(position(column), fields);
    }

    @Override
    public Variant getVariant(int column) {
        return source(column).getVariant(position(column));
    }
}
