/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.ColumnVector;
import io.flinkdelta.common.read.column.MappedLongVector;
import io.flinkdelta.common.read.column.ValueMapping;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.apache.flink.table.data.TimestampData;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Timestamps from each of their physical types: INT64 of three units, INT96, and dates as midnight. */
final class TimestampMappings {
    private static final long MICROS_PER_MILLI = 1_000;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    /** The Julian day number of 1970-01-01. */
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    private TimestampMappings() {}

    static Optional<ValueMapping> of(PrimitiveType file) {
        if (file.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
            return Optional.of(new Int96Mapping());
        }
        if (file.getPrimitiveTypeName() == PrimitiveTypeName.INT64
                && file.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation annotation) {
            return Optional.of(
                    switch (annotation.getUnit()) {
                        case MILLIS -> new MillisMapping();
                        case MICROS -> new MicrosMapping();
                        case NANOS -> new NanosMapping();
                    });
        }
        return file.getLogicalTypeAnnotation() instanceof DateLogicalTypeAnnotation
                ? Optional.of(new DateMapping())
                : Optional.empty();
    }

    /** Flink's value of microseconds since the epoch. */
    static TimestampData ofMicros(long micros) {
        return TimestampData.fromEpochMillis(
                Math.floorDiv(micros, MICROS_PER_MILLI),
                (int) Math.floorMod(micros, MICROS_PER_MILLI) * NANOS_PER_MICRO);
    }

    private record MillisMapping() implements ValueMapping {
        @Override
        public Object of(long value) {
            return TimestampData.fromEpochMillis(value);
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return new MappedLongVector(this, capacity);
        }
    }

    private record MicrosMapping() implements ValueMapping {
        @Override
        public Object of(long value) {
            return ofMicros(value);
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return new MappedLongVector(this, capacity);
        }
    }

    private record NanosMapping() implements ValueMapping {
        @Override
        public Object of(long value) {
            return ofMicros(Math.floorDiv(value, (long) NANOS_PER_MICRO));
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return new MappedLongVector(this, capacity);
        }
    }

    private record DateMapping() implements ValueMapping {
        @Override
        public Object of(int value) {
            return ofMicros(value * MICROS_PER_DAY);
        }
    }

    /** Nanoseconds of the day in 8 bytes, the Julian day in 4, little-endian. */
    private record Int96Mapping() implements ValueMapping {
        @Override
        public Object of(Binary value) {
            ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
            long nanosOfDay = bytes.getLong();
            long day = bytes.getInt() - JULIAN_DAY_OF_EPOCH;
            return ofMicros(Math.addExact(
                    Math.multiplyExact(day, MICROS_PER_DAY), Math.floorDiv(nanosOfDay, (long) NANOS_PER_MICRO)));
        }

        @Override
        public boolean isBinary() {
            return true;
        }
    }
}
