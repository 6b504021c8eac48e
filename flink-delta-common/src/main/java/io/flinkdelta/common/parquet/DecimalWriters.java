/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.parquet.column.BytesEncoder;
import io.flinkdelta.common.parquet.column.ColumnEncoder;
import io.flinkdelta.common.parquet.column.NumberEncoder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.parquet.io.api.Binary;

/**
 * The writers of decimals, one for each physical type. A row may hold a decimal of another
 * precision or scale than its column declares: it is brought to the column's scale if nothing is
 * lost by that, and refused if it does not fit.
 */
final class DecimalWriters {
    private DecimalWriters() {}

    private abstract static class DecimalWriter<E extends ColumnEncoder> extends LeafWriters.LeafWriter<E> {
        final int precision;
        final int scale;

        DecimalWriter(ColumnPlace place, E encoder, DecimalType type) {
            super(place, encoder);
            this.precision = type.getPrecision();
            this.scale = type.getScale();
        }

        @Override
        void write(RowData row, int position, int repetition) {
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
    static final class CompactDecimalWriter extends DecimalWriter<NumberEncoder> {
        /** The least unscaled value that has too many digits. */
        private final long limit;

        CompactDecimalWriter(ColumnPlace place, NumberEncoder encoder, DecimalType type) {
            super(place, encoder, type);
            this.limit = BigInteger.TEN.pow(type.getPrecision()).longValueExact();
        }

        /** Binary rows hold such a decimal as its unscaled value, always in the declared scale. */
        @Override
        void write(RowData row, int position, int repetition) {
            if (row instanceof BinaryRowData binary) {
                writeUnscaled(binary.getLong(position), repetition);
            } else {
                super.write(row, position, repetition);
            }
        }

        @Override
        Object bound(Object parquetValue) {
            return BigDecimal.valueOf(((Number) parquetValue).longValue(), scale);
        }

        @Override
        void writeDecimal(DecimalData value, int repetition) {
            if (value.scale() == scale && value.isCompact()) {
                writeUnscaled(value.toUnscaledLong(), repetition);
            } else {
                encoder.add(rescaled(value).unscaledValue().longValueExact(), repetition);
            }
        }

        private void writeUnscaled(long unscaled, int repetition) {
            if (unscaled >= limit || unscaled <= -limit) {
                throw StorableValues.tooWide(BigDecimal.valueOf(unscaled, scale), precision, scale, place());
            }
            encoder.add(unscaled, repetition);
        }
    }

    /** Precision 19 to 38: the unscaled value, big-endian two's complement, in a fixed number of bytes. */
    static final class FixedDecimalWriter extends DecimalWriter<BytesEncoder> {
        private final int bytes;

        FixedDecimalWriter(ColumnPlace place, BytesEncoder encoder, DecimalType type) {
            super(place, encoder, type);
            this.bytes = ParquetSchemas.fixedBytes(type.getPrecision());
        }

        @Override
        Object bound(Object parquetValue) {
            return new BigDecimal(new BigInteger(((Binary) parquetValue).getBytesUnsafe()), scale);
        }

        @Override
        void writeDecimal(DecimalData value, int repetition) {
            byte[] unscaled = rescaled(value).unscaledValue().toByteArray();
            int start = encoder.add(bytes, repetition);
            int end = start + bytes - unscaled.length;
            Arrays.fill(encoder.target(), start, end, (byte) (unscaled[0] < 0 ? -1 : 0));
            System.arraycopy(unscaled, 0, encoder.target(), end, unscaled.length);
        }
    }
}
