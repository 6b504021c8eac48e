/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Interval strings of table properties: {@code interval 30 days}, {@code 1 week 2 hours}, {@code 90.5 seconds}. */
public final class Intervals {
    private static final Pattern TERM =
            Pattern.compile("\\s*([+-]?\\d{1,18})(?:\\.(\\d{1,9}))?\\s+([a-z]+?)s?(?=\\s|$)");
    private static final Map<String, Duration> UNITS = Map.of(
            "week", Duration.ofDays(7),
            "day", Duration.ofDays(1),
            "hour", Duration.ofHours(1),
            "minute", Duration.ofMinutes(1),
            "second", Duration.ofSeconds(1),
            "millisecond", Duration.ofMillis(1),
            "microsecond", Duration.of(1, ChronoUnit.MICROS));

    private Intervals() {}

    /**
     * The length of an interval.
     *
     * @throws IllegalArgumentException when it is none; months and years have no length, and no sum is negative
     * @throws ArithmeticException when it is too long
     */
    public static Duration parse(String text) {
        String terms = text.strip().toLowerCase(Locale.ROOT);
        if (terms.startsWith("interval")) {
            terms = terms.substring("interval".length());
        }
        if (terms.isBlank()) {
            throw new IllegalArgumentException("an empty interval");
        }
        Duration sum = Duration.ZERO;
        Matcher term = TERM.matcher(terms);
        int end = 0;
        while (term.find(end) && term.start() == end) {
            sum = sum.plus(duration(term));
            end = term.end();
        }
        if (!terms.substring(end).isBlank()) {
            throw new IllegalArgumentException(
                    "no interval from '" + terms.substring(end).strip() + "' on");
        }
        if (sum.isNegative()) {
            throw new IllegalArgumentException("a negative interval");
        }
        return sum;
    }

    private static Duration duration(Matcher term) {
        Duration unit = UNITS.get(term.group(3));
        if (unit == null) {
            throw new IllegalArgumentException("no unit of a fixed length: " + term.group(3));
        }
        String fraction = term.group(2);
        Duration whole = unit.multipliedBy(Long.parseLong(term.group(1)));
        if (fraction == null) {
            return whole;
        }
        if (!term.group(3).equals("second")) {
            throw new IllegalArgumentException("only seconds have a fraction");
        }
        long nanos = Long.parseLong((fraction + "000000000").substring(0, 9));
        return term.group(1).startsWith("-") ? whole.minusNanos(nanos) : whole.plusNanos(nanos);
    }
}
