/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.stats.FileStatistics;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;

/** The writers of the types without fields, but for decimals. */
final class LeafWriters {
    private LeafWriters() {}

    /** A writer of one Parquet column. */
    abstract static class LeafWriter extends ValueWriter {
        private final ColumnDescriptor descriptor;
        ColumnWriter column;

        LeafWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place);
            this.descriptor = descriptor;
        }

        @Override
        final void bind(ColumnWriteStore columns) {
            column = columns.getColumnWriter(descriptor);
        }

        @Override
        final void writeNull(int repetition, int nullLevel) {
            column.writeNull(repetition, nullLevel);
        }

        @Override
        final void addStatistics(ChunkStatistics chunks, FileStatistics.Builder statistics) {
            Statistics<?> chunk = chunks.of(descriptor);
            if (chunk == null) {
                statistics.nullCount(place().column(), 0);
            } else if (!hasBounds()) {
                statistics.nullCount(place().column(), chunk.getNumNulls());
            } else {
                boolean known = chunk.hasNonNullValue();
                Object min = known ? bound(chunk.genericGetMin()) : null;
                Object max = known ? bound(chunk.genericGetMax()) : null;
                statistics.column(place().column(), min, max, chunk.getNumNulls());
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

    static final class BooleanWriter extends LeafWriter {
        BooleanWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        boolean hasBounds() {
            return false;
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write(row.getBoolean(position), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write(array.getBoolean(position), repetition, definition);
        }
    }

    static final class ByteWriter extends LeafWriter {
        ByteWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        Object bound(Object parquetValue) {
            return ((Integer) parquetValue).byteValue();
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write((int) row.getByte(position), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write((int) array.getByte(position), repetition, definition);
        }
    }

    static final class ShortWriter extends LeafWriter {
        ShortWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        Object bound(Object parquetValue) {
            return ((Integer) parquetValue).shortValue();
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write((int) row.getShort(position), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write((int) array.getShort(position), repetition, definition);
        }
    }

    /** Integers and dates. */
    static final class IntWriter extends LeafWriter {
        IntWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write(row.getInt(position), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write(array.getInt(position), repetition, definition);
        }
    }

    static final class LongWriter extends LeafWriter {
        LongWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write(row.getLong(position), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write(array.getLong(position), repetition, definition);
        }
    }

    static final class FloatWriter extends LeafWriter {
        FloatWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write(row.getFloat(position), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write(array.getFloat(position), repetition, definition);
        }
    }

    static final class DoubleWriter extends LeafWriter {
        DoubleWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write(row.getDouble(position), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write(array.getDouble(position), repetition, definition);
        }
    }

    static final class StringWriter extends LeafWriter {
        StringWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
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
            column.write(Binary.fromReusedByteArray(value.toBytes()), repetition, definition);
        }
    }

    static final class BinaryWriter extends LeafWriter {
        BinaryWriter(ColumnPlace place, ColumnDescriptor descriptor) {
            super(place, descriptor);
        }

        @Override
        boolean hasBounds() {
            return false;
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write(Binary.fromReusedByteArray(row.getBinary(position)), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write(Binary.fromReusedByteArray(array.getBinary(position)), repetition, definition);
        }
    }

    /** Both timestamp types, as microseconds. */
    static final class TimestampWriter extends LeafWriter {
        private final int precision;

        TimestampWriter(ColumnPlace place, ColumnDescriptor descriptor, int precision) {
            super(place, descriptor);
            this.precision = precision;
        }

        @Override
        void write(RowData row, int position, int repetition) {
            column.write(StorableValues.micros(row.getTimestamp(position, precision), place()), repetition, definition);
        }

        @Override
        void write(ArrayData array, int position, int repetition) {
            column.write(
                    StorableValues.micros(array.getTimestamp(position, precision), place()), repetition, definition);
        }
    }
}
