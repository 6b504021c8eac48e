/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.flink.table.data.TimestampData;

/** Flink's timestamps as numbers and as java.time values, over the whole range of a table. */
final class EpochTimes {
    private static final long MICROS_PER_MILLI = 1_000;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private EpochTimes() {}

    /** Microseconds since the epoch. */
    static long micros(TimestampData value) {
        return value.getMillisecond() * MICROS_PER_MILLI + value.getNanoOfMillisecond() / NANOS_PER_MICRO;
    }

    static Instant instant(TimestampData value) {
        long millis = value.getMillisecond();
        long nanos = Math.floorMod(millis, MILLIS_PER_SECOND) * NANOS_PER_MILLI + value.getNanoOfMillisecond();
        return Instant.ofEpochSecond(Math.floorDiv(millis, MILLIS_PER_SECOND), nanos);
    }

    static LocalDateTime dateTime(TimestampData value) {
        return LocalDateTime.ofInstant(instant(value), ZoneOffset.UTC);
    }
}
