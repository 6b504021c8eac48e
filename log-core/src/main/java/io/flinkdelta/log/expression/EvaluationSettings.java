/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;

/**
 * What the value of an expression depends on besides the row.
 *
 * @param zone in which a timestamp has a day and an hour, as Spark's {@code spark.sql.session.timeZone}
 * @param clock for {@code current_date()} and {@code current_timestamp()}; without one they are refused
 */
public record EvaluationSettings(ZoneId zone, Optional<Clock> clock) {
    public EvaluationSettings {
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(clock, "clock");
    }

    /** In UTC, and without a clock: the value depends on the row only. */
    public static EvaluationSettings utc() {
        return in(ZoneOffset.UTC);
    }

    /** In {@code zone}, and without a clock. */
    public static EvaluationSettings in(ZoneId zone) {
        return new EvaluationSettings(zone, Optional.empty());
    }

    /** The same with a clock. */
    public EvaluationSettings with(Clock newClock) {
        return new EvaluationSettings(zone, Optional.of(newClock));
    }
}
