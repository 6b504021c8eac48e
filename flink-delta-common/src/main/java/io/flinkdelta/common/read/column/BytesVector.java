/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import java.util.Arrays;
import org.apache.flink.table.data.StringData;

/** BINARY and FIXED_LEN_BYTE_ARRAY as texts and bytes, which stay in the page that they were read from. */
public final class BytesVector extends ColumnVector {
    private final byte[][] bytes;
    private final int[] offsets;
    private final int[] lengths;
    /** Those of dictionaries, made once for many rows; null for others. */
    private final StringData[] texts;

    public BytesVector(int capacity) {
        super(capacity);
        this.bytes = new byte[capacity][];
        this.offsets = new int[capacity];
        this.lengths = new int[capacity];
        this.texts = new StringData[capacity];
    }

    @Override
    void read(PageValues page, int from, int count) {
        page.readBytes(this, from, count);
    }

    void set(int row, byte[] array, int offset, int length) {
        bytes[row] = array;
        offsets[row] = offset;
        lengths[row] = length;
        texts[row] = null;
    }

    void set(int row, byte[] array, StringData text) {
        bytes[row] = array;
        offsets[row] = 0;
        lengths[row] = array.length;
        texts[row] = text;
    }

    @Override
    StringData stringAt(int row) {
        StringData text = texts[row];
        return text == null ? StringData.fromBytes(bytes[row], offsets[row], lengths[row]) : text;
    }

    @Override
    byte[] bytesAt(int row) {
        return Arrays.copyOfRange(bytes[row], offsets[row], offsets[row] + lengths[row]);
    }
}
