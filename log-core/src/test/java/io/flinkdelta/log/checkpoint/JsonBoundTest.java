/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonToken;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What is read by its digits is what the JDK's own parsers make of it. */
class JsonBoundTest {
    private static final int VALUES = 20_000;

    private final Random random = new Random(20);

    @Test
    void wholeNumbersUpToTheirLimits() {
        assertThat(number(PrimitiveType.LONG, "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(number(PrimitiveType.LONG, "-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        assertThat(number(PrimitiveType.LONG, "9223372036854775808")).isNull();
        assertThat(number(PrimitiveType.LONG, "-0")).isEqualTo(0L);
        assertThat(number(PrimitiveType.BYTE, "-128")).isEqualTo(-128L);
        assertThat(number(PrimitiveType.LONG, "1.0")).isNull();
        for (int i = 0; i < VALUES; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(number(PrimitiveType.LONG, Long.toString(value))).isEqualTo(value);
        }
    }

    @Test
    void decimalsThatTheTypeHolds() {
        for (int i = 0; i < VALUES; i++) {
            int precision = 1 + random.nextInt(38);
            DecimalType type = new DecimalType(precision, random.nextInt(precision + 1));
            String text = decimalText();
            assertThat(number(type, text)).as("%s of %s", text, type.describe()).isEqualTo(decimal(type, text));
        }
    }

    @Test
    void floatsAndDoublesThatStandForTheText() {
        for (int i = 0; i < VALUES; i++) {
            String text = random.nextBoolean() ? decimalText() : Double.toString(random.nextGaussian());
            double asDouble = Double.parseDouble(text);
            float asFloat = Float.parseFloat(text);
            assertThat(number(PrimitiveType.DOUBLE, text))
                    .as(text)
                    .isEqualTo(isExact(text, Double.toString(asDouble), asDouble) ? asDouble : null);
            assertThat(number(PrimitiveType.FLOAT, text))
                    .as(text)
                    .isEqualTo(isExact(text, Float.toString(asFloat), asFloat) ? asFloat : null);
        }
        assertThat(number(PrimitiveType.DOUBLE, "-0.0")).isEqualTo(-0.0);
    }

    @Test
    void timesInAllTheirForms() {
        List<String> zones = List.of("Z", "", "+02:00", "-00:30", "z", " ");
        for (int i = 0; i < VALUES; i++) {
            String date = String.format(
                    Locale.ROOT, "%04d-%02d-%02d", random.nextInt(10_000), random.nextInt(14), random.nextInt(33));
            String time = String.format(
                    Locale.ROOT, "%02d:%02d:%02d", random.nextInt(25), random.nextInt(61), random.nextInt(61));
            String fraction = String.format(Locale.ROOT, ".%09d", random.nextInt(1_000_000_000));
            String text = date
                    + (random.nextInt(4) == 0 ? " " : "T")
                    + time
                    + (random.nextInt(4) == 0 ? "" : fraction.substring(0, random.nextInt(11)));
            String zoned = text + zones.get(random.nextInt(zones.size()));
            assertThat(text(PrimitiveType.DATE, date)).as(date).isEqualTo(orNull(this::days, date));
            assertThat(text(PrimitiveType.TIMESTAMP_NTZ, text)).as(text).isEqualTo(orNull(this::localMicros, text));
            assertThat(text(PrimitiveType.TIMESTAMP, zoned)).as(zoned).isEqualTo(orNull(this::micros, zoned));
        }
        assertThat(text(PrimitiveType.TIMESTAMP_NTZ, "1970-01-02")).isEqualTo(86_400_000_000L);
        assertThat(text(PrimitiveType.TIMESTAMP, "1970-01-02")).isNull();
        assertThat(text(PrimitiveType.DATE, "+10000-01-01")).isEqualTo(orNull(this::days, "+10000-01-01"));
        assertThat(text(PrimitiveType.DATE, "1970/01/02")).isNull();
    }

    private String decimalText() {
        long number = random.nextLong() >> random.nextInt(64);
        String digits = number + (number != 0 && random.nextInt(8) == 0 ? "0012345" : "");
        int point = digits.length() - random.nextInt(digits.length());
        boolean fraction = point < digits.length() && Character.isDigit(digits.charAt(point - 1));
        return (fraction ? digits.substring(0, point) + "." + digits.substring(point) : digits)
                + (random.nextInt(10) == 0 ? "E" + (random.nextInt(9) - 4) : "");
    }

    private static BigDecimal decimal(DecimalType type, String text) {
        try {
            BigDecimal value = new BigDecimal(text).setScale(type.scale(), RoundingMode.UNNECESSARY);
            return value.precision() > type.precision() ? null : value;
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static boolean isExact(String text, String shortest, double value) {
        BigDecimal given = new BigDecimal(text);
        return text.equals(shortest)
                || given.compareTo(new BigDecimal(shortest)) == 0
                || given.compareTo(new BigDecimal(value)) == 0;
    }

    private Integer days(String text) {
        return Math.toIntExact(LocalDate.parse(text).toEpochDay());
    }

    private Long localMicros(String text) {
        return micros(LocalDateTime.parse(text.replace(' ', 'T')).atOffset(ZoneOffset.UTC));
    }

    private Long micros(String text) {
        return micros(OffsetDateTime.parse(text.replace(' ', 'T')));
    }

    private static Long micros(OffsetDateTime time) {
        long micros = ChronoUnit.MICROS.between(OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC), time);
        return time.getNano() % 1000 == 0 ? (Long) micros : null;
    }

    private static <T> T orNull(Function<String, T> parse, String text) {
        try {
            return parse.apply(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static Object number(DataType type, String json) {
        JsonScalar scalar = new JsonScalar();
        byte[] bytes = (" " + json + ",").getBytes(StandardCharsets.UTF_8);
        assertThat(scalar.scan(bytes, 1, bytes.length)).as(json).isEqualTo(bytes.length - 1);
        return new JsonBound(type).read(scalar);
    }

    private static Object text(DataType type, String text) {
        JsonScalar scalar = new JsonScalar();
        scalar.set(JsonToken.VALUE_STRING, text);
        return new JsonBound(type).read(scalar);
    }
}
