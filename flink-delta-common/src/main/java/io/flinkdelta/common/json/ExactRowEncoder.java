/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
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
import org.apache.flink.types.variant.Variant;

/**
 * Rows as JSON lines that are equal if and only if the rows are: every value is written exactly and
 * in one way only, so that the rows of two readers can be compared byte by byte.
 *
 * <p>Structs are objects in schema order with nulls written out, maps are arrays of pairs sorted by
 * the bytes of the encoded key, integers are numbers, floating-point numbers and decimals strings,
 * binaries lower-case hex, dates ISO strings, timestamps microseconds since the epoch, variants strings of
 * their JSON in UTC. No spaces; in strings only quotes, backslashes and control characters are escaped.
 */
public final class ExactRowEncoder {
    private static final HexFormat HEX = HexFormat.of();
    private static final char FIRST_PRINTABLE = 0x20;

    private final StructType schema;

    private ExactRowEncoder(StructType schema) {
        this.schema = schema;
    }

    /** For rows of this schema, with timestamps of Flink's precision 6, as readers of this library give them. */
    public static ExactRowEncoder of(StructType schema) {
        return new ExactRowEncoder(schema);
    }

    /** One line, without the line break. */
    public String encode(RowData row) {
        StringBuilder out = new StringBuilder();
        struct(row, schema, out);
        return out.toString();
    }

    private void struct(RowData row, StructType type, StringBuilder out) {
        out.append('{');
        for (int i = 0; i < type.fields().size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            StructField field = type.fields().get(i);
            string(field.name(), out);
            out.append(':');
            value(RowValues.of(row, i, field.type()), field.type(), out);
        }
        out.append('}');
    }

    private void value(Object value, DataType type, StringBuilder out) {
        if (value == null) {
            out.append("null");
        } else if (type instanceof StructType struct) {
            struct((RowData) value, struct, out);
        } else if (type instanceof ArrayType array) {
            array((ArrayData) value, array.elementType(), out);
        } else if (type instanceof MapType map) {
            map((MapData) value, map, out);
        } else if (type instanceof DecimalType decimal) {
            string(decimal((DecimalData) value, decimal), out);
        } else {
            primitive(value, (PrimitiveType) type, out);
        }
    }

    private static void primitive(Object value, PrimitiveType type, StringBuilder out) {
        switch (type) {
            case BOOLEAN, BYTE, SHORT, INTEGER, LONG -> out.append(value);
            case FLOAT -> string(JavaNumbers.toString((float) value), out);
            case DOUBLE -> string(JavaNumbers.toString((double) value), out);
            case BINARY -> string(HEX.formatHex((byte[]) value), out);
            case DATE -> string(LocalDate.ofEpochDay((int) value).toString(), out);
            case TIMESTAMP, TIMESTAMP_NTZ -> out.append(EpochTimes.micros((TimestampData) value));
            case VARIANT -> string(((Variant) value).toJson(), out);
            case STRING, VOID -> string(value.toString(), out);
        }
    }

    private static String decimal(DecimalData value, DecimalType type) {
        return value.toBigDecimal()
                .setScale(type.scale(), RoundingMode.UNNECESSARY)
                .toPlainString();
    }

    private void array(ArrayData array, DataType elementType, StringBuilder out) {
        out.append('[');
        for (int i = 0; i < array.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            value(RowValues.of(array, i, elementType), elementType, out);
        }
        out.append(']');
    }

    private void map(MapData map, MapType type, StringBuilder out) {
        Map<byte[], String> entries = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 0; i < map.size(); i++) {
            StringBuilder entry = new StringBuilder();
            value(RowValues.of(map.keyArray(), i, type.keyType()), type.keyType(), entry);
            byte[] key = entry.toString().getBytes(StandardCharsets.UTF_8);
            entry.append(',');
            value(RowValues.of(map.valueArray(), i, type.valueType()), type.valueType(), entry);
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
