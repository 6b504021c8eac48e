/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.DoubleStatistics;
import org.apache.parquet.column.statistics.FloatStatistics;
import org.apache.parquet.column.statistics.IntStatistics;
import org.apache.parquet.column.statistics.LongStatistics;
import org.apache.parquet.column.statistics.Statistics;

/**
 * Encodes INT32, INT64, FLOAT and DOUBLE. All are held as 64 bits, floating point as its bits: the
 * order of floating point numbers is the order of their bits once those of negative numbers are
 * flipped, with NaN as the greatest.
 */
public final class NumberEncoder extends ColumnEncoder {
    private static final int FIRST_CAPACITY = 64;

    private final Kind kind;
    private final NumberDictionary dictionary;
    private long[] values = new long[FIRST_CAPACITY];
    private int count;

    /** How the 64 bits are to be read. */
    private enum Kind {
        INT32(Integer.BYTES, 0),
        INT64(Long.BYTES, 0),
        FLOAT(Float.BYTES, Integer.MAX_VALUE),
        DOUBLE(Double.BYTES, Long.MAX_VALUE);

        private final int bytes;
        /** The bits that are flipped in negative numbers to get their order. */
        private final long orderMask;

        Kind(int bytes, long orderMask) {
            this.bytes = bytes;
            this.orderMask = orderMask;
        }

        private static Kind of(ColumnDescriptor column) {
            return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                case INT32 -> INT32;
                case INT64 -> INT64;
                case FLOAT -> FLOAT;
                case DOUBLE -> DOUBLE;
                default -> throw new IllegalArgumentException("not a number: " + column);
            };
        }
    }

    public NumberEncoder(ColumnDescriptor column, PageLimits limits, PageScratch scratch) {
        super(column, limits, scratch);
        this.kind = Kind.of(column);
        this.dictionary = new NumberDictionary(kind.bytes, limits.dictionaryBytes());
    }

    /** Puts in a value of an INT32 or INT64 column. */
    public void add(long value, int repetition) {
        levels.addPresent(repetition);
        if (count == values.length) {
            values = Arrays.copyOf(values, GrowingBytes.grown(count, count + 1));
        }
        values[count++] = value;
    }

    /** Puts in a value of a FLOAT column. */
    public void addFloat(float value, int repetition) {
        add(Float.floatToIntBits(value), repetition);
    }

    /** Puts in a value of a DOUBLE column. */
    public void addDouble(double value, int repetition) {
        add(Double.doubleToLongBits(value), repetition);
    }

    @Override
    public long openBytes() {
        return (long) count * kind.bytes + levels.count() / Byte.SIZE;
    }

    @Override
    long allocatedForValues() {
        return (long) values.length * Long.BYTES + dictionary.allocatedBytes();
    }

    @Override
    Encoding encodeValues(GrowingBytes page, Statistics<?> statistics) {
        note(statistics);
        if (dictionary.isOpen()) {
            int[] ids = scratch.ints(count);
            if (dictionary.encode(values, count, ids)) {
                dictionary.appendIds(ids, count, page, scratch.hybrid());
                return DictionaryState.ENCODING;
            }
        }
        if (kind.bytes == Long.BYTES) {
            page.appendLongs(values, count);
        } else {
            page.appendInts(values, count);
        }
        return Encoding.PLAIN;
    }

    private void note(Statistics<?> statistics) {
        long mask = kind.orderMask;
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            long value = values[i];
            long ordered = value ^ ((value >> 63) & mask);
            min = Math.min(min, ordered);
            max = Math.max(max, ordered);
        }
        note(statistics, min ^ ((min >> 63) & mask));
        note(statistics, max ^ ((max >> 63) & mask));
    }

    private void note(Statistics<?> statistics, long value) {
        switch (kind) {
            case INT32 -> ((IntStatistics) statistics).updateStats((int) value);
            case INT64 -> ((LongStatistics) statistics).updateStats(value);
            case FLOAT -> ((FloatStatistics) statistics).updateStats(Float.intBitsToFloat((int) value));
            case DOUBLE -> ((DoubleStatistics) statistics).updateStats(Double.longBitsToDouble(value));
        }
    }

    @Override
    long unencodedBytes() {
        return 0;
    }

    @Override
    void clearValues() {
        count = 0;
    }

    @Override
    void startDictionary() {
        dictionary.start();
    }

    @Override
    DictionaryPage endDictionary() {
        return dictionary.end();
    }
}
