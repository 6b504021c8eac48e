/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** A point in time as a user writes it: a date, with or without a time of day, with or without an offset. */
final class TimeText {
    /** Lenient for {@code +02}. */
    private static final DateTimeFormatter FORM = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .parseLenient()
            .appendOffsetId()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private TimeText() {}

    /**
     * The instant that {@code text} says.
     *
     * @param zone of what has no offset
     * @throws DateTimeException when it is none
     */
    static Instant parse(String text, ZoneId zone) {
        TemporalAccessor time = FORM.parseBest(
                text.strip().replaceFirst(" ", "T"), OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
        if (time instanceof OffsetDateTime exact) {
            return exact.toInstant();
        }
        LocalDateTime local = time instanceof LocalDate day ? day.atStartOfDay() : LocalDateTime.from(time);
        return local.atZone(zone).toInstant();
    }
}
