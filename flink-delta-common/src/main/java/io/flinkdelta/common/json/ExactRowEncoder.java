/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.schema.StructType;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Rows as JSON lines that are equal if and only if the rows are: every value is written exactly and
 * in one way only, so that the rows of two readers can be compared byte by byte.
 *
 * <p>Structs are objects in schema order with nulls written out, maps are arrays of pairs sorted by
 * the bytes of the encoded key, integers are numbers, floating-point numbers and decimals strings,
 * binaries lower-case hex, dates ISO strings, timestamps microseconds since the epoch. No spaces; in
 * strings only quotes, backslashes and control characters are escaped.
 */
public final class ExactRowEncoder {
    private static final HexFormat HEX = HexFormat.of();
    private static final char FIRST_PRINTABLE = 0x20;

    private final RowType rowType;

    private ExactRowEncoder(RowType rowType) {
        this.rowType = rowType;
    }

    /** For rows of this schema. */
    public static ExactRowEncoder of(StructType schema) {
        return of(DeltaTypes.toFlink(schema));
    }

    /** For rows of this type. */
    public static ExactRowEncoder of(RowType rowType) {
        return new ExactRowEncoder(rowType);
    }

    /** One line, without the line break. */
    public String encode(RowData row) {
        StringBuilder out = new StringBuilder();
        struct(row, rowType, out);
        return out.toString();
    }

    private void struct(RowData row, RowType type, StringBuilder out) {
        out.append('{');
        for (int i = 0; i < type.getFieldCount(); i++) {
            if (i > 0) {
                out.append(',');
            }
            string(type.getFieldNames().get(i), out);
            out.append(':');
            LogicalType fieldType = type.getTypeAt(i);
            value(RowData.createFieldGetter(fieldType, i).getFieldOrNull(row), fieldType, out);
        }
        out.append('}');
    }

    private void value(Object value, LogicalType type, StringBuilder out) {
        if (value == null) {
            out.append("null");
            return;
        }
        switch (type.getTypeRoot()) {
            case ROW -> struct((RowData) value, (RowType) type, out);
            case ARRAY -> array((ArrayData) value, ((ArrayType) type).getElementType(), out);
            case MAP -> map((MapData) value, (MapType) type, out);
            case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT -> out.append(value);
            case FLOAT -> string(JavaNumbers.toString((float) value), out);
            case DOUBLE -> string(JavaNumbers.toString((double) value), out);
            case DECIMAL -> string(decimal((DecimalData) value, (DecimalType) type), out);
            case BINARY, VARBINARY -> string(HEX.formatHex((byte[]) value), out);
            case DATE -> string(LocalDate.ofEpochDay((int) value).toString(), out);
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                out.append(EpochTimes.micros((TimestampData) value));
            default -> string(value.toString(), out);
        }
    }

    private static String decimal(DecimalData value, DecimalType type) {
        return value.toBigDecimal()
                .setScale(type.getScale(), RoundingMode.UNNECESSARY)
                .toPlainString();
    }

    private void array(ArrayData array, LogicalType elementType, StringBuilder out) {
        ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType);
        out.append('[');
        for (int i = 0; i < array.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            value(getter.getElementOrNull(array, i), elementType, out);
        }
        out.append(']');
    }

    private void map(MapData map, MapType type, StringBuilder out) {
        ArrayData.ElementGetter keys = ArrayData.createElementGetter(type.getKeyType());
        ArrayData.ElementGetter values = ArrayData.createElementGetter(type.getValueType());
        Map<byte[], String> entries = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 0; i < map.size(); i++) {
            StringBuilder entry = new StringBuilder();
            value(keys.getElementOrNull(map.keyArray(), i), type.getKeyType(), entry);
            byte[] key = entry.toString().getBytes(StandardCharsets.UTF_8);
            entry.append(',');
            value(values.getElementOrNull(map.valueArray(), i), type.getValueType(), entry);
            entries.put(key, entry.toString());
        }
        StringBuilder joined = new StringBuilder();
        entries.values()
                .forEach(entry -> joined.append(joined.isEmpty() ? "[" : ",[")
                        .append(entry)
                        .append(']'));
        out.append('[').append(joined).append(']');
    }

    private static void string(String value, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"' || character == '\\') {
                out.append('\\').append(character);
            } else if (character < FIRST_PRINTABLE) {
                out.append("\\u00").append(HEX.toHexDigits((byte) character));
            } else {
                out.append(character);
            }
        }
        out.append('"');
    }
}
