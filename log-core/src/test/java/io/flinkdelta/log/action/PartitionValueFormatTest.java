/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import static io.flinkdelta.log.schema.PrimitiveType.BINARY;
import static io.flinkdelta.log.schema.PrimitiveType.BOOLEAN;
import static io.flinkdelta.log.schema.PrimitiveType.BYTE;
import static io.flinkdelta.log.schema.PrimitiveType.DATE;
import static io.flinkdelta.log.schema.PrimitiveType.DOUBLE;
import static io.flinkdelta.log.schema.PrimitiveType.FLOAT;
import static io.flinkdelta.log.schema.PrimitiveType.INTEGER;
import static io.flinkdelta.log.schema.PrimitiveType.LONG;
import static io.flinkdelta.log.schema.PrimitiveType.SHORT;
import static io.flinkdelta.log.schema.PrimitiveType.STRING;
import static io.flinkdelta.log.schema.PrimitiveType.TIMESTAMP;
import static io.flinkdelta.log.schema.PrimitiveType.TIMESTAMP_NTZ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PartitionValueFormatTest {

    static Stream<Arguments> values() {
        return Stream.of(
                arguments(STRING, "a/b:c", "a/b:c"),
                arguments(LONG, Long.MIN_VALUE, "-9223372036854775808"),
                arguments(INTEGER, -1, "-1"),
                arguments(SHORT, (short) 7, "7"),
                arguments(BYTE, (byte) -128, "-128"),
                arguments(FLOAT, Float.NaN, "NaN"),
                arguments(FLOAT, 1.5f, "1.5"),
                arguments(DOUBLE, -0.0, "-0.0"),
                arguments(DOUBLE, 1e100, "1.0E100"),
                arguments(DOUBLE, Double.NEGATIVE_INFINITY, "-Infinity"),
                arguments(BOOLEAN, true, "true"),
                arguments(BINARY, "日本".getBytes(StandardCharsets.UTF_8), "日本"),
                arguments(new DecimalType(10, 2), new BigDecimal("-7.50"), "-7.50"),
                arguments(new DecimalType(38, 18), new BigDecimal("1E-18"), "0.000000000000000001"),
                arguments(DATE, (int) LocalDate.of(1582, 10, 4).toEpochDay(), "1582-10-04"),
                arguments(DATE, (int) LocalDate.of(10186, 4, 20).toEpochDay(), "+10186-04-20"),
                arguments(DATE, (int) LocalDate.of(-221, 9, 4).toEpochDay(), "-0221-09-04"),
                arguments(TIMESTAMP, 0L, "1970-01-01T00:00:00.000000Z"),
                arguments(TIMESTAMP, -1L, "1969-12-31T23:59:59.999999Z"),
                arguments(TIMESTAMP, micros("+10186-04-20T00:00:00Z"), "+10186-04-20T00:00:00.000000Z"),
                arguments(TIMESTAMP_NTZ, 0L, "1970-01-01 00:00:00"),
                arguments(TIMESTAMP_NTZ, -1L, "1969-12-31 23:59:59.999999"),
                arguments(TIMESTAMP_NTZ, 500_000L, "1970-01-01 00:00:00.5"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesAreReadAndWritten(DataType type, Object value, String text) {
        assertThat(PartitionValueFormat.format("p", type, value)).isEqualTo(text);
        assertThat(PartitionValueFormat.parse("p", type, text)).isEqualTo(value);
    }

    @Test
    void nothingIsNull() {
        assertThat(PartitionValueFormat.format("p", STRING, "")).isNull();
        assertThat(PartitionValueFormat.format("p", BINARY, new byte[0])).isNull();
        assertThat(PartitionValueFormat.format("p", LONG, null)).isNull();
        assertThat(PartitionValueFormat.parse("p", STRING, "")).isNull();
        assertThat(PartitionValueFormat.parse("p", INTEGER, "")).isNull();
        assertThat(PartitionValueFormat.parse("p", DATE, null)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "2020-03-21T10:13:08.123456Z, 2020-03-21T10:13:08.123456Z",
        "2020-03-21 10:13:08, 2020-03-21T10:13:08Z",
        "2020-03-21 10:13:08.5, 2020-03-21T10:13:08.500Z",
        "2020-03-21 10:13:08.123456789, 2020-03-21T10:13:08.123456Z",
        "2020-03-21T10:13:08.000-08:00, 2020-03-21T18:13:08Z",
        "2020-03-21T10:13:08+0130, 2020-03-21T08:43:08Z",
        "2020-03-21T10:13:08+05, 2020-03-21T05:13:08Z",
        "2020-03-21 10:13, 2020-03-21T10:13:00Z",
        "2020-03-21, 2020-03-21T00:00:00Z"
    })
    void timestampsOfOtherWritersAreRead(String text, String instant) {
        assertThat(PartitionValueFormat.parse("p", TIMESTAMP, text)).isEqualTo(micros(instant));
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                arguments(INTEGER, "2147483648"),
                arguments(INTEGER, "1.0"),
                arguments(BYTE, "128"),
                arguments(BOOLEAN, "yes"),
                arguments(DOUBLE, "one"),
                arguments(DATE, "2020-02-30"),
                arguments(TIMESTAMP, "yesterday"),
                arguments(TIMESTAMP_NTZ, "2020-03-21T10:13:08Z"),
                arguments(new DecimalType(4, 2), "1.234"),
                arguments(new DecimalType(4, 2), "123.4"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void whatIsNoValueIsCorrupt(DataType type, String text) {
        assertThatThrownBy(() -> PartitionValueFormat.parse("col", type, text))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("column=col", "type=" + type.describe(), "value=" + text);
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        assertThatThrownBy(() -> PartitionValueFormat.format("bin", BINARY, new byte[] {(byte) 0xFF}))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=bin");
    }

    @Test
    void aValueOfAnotherTypeIsRefused() {
        assertThatThrownBy(() -> PartitionValueFormat.format("p", LONG, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(PartitionValueFormat.supports(new ArrayType(LONG, true))).isFalse();
        assertThat(PartitionValueFormat.supports(new DecimalType(1, 0))).isTrue();
    }

    private static long micros(String instant) {
        Instant parsed = Instant.parse(instant);
        return parsed.getEpochSecond() * 1_000_000 + parsed.getNano() / 1000;
    }
}
