/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.BooleanStatistics;
import org.apache.parquet.column.statistics.Statistics;

/** Encodes BOOLEAN: one bit a value. */
public final class BooleanEncoder extends ColumnEncoder {
    private static final int FIRST_CAPACITY = 16;

    private byte[] bits = new byte[FIRST_CAPACITY];
    private int count;
    private int trues;

    public BooleanEncoder(ColumnDescriptor column, PageLimits limits, PageScratch scratch) {
        super(column, limits, scratch);
    }

    public void add(boolean value, int repetition) {
        levels.addPresent(repetition);
        int index = count / Byte.SIZE;
        if (index == bits.length) {
            bits = Arrays.copyOf(bits, GrowingBytes.grown(index, index + 1));
        }
        if (value) {
            bits[index] |= (byte) (1 << count % Byte.SIZE);
            trues++;
        }
        count++;
    }

    @Override
    public long openBytes() {
        return ((long) count + levels.count()) / Byte.SIZE;
    }

    @Override
    long allocatedForValues() {
        return bits.length;
    }

    @Override
    Encoding encodeValues(GrowingBytes page, Statistics<?> statistics) {
        page.append(bits, 0, usedBytes());
        if (trues > 0) {
            ((BooleanStatistics) statistics).updateStats(true);
        }
        if (trues < count) {
            ((BooleanStatistics) statistics).updateStats(false);
        }
        return Encoding.PLAIN;
    }

    private int usedBytes() {
        return (count + Byte.SIZE - 1) / Byte.SIZE;
    }

    @Override
    long unencodedBytes() {
        return 0;
    }

    @Override
    void clearValues() {
        Arrays.fill(bits, 0, usedBytes(), (byte) 0);
        count = 0;
        trues = 0;
    }

    @Override
    void startDictionary() {}

    @Override
    DictionaryPage endDictionary() {
        return null;
    }
}
