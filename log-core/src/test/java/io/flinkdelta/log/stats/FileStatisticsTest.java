/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileStatisticsTest {

    static Stream<Arguments> bounds() {
        return Stream.of(
                arguments(
                        PrimitiveType.LONG,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        "-9223372036854775808",
                        "9223372036854775807"),
                arguments(PrimitiveType.BYTE, (byte) -1, (byte) 1, "-1", "1"),
                arguments(PrimitiveType.SHORT, (short) -1, (short) 1, "-1", "1"),
                arguments(PrimitiveType.FLOAT, -0.0f, 1.5f, "-0.0", "1.5"),
                arguments(PrimitiveType.FLOAT, Float.NEGATIVE_INFINITY, Float.NaN, "\"-Infinity\"", "\"NaN\""),
                arguments(PrimitiveType.DOUBLE, 0.0, Double.POSITIVE_INFINITY, "0.0", "\"Infinity\""),
                arguments(PrimitiveType.DOUBLE, -1e100, -0.0, "-1.0E100", "0.0"),
                arguments(PrimitiveType.DOUBLE, Double.NaN, Double.NaN, "\"NaN\"", "\"NaN\""),
                arguments(new DecimalType(10, 4), new BigDecimal("0"), new BigDecimal("1E+2"), "0.0000", "100.0000"),
                arguments(new DecimalType(4, 1), new BigDecimal("-1.25"), new BigDecimal("1.25"), "-1.3", "1.3"),
                arguments(PrimitiveType.STRING, "", "a\"\n\u0001", "\"\"", "\"a\\\"\\n\\u0001\""),
                arguments(
                        PrimitiveType.DATE, day(1582, 10, 4), day(10186, 4, 20), "\"1582-10-04\"", "\"+10186-04-20\""),
                arguments(PrimitiveType.DATE, day(-221, 9, 4), day(1, 1, 1), "\"-0221-09-04\"", "\"0001-01-01\""),
                arguments(
                        PrimitiveType.TIMESTAMP,
                        0L,
                        0L,
                        "\"1970-01-01T00:00:00.000Z\"",
                        "\"1970-01-01T00:00:00.000Z\""),
                arguments(
                        PrimitiveType.TIMESTAMP,
                        -1L,
                        1L,
                        "\"1969-12-31T23:59:59.999Z\"",
                        "\"1970-01-01T00:00:00.001Z\""),
                arguments(
                        PrimitiveType.TIMESTAMP_NTZ,
                        -1001L,
                        -1001L,
                        "\"1969-12-31T23:59:59.998\"",
                        "\"1969-12-31T23:59:59.999\""),
                arguments(
                        PrimitiveType.TIMESTAMP,
                        micros(10186, 4),
                        micros(10186, 4) + 5,
                        "\"+10186-04-01T00:00:00.000Z\"",
                        "\"+10186-04-01T00:00:00.001Z\""),
                arguments(
                        PrimitiveType.TIMESTAMP_NTZ,
                        micros(-1, 1),
                        micros(10000, 1),
                        "\"-0001-01-01T00:00:00.000\"",
                        "\"+10000-01-01T00:00:00.000\""));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void boundsAreFormattedAsSparkDoes(DataType type, Object min, Object max, String minJson, String maxJson) {
        assertThat(of(type, min, max))
                .isEqualTo("{\"numRecords\":7,\"minValues\":{\"c\":" + minJson + "},\"maxValues\":{\"c\":" + maxJson
                        + "},\"nullCount\":{\"c\":2}}");
    }

    @Test
    void theEndOfTimeHasNoMaximum() {
        long end = micros(10000, 1) - 1;
        assertThat(of(PrimitiveType.TIMESTAMP, end, end))
                .isEqualTo("{\"numRecords\":7,\"minValues\":{\"c\":\"9999-12-31T23:59:59.999Z\"},\"maxValues\":{},"
                        + "\"nullCount\":{\"c\":2}}");
        assertThat(of(PrimitiveType.TIMESTAMP_NTZ, end, end - 999))
                .contains("\"maxValues\":{\"c\":\"9999-12-31T23:59:59.999\"}");
    }

    @Test
    void theEndsOfTheRangeAreWritten() {
        assertThat(of(PrimitiveType.TIMESTAMP, Long.MIN_VALUE, Long.MAX_VALUE))
                .contains("\"-290308-12-21T19:59:05.224Z\"", "\"+294247-01-10T04:00:54.776Z\"");
    }

    @Test
    void longStringsAreShortened() {
        String text = "x".repeat(40);
        assertThat(of(PrimitiveType.STRING, text, text))
                .contains("{\"c\":\"" + "x".repeat(32) + "\"}", "{\"c\":\"" + "x".repeat(32) + "\u007F\"}");
    }

    @Test
    void allNullColumnsAndStructsKeepTheirPlace() {
        StructType inner = StructType.of(
                new StructField("a", PrimitiveType.LONG, true),
                new StructField("list", new ArrayType(PrimitiveType.LONG, true), true));
        StructType schema = StructType.of(
                new StructField("s", inner, true),
                new StructField("flags", StructType.of(new StructField("b", PrimitiveType.BOOLEAN, true)), true),
                new StructField("bin", PrimitiveType.BINARY, true));
        FileStatistics.Builder builder = FileStatistics.builder(schema, StatsColumns.of(schema, List.of(), Map.of()))
                .numRecords(3)
                .column(List.of("s", "a"), null, null, 3)
                .nullCount(List.of("s", "list"), 1)
                .nullCount(List.of("flags", "b"), 0)
                .nullCount(List.of("not listed"), 9);
        assertThat(builder.build().toJson())
                .isEqualTo("{\"numRecords\":3,\"minValues\":{\"s\":{}},\"maxValues\":{\"s\":{}},"
                        + "\"nullCount\":{\"s\":{\"a\":3,\"list\":1},\"flags\":{\"b\":0}}}");
    }

    @Test
    void withoutColumnsThereIsTheCountAlone() {
        StructType schema = StructType.of(new StructField("c", PrimitiveType.LONG, true));
        FileStatistics statistics = FileStatistics.builder(schema, new StatsColumns(List.of()))
                .numRecords(5)
                .build();
        assertThat(statistics.toJson()).isEqualTo("{\"numRecords\":5}");
        assertThat(statistics.numRecords()).isEqualTo(5);
    }

    @Test
    void valuesOfAnotherTypeAreRefused() {
        assertThatThrownBy(() -> of(PrimitiveType.LONG, 1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(PrimitiveType.BOOLEAN, false, true)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theCountIsReadFromStatisticsOfAnyShape() {
        assertThat(FileStatistics.numRecords("{\"minValues\":{\"numRecords\":1},\"numRecords\":7}"))
                .hasValue(7);
        assertThat(FileStatistics.numRecords("{}")).isEmpty();
        assertThat(FileStatistics.numRecords("{\"numRecords\":null}")).isEmpty();
        assertThat(FileStatistics.numRecords("nonsense")).isEmpty();
        assertThat(FileStatistics.numRecords("")).isEmpty();
    }

    private static String of(DataType type, Object min, Object max) {
        StructType schema = StructType.of(new StructField("c", type, true));
        return FileStatistics.builder(schema, StatsColumns.of(schema, List.of(), Map.of()))
                .numRecords(7)
                .column(List.of("c"), min, max, 2)
                .build()
                .toJson();
    }

    private static int day(int year, int month, int day) {
        return (int) LocalDate.of(year, month, day).toEpochDay();
    }

    private static long micros(int year, int month) {
        return LocalDateTime.of(year, month, 1, 0, 0).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
    }
}
