/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.variant.BinaryVariant;

/**
 * The values of a row as bytes: two rows of one type have the same bytes when all of their values are the same, floating
 * point numbers bit for bit, maps entry by entry. One thread.
 */
final class RowBytes {
    private final List<RowData.FieldGetter> getters = new ArrayList<>();
    private final List<FieldBytes> fields = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Writes a value that is not null. */
    @FunctionalInterface
    private interface FieldBytes {
        void write(Object value, DataOutputStream out) throws IOException;
    }

    RowBytes(RowType type) {
        for (int i = 0; i < type.getFieldCount(); i++) {
            getters.add(RowData.createFieldGetter(type.getTypeAt(i).copy(true), i));
            fields.add(of(type.getTypeAt(i)));
        }
    }

    /** The bytes of a row, whatever its kind. */
    byte[] of(RowData row) {
        bytes.reset();
        try {
            for (int i = 0; i < fields.size(); i++) {
                write(fields.get(i), getters.get(i).getFieldOrNull(row), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(FieldBytes field, Object value, DataOutputStream out) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            field.write(value, out);
        }
    }

    private static FieldBytes of(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> (value, out) -> write(((StringData) value).toBytes(), out);
            case BINARY, VARBINARY -> (value, out) -> write((byte[]) value, out);
            case BOOLEAN -> (value, out) -> out.writeBoolean((boolean) value);
            case TINYINT -> (value, out) -> out.writeByte((byte) value);
            case SMALLINT -> (value, out) -> out.writeShort((short) value);
            case INTEGER, DATE -> (value, out) -> out.writeInt((int) value);
            case BIGINT -> (value, out) -> out.writeLong((long) value);
            case FLOAT -> (value, out) -> out.writeInt(Float.floatToRawIntBits((float) value));
            case DOUBLE -> (value, out) -> out.writeLong(Double.doubleToRawLongBits((double) value));
            // All of one column have the column's scale.
            case DECIMAL -> (value, out) -> write(((DecimalData) value).toUnscaledBytes(), out);
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> RowBytes::writeTimestamp;
            case ARRAY -> array(((ArrayType) type).getElementType());
            case MAP -> map((MapType) type);
            case ROW -> row((RowType) type);
            case VARIANT ->
                (value, out) -> {
                    write(((BinaryVariant) value).getMetadata(), out);
                    write(((BinaryVariant) value).getValue(), out);
                };
            case NULL -> (value, out) -> out.writeByte(0);
            default -> throw new IllegalArgumentException("no column has the type " + type);
        };
    }

    private static void writeTimestamp(Object value, DataOutputStream out) throws IOException {
        TimestampData timestamp = (TimestampData) value;
        out.writeLong(timestamp.getMillisecond());
        out.writeInt(timestamp.getNanoOfMillisecond());
    }

    private static void write(byte[] value, DataOutputStream out) throws IOException {
        out.writeInt(value.length);
        out.write(value);
    }

    private static FieldBytes array(LogicalType elementType) {
        ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType.copy(true));
        FieldBytes element = of(elementType);
        return (value, out) -> {
            ArrayData array = (ArrayData) value;
            out.writeInt(array.size());
            for (int i = 0; i < array.size(); i++) {
                write(element, getter.getElementOrNull(array, i), out);
            }
        };
    }

    private static FieldBytes map(MapType type) {
        FieldBytes keys = array(type.getKeyType());
        FieldBytes values = array(type.getValueType());
        return (value, out) -> {
            keys.write(((MapData) value).keyArray(), out);
            values.write(((MapData) value).valueArray(), out);
        };
    }

    private static FieldBytes row(RowType type) {
        RowBytes nested = new RowBytes(type);
        return (value, out) -> out.write(nested.of((RowData) value));
    }
}
