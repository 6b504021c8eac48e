/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructType;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.RowData;

/** Takes Flink's values out of rows and arrays by their Delta types, so that any name of a column will do. */
final class RowValues {
    /** The digits after the second of a timestamp. */
    private static final int MICROS = 6;

    private RowValues() {}

    /** The value at {@code position}, or null. */
    static Object of(RowData row, int position, DataType type) {
        if (row.isNullAt(position)) {
            return null;
        }
        if (type instanceof StructType struct) {
            return row.getRow(position, struct.fields().size());
        }
        if (type instanceof ArrayType) {
            return row.getArray(position);
        }
        if (type instanceof MapType) {
            return row.getMap(position);
        }
        if (type instanceof DecimalType decimal) {
            return row.getDecimal(position, decimal.precision(), decimal.scale());
        }
        return switch ((PrimitiveType) type) {
            case STRING -> row.getString(position);
            case LONG -> row.getLong(position);
            case INTEGER, DATE -> row.getInt(position);
            case SHORT -> row.getShort(position);
            case BYTE -> row.getByte(position);
            case FLOAT -> row.getFloat(position);
            case DOUBLE -> row.getDouble(position);
            case BOOLEAN -> row.getBoolean(position);
            case BINARY -> row.getBinary(position);
            case TIMESTAMP, TIMESTAMP_NTZ -> row.getTimestamp(position, MICROS);
            case VARIANT -> row.getVariant(position);
            case VOID -> null;
        };
    }

    /** The element at {@code position}, or null. */
    static Object of(ArrayData array, int position, DataType type) {
        if (array.isNullAt(position)) {
            return null;
        }
        if (type instanceof StructType struct) {
            return array.getRow(position, struct.fields().size());
        }
        if (type instanceof ArrayType) {
            return array.getArray(position);
        }
        if (type instanceof MapType) {
            return array.getMap(position);
        }
        if (type instanceof DecimalType decimal) {
            return array.getDecimal(position, decimal.precision(), decimal.scale());
        }
        return switch ((PrimitiveType) type) {
            case STRING -> array.getString(position);
            case LONG -> array.getLong(position);
            case INTEGER, DATE -> array.getInt(position);
            case SHORT -> array.getShort(position);
            case BYTE -> array.getByte(position);
            case FLOAT -> array.getFloat(position);
            case DOUBLE -> array.getDouble(position);
            case BOOLEAN -> array.getBoolean(position);
            case BINARY -> array.getBinary(position);
            case TIMESTAMP, TIMESTAMP_NTZ -> array.getTimestamp(position, MICROS);
            case VARIANT -> array.getVariant(position);
            case VOID -> null;
        };
    }
}
