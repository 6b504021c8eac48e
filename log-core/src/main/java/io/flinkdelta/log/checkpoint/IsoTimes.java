/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/**
 * Dates and times of the statistics JSON. The form that nearly all writers have, {@code
 * yyyy-MM-dd'T'HH:mm:ss} with a fraction, is read by its digits; any other by {@code java.time}, whose
 * exceptions are thrown.
 */
final class IsoTimes {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 19;
    private static final int MICRO_DIGITS = 6;
    private static final String SHAPE = "dddd-dd-dd?dd:dd:dd";

    private IsoTimes() {}

    /** Days since the epoch. */
    static int date(JsonScalar text) {
        long day = text.length() == DATE_LENGTH && fits(text, DATE_LENGTH)
                ? day(text)
                : LocalDate.parse(text.text()).toEpochDay();
        return Math.toIntExact(day);
    }

    /** Microseconds since the epoch, null when that would cut something off. Without a zone it is no point in time. */
    static Long timestamp(JsonScalar text) {
        int end = text.length() - 1;
        return end > 0 && text.at(end) == 'Z' && isPlain(text, end)
                ? (Long) micros(text, end)
                : micros(OffsetDateTime.parse(text.text().replace(' ', 'T')));
    }

    /** As {@link #timestamp}, of a local time or a date. */
    static Long local(JsonScalar text) {
        if (text.length() == DATE_LENGTH) {
            return Math.multiplyExact(date(text), SECONDS_PER_DAY * MICROS_PER_SECOND);
        }
        return isPlain(text, text.length())
                ? (Long) micros(text, text.length())
                : micros(LocalDateTime.parse(text.text().replace(' ', 'T')).atOffset(ZoneOffset.UTC));
    }

    private static Long micros(OffsetDateTime time) {
        long seconds = Math.multiplyExact(time.toEpochSecond(), MICROS_PER_SECOND);
        return time.getNano() % 1000 == 0 ? (Long) Math.addExact(seconds, time.get(ChronoField.MICRO_OF_SECOND)) : null;
    }

    /** Whether the text up to {@code end} is a date and a time of day with at most six digits of a second. */
    private static boolean isPlain(JsonScalar text, int end) {
        if (end < TIME_LENGTH
                || !fits(text, TIME_LENGTH)
                || (text.at(DATE_LENGTH) != 'T' && text.at(DATE_LENGTH) != ' ')) {
            return false;
        }
        for (int i = TIME_LENGTH + 1; i < end; i++) {
            if (!isDigit(text.at(i))) {
                return false;
            }
        }
        boolean fraction =
                end > TIME_LENGTH + 1 && end <= TIME_LENGTH + 1 + MICRO_DIGITS && text.at(TIME_LENGTH) == '.';
        boolean ofDay = number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
        return ofDay && (end == TIME_LENGTH || fraction);
    }

    private static long micros(JsonScalar text, int end) {
        long seconds = day(text) * SECONDS_PER_DAY
                + number(text, 11, 13) * 3600
                + number(text, 14, 16) * 60
                + number(text, 17, 19);
        long fraction = end == TIME_LENGTH ? 0 : number(text, TIME_LENGTH + 1, end);
        for (int digits = end - TIME_LENGTH - 1; digits < MICRO_DIGITS; digits++) {
            fraction *= 10;
        }
        return Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), fraction);
    }

    private static long day(JsonScalar text) {
        return LocalDate.of((int) number(text, 0, 4), (int) number(text, 5, 7), (int) number(text, 8, 10))
                .toEpochDay();
    }

    private static boolean fits(JsonScalar text, int length) {
        for (int i = 0; i < length; i++) {
            char expected = SHAPE.charAt(i);
            boolean fits = switch (expected) {
                case 'd' -> isDigit(text.at(i));
                case '?' -> true;
                default -> text.at(i) == expected;
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static long number(JsonScalar text, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + (text.at(i) - '0');
        }
        return number;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
