/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Optional;

/** Bounds of microseconds since the epoch as the milliseconds that statistics hold: {@code 2020-01-01T00:00:00.000}. */
final class MillisText {
    private static final long MICROS_PER_MILLI = 1000;
    /** The first millisecond of the year 10000, which many readers cannot parse. */
    private static final long FAR_MILLIS =
            LocalDateTime.of(10_000, 1, 1, 0, 0).toInstant(ZoneOffset.UTC).toEpochMilli();

    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.MILLI_OF_SECOND, 3, 3, true)
            .toFormatter();

    private MillisText() {}

    /** The last millisecond that is not after {@code micros}. */
    static String floor(long micros) {
        return text(Math.floorDiv(micros, MICROS_PER_MILLI));
    }

    /**
     * The first millisecond that is not before {@code micros}; empty where rounding would carry the
     * last microseconds of the year 9999, a usual stand-in for "for ever", into a year of five digits.
     */
    static Optional<String> ceiling(long micros) {
        long floor = Math.floorDiv(micros, MICROS_PER_MILLI);
        long ceiling = floor * MICROS_PER_MILLI == micros ? floor : floor + 1;
        return floor < FAR_MILLIS && ceiling >= FAR_MILLIS ? Optional.empty() : Optional.of(text(ceiling));
    }

    private static String text(long millis) {
        return FORMAT.format(LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC));
    }
}
