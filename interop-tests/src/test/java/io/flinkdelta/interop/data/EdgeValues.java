/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;

/** The values at the edges of every Flink type that has a Delta type, in Flink's internal form. */
public final class EdgeValues {
    private static final String EMOJI = "\uD83D\uDE00";
    private static final String LAST_CODE_POINT = "\uDBFF\uDFFF";

    /** What breaks paths, JSON or quoting somewhere. */
    public static final List<String> STRINGS = List.of(
            "plain",
            "",
            " ",
            " leading and trailing ",
            "a/b",
            "a\\b",
            "50%",
            "%41%2F",
            "a:b",
            "a=b",
            "a#b?c&d+e",
            "it's",
            "say \"no\"",
            "line\nfeed\ttab\rreturn",
            "Caf\u00e9 M\u00fcnchen",
            "Korea, South",
            "\u65e5\u672c\u8a9e",
            EMOJI + "a" + EMOJI,
            ".",
            "..",
            "*[x]{y}^|~`<>;$!",
            "__HIVE_DEFAULT_PARTITION__x",
            "null",
            "\u0001\u001f\u007f");

    private static final List<String> LONG_STRINGS = List.of(
            "x".repeat(32),
            "y".repeat(33),
            "z".repeat(31) + EMOJI + "tail",
            LAST_CODE_POINT.repeat(40),
            "\uFFFF".repeat(33),
            "nul\0inside",
            "e\u0301 combining");

    private static final List<String> DATES = List.of(
            "0001-01-01",
            "1582-10-04",
            "1582-10-05",
            "1582-10-14",
            "1582-10-15",
            "1900-01-01",
            "1969-12-31",
            "1970-01-01",
            "2020-02-29",
            "9999-12-31");

    private static final List<String> TIMESTAMPS = List.of(
            "0001-01-01T00:00:00",
            "1582-10-04T23:59:59.999999",
            "1582-10-10T12:00:00.000001",
            "1883-11-18T12:00:00",
            "1900-01-01T00:00:00.1",
            "1969-12-31T23:59:59.999999",
            "1970-01-01T00:00:00",
            "1970-01-01T00:00:00.000001",
            "2020-03-29T01:30:00.123",
            "2021-10-31T02:30:00.123456",
            "2038-01-19T03:14:08",
            "9999-12-31T23:59:59.999999");

    private EdgeValues() {}

    /** The values; null is among them where the type allows it. */
    public static List<Object> of(LogicalType type) {
        List<Object> values = new ArrayList<>();
        if (type.isNullable()) {
            values.add(null);
        }
        values.addAll(present(type));
        return values;
    }

    private static List<?> present(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> List.of(true, false);
            case TINYINT -> List.of(Byte.MIN_VALUE, (byte) -1, (byte) 0, Byte.MAX_VALUE);
            case SMALLINT -> List.of(Short.MIN_VALUE, (short) -1, (short) 0, Short.MAX_VALUE);
            case INTEGER -> List.of(Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE);
            case BIGINT -> List.of(Long.MIN_VALUE, -1L, 0L, (1L << 53) + 1, Long.MAX_VALUE);
            case FLOAT -> floats();
            case DOUBLE -> doubles();
            case DECIMAL -> decimals((DecimalType) type);
            case CHAR, VARCHAR ->
                Stream.concat(STRINGS.stream(), LONG_STRINGS.stream())
                        .map(StringData::fromString)
                        .toList();
            case BINARY, VARBINARY -> List.of(new byte[0], new byte[] {0}, new byte[] {-1, 0, 127, -128}, utf8(EMOJI));
            case DATE ->
                DATES.stream()
                        .map(text -> (int) LocalDate.parse(text).toEpochDay())
                        .toList();
            case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamps(((TimestampType) type).getPrecision());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamps(((LocalZonedTimestampType) type).getPrecision());
            case ARRAY -> arrays((ArrayType) type);
            case MAP -> maps((MapType) type);
            case ROW -> rows((RowType) type);
            default -> throw new IllegalArgumentException(type.asSummaryString());
        };
    }

    private static List<Float> floats() {
        return List.of(
                Float.NaN,
                Float.NEGATIVE_INFINITY,
                -Float.MAX_VALUE,
                -0.0f,
                0.0f,
                Float.MIN_VALUE,
                0.1f,
                1.0E10f,
                Float.MAX_VALUE,
                Float.POSITIVE_INFINITY);
    }

    private static List<Double> doubles() {
        return List.of(
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                -Double.MAX_VALUE,
                -0.0,
                0.0,
                Double.MIN_VALUE,
                0.1,
                1.9999999999999998E23,
                Double.MAX_VALUE,
                Double.POSITIVE_INFINITY);
    }

    private static List<DecimalData> decimals(DecimalType type) {
        BigInteger largest = BigInteger.TEN.pow(type.getPrecision()).subtract(BigInteger.ONE);
        return Stream.of(largest.negate(), BigInteger.ONE.negate(), BigInteger.ZERO, BigInteger.ONE, largest)
                .map(unscaled -> DecimalData.fromBigDecimal(
                        new BigDecimal(unscaled, type.getScale()), type.getPrecision(), type.getScale()))
                .toList();
    }

    private static List<TimestampData> timestamps(int precision) {
        long unit = 1_000_000_000L / (long) Math.pow(10, precision);
        return TIMESTAMPS.stream()
                .map(LocalDateTime::parse)
                .map(exact -> exact.withNano((int) (exact.get(ChronoField.NANO_OF_SECOND) / unit * unit)))
                .map(cut -> TimestampData.fromInstant(cut.toInstant(ZoneOffset.UTC)))
                .toList();
    }

    private static List<GenericArrayData> arrays(ArrayType type) {
        List<Object> elements = of(type.getElementType());
        return List.of(
                new GenericArrayData(new Object[0]),
                new GenericArrayData(elements.toArray()),
                new GenericArrayData(new Object[] {elements.get(0)}),
                new GenericArrayData(new Object[] {elements.get(elements.size() - 1), elements.get(0)}));
    }

    private static List<GenericMapData> maps(MapType type) {
        List<Object> values = of(type.getValueType());
        List<?> keys = present(type.getKeyType());
        Map<Object, Object> full = new LinkedHashMap<>();
        for (int i = 0; i < Math.max(keys.size(), values.size()) && i < keys.size(); i++) {
            full.put(keys.get(i), values.get(i % values.size()));
        }
        Map<Object, Object> single = new LinkedHashMap<>();
        single.put(keys.get(keys.size() - 1), values.get(0));
        return List.of(new GenericMapData(Map.of()), new GenericMapData(full), new GenericMapData(single));
    }

    private static List<GenericRowData> rows(RowType type) {
        List<GenericRowData> rows = new ArrayList<>();
        int count = type.getChildren().stream()
                .mapToInt(child -> of(child).size())
                .max()
                .orElseThrow();
        for (int i = 0; i < count; i++) {
            rows.add(row(type, i, 0));
        }
        return rows;
    }

    /** The {@code index}th row of a type: its columns run through their values, each one {@code shift} further. */
    public static GenericRowData row(RowType type, int index, int shift) {
        GenericRowData row = new GenericRowData(type.getFieldCount());
        for (int i = 0; i < type.getFieldCount(); i++) {
            List<Object> values = of(type.getTypeAt(i));
            row.setField(i, values.get((index + i * shift) % values.size()));
        }
        return row;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
