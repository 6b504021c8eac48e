/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Encodes BINARY, ordered by unsigned bytes, and FIXED_LEN_BYTE_ARRAY decimals, ordered by their
 * number. The values are held as a PLAIN page has them.
 */
public final class BytesEncoder extends ColumnEncoder {
    private static final int FIRST_VALUES = 16;
    private static final int FIRST_BYTES = 256;
    /** The next look at the sizes may be many rows away, because the values before were small. */
    private static final int LARGE_VALUE = 4 * 1024;

    /** What stands before each value: its length, or nothing when all have the same. */
    private final int prefixBytes;

    private final ByteRange range;
    private final BytesDictionary dictionary;
    private final GrowingBytes plain = new GrowingBytes(FIRST_BYTES);
    /** Where each value begins, behind its length; one more entry than values. */
    private int[] starts = new int[FIRST_VALUES];

    private int count;

    public BytesEncoder(ColumnDescriptor column, PageLimits limits, PageScratch scratch) {
        super(column, limits, scratch);
        boolean fixed = column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        this.prefixBytes = fixed ? 0 : Integer.BYTES;
        this.range = new ByteRange(
                column.getPrimitiveType().getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation);
        this.dictionary = new BytesDictionary(prefixBytes, limits.dictionaryBytes(), range);
    }

    /**
     * Puts in a value of {@code length} bytes, to be copied into {@link #target()} before anything else.
     *
     * @return where in there
     */
    public int add(int length, int repetition) {
        levels.addPresent(repetition);
        if (length >= LARGE_VALUE) {
            scratch.noteLargeValue();
        }
        if (count + 1 == starts.length) {
            starts = Arrays.copyOf(starts, GrowingBytes.grown(count, count + 2));
        }
        if (prefixBytes > 0) {
            plain.appendInt(length);
        }
        int start = plain.reserve(length);
        starts[count] = start;
        count++;
        starts[count] = start + length + prefixBytes;
        return start;
    }

    /** Puts in a copy of these bytes. */
    public void add(byte[] value, int repetition) {
        int start = add(value.length, repetition);
        System.arraycopy(value, 0, plain.array(), start, value.length);
    }

    /** What {@link #add(int, int)} returns a position of; changes from one call to the next. */
    public byte[] target() {
        return plain.array();
    }

    @Override
    public long openBytes() {
        return (long) plain.size() + levels.count() / Byte.SIZE;
    }

    @Override
    long allocatedForValues() {
        return plain.capacity() + (long) starts.length * Integer.BYTES + dictionary.allocatedBytes();
    }

    @Override
    Encoding encodeValues(GrowingBytes page, Statistics<?> statistics) {
        if (dictionary.isOpen()) {
            int[] ids = scratch.ints(count);
            if (dictionary.encode(plain.array(), starts, count, ids, statistics)) {
                dictionary.appendIds(ids, count, page, scratch.hybrid());
                return DictionaryState.ENCODING;
            }
        }
        byte[] bytes = plain.array();
        range.start();
        for (int i = 0; i < count; i++) {
            range.add(bytes, starts[i], starts[i + 1] - starts[i] - prefixBytes);
        }
        range.note(statistics);
        page.append(bytes, 0, plain.size());
        return Encoding.PLAIN;
    }

    @Override
    long unencodedBytes() {
        return prefixBytes == 0 ? 0 : plain.size() - (long) count * prefixBytes;
    }

    @Override
    void clearValues() {
        plain.clear();
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
