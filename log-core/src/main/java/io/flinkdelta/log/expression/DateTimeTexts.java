/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.InvalidRequestException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and timestamps as the texts that Spark reads and writes in casts. */
final class DateTimeTexts {
    private static final String DAY = "([+-]?\\d{4,7})(?:-(\\d{1,2})(?:-(\\d{1,2})";
    /** Whatever follows the day after a space or a T is passed over. */
    private static final Pattern DATE = Pattern.compile(DAY + "(?:[ T].*)?)?)?", Pattern.DOTALL);

    private static final Pattern TIMESTAMP = Pattern.compile(
            DAY + "(?:[ T](?:(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d*))?)?\\s*([A-Za-z+-].*)?)?)?)?)?");
    private static final Pattern SHORT_HOUR = Pattern.compile("([+-])(\\d):");
    private static final Pattern SHORT_MINUTE = Pattern.compile("([+-]\\d\\d):(\\d)$");
    private static final int MICRO_DIGITS = 6;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_SECOND = 1_000_000;

    private DateTimeTexts() {}

    /** A timestamp's text in pieces. */
    record Parsed(LocalDateTime local, Optional<ZoneId> zone) {}

    /**
     * Days since the epoch.
     *
     * @throws InvalidRequestException when {@code text} is no date
     */
    static int date(String text) {
        Matcher matcher = DATE.matcher(trim(text));
        if (matcher.matches()) {
            try {
                return Math.toIntExact(day(matcher).toEpochDay());
            } catch (DateTimeException | ArithmeticException e) {
                throw EvaluationErrors.noCast(text, "date");
            }
        }
        throw EvaluationErrors.noCast(text, "date");
    }

    /**
     * The parts of a timestamp; digits after the microseconds are cut off.
     *
     * @throws InvalidRequestException when {@code text} is no timestamp
     */
    static Parsed timestamp(String text) {
        Matcher matcher = TIMESTAMP.matcher(trim(text));
        if (!matcher.matches()) {
            throw EvaluationErrors.noCast(text, "timestamp");
        }
        try {
            LocalTime time = LocalTime.of(
                    number(matcher.group(4), 0),
                    number(matcher.group(5), 0),
                    number(matcher.group(6), 0),
                    micros(matcher.group(7)) * NANOS_PER_MICRO);
            Optional<ZoneId> zone = Optional.ofNullable(matcher.group(8)).map(DateTimeTexts::zone);
            return new Parsed(LocalDateTime.of(day(matcher), time), zone);
        } catch (DateTimeException e) {
            throw EvaluationErrors.noCast(text, "timestamp");
        }
    }

    private static LocalDate day(Matcher matcher) {
        return LocalDate.of(
                Integer.parseInt(matcher.group(1)), number(matcher.group(2), 1), number(matcher.group(3), 1));
    }

    private static int number(String digits, int absent) {
        return digits == null ? absent : Integer.parseInt(digits);
    }

    private static int micros(String digits) {
        if (digits == null || digits.isEmpty()) {
            return 0;
        }
        String six = (digits + "000000").substring(0, MICRO_DIGITS);
        return Integer.parseInt(six);
    }

    private static ZoneId zone(String name) {
        String trimmed = name.strip();
        String hours = SHORT_HOUR.matcher(trimmed).replaceFirst("$10$2:");
        return ZoneId.of(SHORT_MINUTE.matcher(hours).replaceFirst("$1:0$2"), ZoneId.SHORT_IDS);
    }

    /** Without the white space and control characters at both ends, as Spark's casts do it. */
    static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return c <= ' ' || c == 0x7f;
    }

    /** {@code 2024-01-31}. */
    static String date(int days) {
        return LocalDate.ofEpochDay(days).toString();
    }

    /** {@code 2024-01-31 12:00:00.5}: as many digits of the second as there are. */
    static String local(long micros) {
        LocalDateTime time = dateTime(micros);
        StringBuilder text = new StringBuilder(time.toLocalDate().toString()).append(' ');
        twoDigits(text, time.getHour()).append(':');
        twoDigits(text, time.getMinute()).append(':');
        twoDigits(text, time.getSecond());
        int fraction = time.getNano() / NANOS_PER_MICRO;
        if (fraction != 0) {
            String digits = Integer.toString(1_000_000 + fraction).substring(1);
            text.append('.').append(digits.replaceFirst("0+$", ""));
        }
        return text.toString();
    }

    private static StringBuilder twoDigits(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    /** The date and time of microseconds on a clock without a zone. */
    static LocalDateTime dateTime(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND),
                (int) Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO,
                ZoneOffset.UTC);
    }

    /**
     * The microseconds of a date and time on a clock without a zone.
     *
     * @throws InvalidRequestException when they do not fit into 64 bits
     */
    static long micros(LocalDateTime time) {
        return micros(time.toEpochSecond(ZoneOffset.UTC), time.get(ChronoField.NANO_OF_SECOND));
    }

    /** The instant of a date and time in a zone; one that a zone skips is moved on, of two the earlier is taken. */
    static long micros(LocalDateTime time, ZoneId zone) {
        ZonedDateTime zoned = time.atZone(zone);
        return micros(zoned.toEpochSecond(), zoned.getNano());
    }

    private static long micros(long seconds, int nanos) {
        try {
            // The smallest long needs the fraction first: its whole seconds alone are below the range.
            return seconds < 0
                    ? Math.addExact(
                            Math.multiplyExact(seconds + 1, MICROS_PER_SECOND),
                            nanos / NANOS_PER_MICRO - MICROS_PER_SECOND)
                    : Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), nanos / NANOS_PER_MICRO);
        } catch (ArithmeticException e) {
            throw EvaluationErrors.overflow("a conversion to a timestamp", seconds + " seconds");
        }
    }
}
