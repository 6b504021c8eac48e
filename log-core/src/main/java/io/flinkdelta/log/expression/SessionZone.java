/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneRules;

/** Instants as dates and times of one zone, and back. Any thread. */
final class SessionZone {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

    private final ZoneId zone;
    private final ZoneRules rules;
    private final long fixedOffsetMicros;

    SessionZone(ZoneId zone) {
        this.zone = zone;
        this.rules = zone.getRules();
        this.fixedOffsetMicros =
                rules.isFixedOffset() ? rules.getOffset(Instant.EPOCH).getTotalSeconds() * MICROS_PER_SECOND : 0;
    }

    /** What a clock of the zone shows at an instant, as microseconds on a clock without a zone. */
    long toLocal(long instantMicros) {
        if (rules.isFixedOffset()) {
            return shift(instantMicros, fixedOffsetMicros);
        }
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(instantMicros, MICROS_PER_SECOND));
        return shift(instantMicros, rules.getOffset(instant).getTotalSeconds() * MICROS_PER_SECOND);
    }

    /** The instant at which a clock of the zone shows {@code localMicros}. */
    long toInstant(long localMicros) {
        if (rules.isFixedOffset()) {
            return shift(localMicros, -fixedOffsetMicros);
        }
        return DateTimeTexts.micros(DateTimeTexts.dateTime(localMicros), zone);
    }

    long toInstant(LocalDateTime local) {
        return DateTimeTexts.micros(local, zone);
    }

    /** The day on which a clock without a zone shows {@code localMicros}. */
    static int day(long localMicros) {
        return (int) Math.floorDiv(localMicros, MICROS_PER_DAY);
    }

    /** Midnight of a day on a clock without a zone. */
    static long midnight(int day) {
        try {
            return Math.multiplyExact(day, MICROS_PER_DAY);
        } catch (ArithmeticException e) {
            throw EvaluationErrors.overflow("a conversion to a timestamp", "day " + day);
        }
    }

    private static long shift(long micros, long by) {
        try {
            return Math.addExact(micros, by);
        } catch (ArithmeticException e) {
            throw EvaluationErrors.overflow("a conversion between time zones", micros);
        }
    }
}
