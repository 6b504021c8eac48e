/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;

/** Brings Flink's values into the form in which a table stores them, or refuses what would be changed by that. */
final class StorableValues {
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int MICROS_PER_MILLI = 1_000;
    private static final long MAX_MILLIS = Long.MAX_VALUE / MICROS_PER_MILLI - 1;
    private static final long MIN_MILLIS = Long.MIN_VALUE / MICROS_PER_MILLI;

    private StorableValues() {}

    /** Microseconds since the epoch. */
    static long micros(TimestampData value, ColumnPlace place) {
        int nanos = value.getNanoOfMillisecond();
        int micros = nanos / NANOS_PER_MICRO;
        if (micros * NANOS_PER_MICRO != nanos) {
            throw place.refused(
                    "A timestamp has nanoseconds, which a Delta table cannot hold.",
                    value,
                    "Round it to microseconds before the sink.");
        }
        long millis = value.getMillisecond();
        if (millis > MAX_MILLIS || millis < MIN_MILLIS) {
            throw place.refused(
                    "A timestamp is out of the range of a Delta table, 64 bits of microseconds.",
                    millis + " ms since 1970-01-01T00:00",
                    "Filter such rows out or correct the value before the sink.");
        }
        return millis * MICROS_PER_MILLI + micros;
    }

    /** The value in the column's scale. */
    static BigDecimal decimal(DecimalData value, int precision, int scale, ColumnPlace place) {
        BigDecimal decimal = value.toBigDecimal();
        if (decimal.scale() != scale) {
            BigDecimal stripped = decimal.stripTrailingZeros();
            if (stripped.scale() > scale) {
                throw tooWide(decimal, precision, scale, place);
            }
            decimal = stripped.setScale(scale, RoundingMode.UNNECESSARY);
        }
        if (decimal.precision() > precision) {
            throw tooWide(decimal, precision, scale, place);
        }
        return decimal;
    }

    static RuntimeException tooWide(BigDecimal value, int precision, int scale, ColumnPlace place) {
        return place.refused(
                "A decimal does not fit into its column's type decimal(" + precision + "," + scale + ").",
                value.toPlainString(),
                "Round or filter the value before the sink, or use a wider column.");
    }
}
