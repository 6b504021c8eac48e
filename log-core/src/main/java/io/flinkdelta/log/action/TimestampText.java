/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;

/** Timestamps of partition values as text; microseconds since the epoch in and out. */
final class TimestampText {
    private static final long MICROS_PER_SECOND = 1_000_000;

    private static final DateTimeFormatter UTC = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 6, 6, true)
            .appendLiteral('Z')
            .toFormatter();

    private static final DateTimeFormatter LOCAL = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .toFormatter();

    /** A date, then perhaps a time after 'T' or a space, then perhaps an offset. */
    private static final DateTimeFormatter ANY = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendPattern("['T'][' ']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffsetId()
            .optionalEnd()
            .optionalStart()
            .appendOffset("+HHmm", "Z")
            .optionalEnd()
            .optionalEnd()
            .toFormatter();

    private TimestampText() {}

    /** {@code 2020-01-01T00:00:00.000000Z}. */
    static String utc(long micros) {
        return UTC.format(dateTime(micros));
    }

    /** {@code 2020-01-01 00:00:00}, or with as many digits of the fraction as it has. */
    static String local(long micros) {
        return LOCAL.format(dateTime(micros));
    }

    static long parseUtc(String text) {
        TemporalAccessor parsed = ANY.parse(text);
        ZoneOffset offset = parsed.query(TemporalQueries.offset());
        return micros(dateTime(parsed), offset == null ? ZoneOffset.UTC : offset);
    }

    /** The clock's reading; an offset is not allowed. */
    static long parseLocal(String text) {
        TemporalAccessor parsed = ANY.parse(text);
        if (parsed.query(TemporalQueries.offset()) != null) {
            throw new IllegalArgumentException("a timestamp_ntz with an offset");
        }
        return micros(dateTime(parsed), ZoneOffset.UTC);
    }

    private static LocalDateTime dateTime(long micros) {
        long seconds = Math.floorDiv(micros, MICROS_PER_SECOND);
        long nanos = Math.floorMod(micros, MICROS_PER_SECOND) * 1000;
        return LocalDateTime.ofInstant(Instant.ofEpochSecond(seconds, nanos), ZoneOffset.UTC);
    }

    private static LocalDateTime dateTime(TemporalAccessor parsed) {
        LocalTime time = parsed.query(TemporalQueries.localTime());
        return LocalDateTime.of(LocalDate.from(parsed), time == null ? LocalTime.MIDNIGHT : time);
    }

    private static long micros(LocalDateTime dateTime, ZoneOffset offset) {
        long seconds = dateTime.toEpochSecond(offset);
        return Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), dateTime.get(ChronoField.MICRO_OF_SECOND));
    }
}
