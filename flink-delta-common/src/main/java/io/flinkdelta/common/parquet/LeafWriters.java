/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.parquet.column.BooleanEncoder;
import io.flinkdelta.common.parquet.column.BytesEncoder;
import io.flinkdelta.common.parquet.column.ColumnEncoder;
import io.flinkdelta.common.parquet.column.NumberEncoder;
import io.flinkdelta.log.stats.FileStatistics;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;

/** The writers of the types without fields, but for decimals. */
final class LeafWriters {
    private LeafWriters() {}

    /** A writer of one Parquet column. */
    abstract static class LeafWriter<E extends ColumnEncoder> extends ValueWriter {
        final E encoder;

        LeafWriter(ColumnPlace place, E encoder) {
            super(place);
            this.encoder = encoder;
        }

        @Override
        final void writeNull(int repetition, int nullLevel) {
            encoder.addAbsent(repetition, nullLevel);
        }

        @Override
        final void addStatistics(ChunkStatistics chunks, FileStatistics.Builder statistics) {
            Statistics<?> chunk = chunks.of(encoder.column());
            if (chunk == null) {
                statistics.nullCount(place().physical(), 0);
            } else if (!hasBounds()) {
                statistics.nullCount(place().physical(), chunk.getNumNulls());
            } else {
                boolean known = chunk.hasNonNullValue();
                Object min = known ? bound(chunk.genericGetMin()) : null;
                Object max = known ? bound(chunk.genericGetMax()) : null;
                statistics.column(place().physical(), min, max, chunk.getNumNulls());
            }
        }

        /** Whether columns of the type have a minimum and a maximum in the log. */
        boolean hasBounds() {
            return true;
        }

        /** Parquet's bound as the value that the log's statistics are made of. */
        Object bound(Object parquetValue) {
            return parquetValue;
        }
    }

    static final class BooleanWriter extends LeafWriter<BooleanEncoder> {
        BooleanWriter(ColumnPlace place, BooleanEncoder encoder) {
            super(place, encoder);
        }

        @Override
        boolean hasBounds() {
            return false;
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.add(row.getBoolean(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.add(array.getBoolean(position), repetition);
        }
    }

    static final class ByteWriter extends LeafWriter<NumberEncoder> {
        ByteWriter(ColumnPlace place, NumberEncoder encoder) {
            super(place, encoder);
        }

        @Override
        Object bound(Object parquetValue) {
            return ((Integer) parquetValue).byteValue();
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.add(row.getByte(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.add(array.getByte(position), repetition);
        }
    }

    static final class ShortWriter extends LeafWriter<NumberEncoder> {
        ShortWriter(ColumnPlace place, NumberEncoder encoder) {
            super(place, encoder);
        }

        @Override
        Object bound(Object parquetValue) {
            return ((Integer) parquetValue).shortValue();
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.add(row.getShort(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.add(array.getShort(position), repetition);
        }
    }

    /** Integers and dates. */
    static final class IntWriter extends LeafWriter<NumberEncoder> {
        IntWriter(ColumnPlace place, NumberEncoder encoder) {
            super(place, encoder);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.add(row.getInt(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.add(array.getInt(position), repetition);
        }
    }

    static final class LongWriter extends LeafWriter<NumberEncoder> {
        LongWriter(ColumnPlace place, NumberEncoder encoder) {
            super(place, encoder);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.add(row.getLong(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.add(array.getLong(position), repetition);
        }
    }

    static final class FloatWriter extends LeafWriter<NumberEncoder> {
        FloatWriter(ColumnPlace place, NumberEncoder encoder) {
            super(place, encoder);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.addFloat(row.getFloat(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.addFloat(array.getFloat(position), repetition);
        }
    }

    static final class DoubleWriter extends LeafWriter<NumberEncoder> {
        DoubleWriter(ColumnPlace place, NumberEncoder encoder) {
            super(place, encoder);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.addDouble(row.getDouble(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.addDouble(array.getDouble(position), repetition);
        }
    }

    static final class StringWriter extends LeafWriter<BytesEncoder> {
        StringWriter(ColumnPlace place, BytesEncoder encoder) {
            super(place, encoder);
        }

        @Override
        Object bound(Object parquetValue) {
            return ((Binary) parquetValue).toStringUsingUTF8();
        }

        @Override
        void write(RowData row, int position, int repetition) {
            writeString(row.getString(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            writeString(array.getString(position), repetition);
        }

        private void writeString(StringData value, int repetition) {
            if (value instanceof BinaryStringData binary) {
                binary.ensureMaterialized();
                MemorySegment[] segments = binary.getSegments();
                if (segments.length == 1) {
                    int length = binary.getSizeInBytes();
                    int start = encoder.add(length, repetition);
                    segments[0].get(binary.getOffset(), encoder.target(), start, length);
                    return;
                }
            }
            encoder.add(value.toBytes(), repetition);
        }
    }

    static final class BinaryWriter extends LeafWriter<BytesEncoder> {
        BinaryWriter(ColumnPlace place, BytesEncoder encoder) {
            super(place, encoder);
        }

        @Override
        boolean hasBounds() {
            return false;
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.add(row.getBinary(position), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.add(array.getBinary(position), repetition);
        }
    }

    /** Both timestamp types, as microseconds. */
    static final class TimestampWriter extends LeafWriter<NumberEncoder> {
        private final int precision;

        TimestampWriter(ColumnPlace place, NumberEncoder encoder, int precision) {
            super(place, encoder);
            this.precision = precision;
        }

        @Override
        void write(RowData row, int position, int repetition) {
            encoder.add(StorableValues.micros(row.getTimestamp(position, precision), place()), repetition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            encoder.add(StorableValues.micros(array.getTimestamp(position, precision), place()), repetition);
        }
    }
}
