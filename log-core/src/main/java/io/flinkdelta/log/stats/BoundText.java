/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/**
 * Bounds out of the statistics JSON, as values of a {@link ValueOrder}. Whatever a writer may have cut
 * off is added again, so that the bound holds; what cannot be understood is null, the unknown bound.
 */
final class BoundText {
    private static final long MICROS_PER_SECOND = 1_000_000;
    /** Writers cut timestamps to milliseconds, most of them downwards. */
    private static final long MILLISECOND = 1000;

    private static final int REPLACEMENT = 0xFFFD;

    private BoundText() {}

    /**
     * A bound of a column.
     *
     * @param lower whether it is the minimum
     * @param widened whether the column once had a narrower type, in which the bound may be written
     */
    static Object parse(StatsScalar scalar, DataType type, boolean lower, boolean widened) {
        try {
            return scalar == null ? null : parseKnown(scalar, type, lower, widened);
        } catch (ArithmeticException | DateTimeException | NumberFormatException e) {
            return null;
        }
    }

    private static Object parseKnown(StatsScalar scalar, DataType type, boolean lower, boolean widened) {
        if (type instanceof DecimalType) {
            return new BigDecimal(scalar.text());
        }
        if (!(type instanceof PrimitiveType primitive)) {
            return null;
        }
        return switch (primitive) {
            case BYTE, SHORT, INTEGER, LONG -> scalar.quoted() ? null : integer(scalar.text());
            case FLOAT -> (double) Float.parseFloat(scalar.text());
            case DOUBLE -> floating(scalar.text(), lower, widened);
            case STRING -> scalar.quoted() ? text(scalar.text(), lower) : null;
            case DATE -> scalar.quoted() ? LocalDate.parse(scalar.text()).toEpochDay() : null;
            case TIMESTAMP -> scalar.quoted() ? timestamp(scalar.text(), lower) : null;
            case TIMESTAMP_NTZ -> scalar.quoted() ? localTimestamp(scalar.text(), lower) : null;
            case BOOLEAN, BINARY, VARIANT, VOID -> null;
        };
    }

    private static Long integer(String text) {
        return text.length() < Long.toString(Long.MIN_VALUE).length()
                ? Long.valueOf(text)
                : (Long) new BigDecimal(text).longValueExact();
    }

    /** Of a column that was once float the text may be the shortest of a float, which is another number as a double. */
    private static Double floating(String text, boolean lower, boolean widened) {
        double value = Double.parseDouble(text);
        if (!widened) {
            return value;
        }
        double asFloat = Float.parseFloat(text);
        return lower ? Math.min(value, asFloat) : Math.max(value, asFloat);
    }

    /** A replacement character may stand for bytes that lie anywhere in the order. */
    private static String text(String bound, boolean lower) {
        int replacement = bound.indexOf(REPLACEMENT);
        if (replacement < 0) {
            return bound;
        }
        return lower ? bound.substring(0, replacement) : null;
    }

    /** Without an offset from UTC it is not known which instant is meant. */
    private static Long timestamp(String text, boolean lower) {
        OffsetDateTime time = OffsetDateTime.parse(text);
        return cutOff(micros(time.toLocalDateTime(), time.getOffset()), lower);
    }

    /** A date alone is that of a column that was once a date. */
    private static Long localTimestamp(String text, boolean lower) {
        LocalDateTime time = text.indexOf('T') < 0 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text);
        return cutOff(micros(time, ZoneOffset.UTC), lower);
    }

    private static long micros(LocalDateTime time, ZoneOffset offset) {
        long seconds = Math.multiplyExact(time.toEpochSecond(offset), MICROS_PER_SECOND);
        return Math.addExact(seconds, time.get(ChronoField.MICRO_OF_SECOND));
    }

    private static long cutOff(long micros, boolean lower) {
        return lower ? Math.subtractExact(micros, MILLISECOND) : Math.addExact(micros, MILLISECOND);
    }
}
