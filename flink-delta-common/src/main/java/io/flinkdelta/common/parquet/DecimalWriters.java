/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.api.Binary;

/**
 * The writers of decimals, one for each physical type. A row may hold a decimal of another
 * precision or scale than its column declares: it is brought to the column's scale if nothing is
 * lost by that, and refused if it does not fit.
 */
final class DecimalWriters {
    private DecimalWriters() {}

    private abstract static class DecimalWriter extends LeafWriters.LeafWriter {
        final int precision;
        final int scale;

        DecimalWriter(ColumnPlace place, ColumnDescriptor descriptor, DecimalType type) {
            super(place, descriptor);
            this.precision = type.getPrecision();
            this.scale = type.getScale();
        }

        @Override
        final void write(RowData row, int position, int repetition) {
            writeDecimal(row.getDecimal(position, precision, scale), repetition);
        }

        @Override
        final void write(ArrayData array, int position, int repetition) {
            writeDecimal(array.getDecimal(position, precision, scale), repetition);
        }

        abstract void writeDecimal(DecimalData value, int repetition);

        /** The value in the column's scale. */
        final BigDecimal rescaled(DecimalData value) {
            return StorableValues.decimal(value, precision, scale, place());
        }
    }

    /** Precision 1 to 18: the unscaled value as an INT32 or INT64. */
    static final class CompactDecimalWriter extends DecimalWriter {
        private final boolean narrow;
        /** The least unscaled value that has too many digits. */
        private final long limit;

        CompactDecimalWriter(ColumnPlace place, ColumnDescriptor descriptor, DecimalType type) {
            super(place, descriptor, type);
            this.narrow = type.getPrecision() <= ParquetSchemas.MAX_INT_DECIMAL;
            this.limit = BigInteger.TEN.pow(type.getPrecision()).longValueExact();
        }

        @Override
        Object bound(Object parquetValue) {
            return BigDecimal.valueOf(((Number) parquetValue).longValue(), scale);
        }

        @Override
        void writeDecimal(DecimalData value, int repetition) {
            long unscaled;
            if (value.scale() == scale && value.isCompact()) {
                unscaled = value.toUnscaledLong();
                if (unscaled >= limit || unscaled <= -limit) {
                    throw StorableValues.tooWide(value.toBigDecimal(), precision, scale, place());
                }
            } else {
                unscaled = rescaled(value).unscaledValue().longValueExact();
            }
            if (narrow) {
                column.write((int) unscaled, repetition, definition);
            } else {
                column.write(unscaled, repetition, definition);
            }
        }
    }

    /** Precision 19 to 38: the unscaled value, big-endian two's complement, in a fixed number of bytes. */
    static final class FixedDecimalWriter extends DecimalWriter {
        private final byte[] buffer;

        FixedDecimalWriter(ColumnPlace place, ColumnDescriptor descriptor, DecimalType type) {
            super(place, descriptor, type);
            this.buffer = new byte[ParquetSchemas.fixedBytes(type.getPrecision())];
        }

        @Override
        Object bound(Object parquetValue) {
            return new BigDecimal(new BigInteger(((Binary) parquetValue).getBytesUnsafe()), scale);
        }

        @Override
        void writeDecimal(DecimalData value, int repetition) {
            byte[] unscaled = rescaled(value).unscaledValue().toByteArray();
            int padding = buffer.length - unscaled.length;
            Arrays.fill(buffer, 0, padding, (byte) (unscaled[0] < 0 ? -1 : 0));
            System.arraycopy(unscaled, 0, buffer, padding, unscaled.length);
            column.write(Binary.fromReusedByteArray(buffer), repetition, definition);
        }
    }
}
