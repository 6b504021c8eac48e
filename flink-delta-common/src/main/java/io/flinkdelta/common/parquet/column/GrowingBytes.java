/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that are appended to, numbers in little-endian order. */
final class GrowingBytes {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int VARINT_DATA_BITS = 7;
    private static final int VARINT_MORE = 0x80;

    private byte[] bytes;
    private int size;

    GrowingBytes(int capacity) {
        bytes = new byte[capacity];
    }

    /** The bytes, of which those from {@link #size()} on mean nothing; replaced when more are appended. */
    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    int capacity() {
        return bytes.length;
    }

    /** Leaves nothing but the memory. */
    void clear() {
        size = 0;
    }

    /** Appends {@code count} bytes of any content and returns where they begin. */
    int reserve(int count) {
        int start = size;
        int end = Math.addExact(start, count);
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, grown(bytes.length, end));
        }
        size = end;
        return start;
    }

    /** A capacity of at least {@code needed}, doubled from {@code capacity} where that is possible. */
    static int grown(int capacity, int needed) {
        return (int) Math.min(Integer.MAX_VALUE - 16, Math.max(2L * capacity, needed));
    }

    void append(byte[] source, int start, int length) {
        int target = reserve(length);
        System.arraycopy(source, start, bytes, target, length);
    }

    void appendByte(int value) {
        int target = reserve(1);
        bytes[target] = (byte) value;
    }

    void appendInt(int value) {
        int target = reserve(Integer.BYTES);
        INT.set(bytes, target, value);
    }

    void appendVarint(int value) {
        int rest = value;
        while ((rest & -VARINT_MORE) != 0) {
            appendByte((rest & (VARINT_MORE - 1)) | VARINT_MORE);
            rest >>>= VARINT_DATA_BITS;
        }
        appendByte(rest);
    }

    /** The lowest {@code count} bytes of the value. */
    void appendLowBytes(int value, int count) {
        for (int i = 0; i < count; i++) {
            appendByte(value >>> (i * Byte.SIZE));
        }
    }

    /** As 64 bits each. */
    void appendLongs(long[] values, int count) {
        int target = reserve(Math.multiplyExact(count, Long.BYTES));
        byte[] to = bytes;
        for (int i = 0; i < count; i++) {
            LONG.set(to, target + i * Long.BYTES, values[i]);
        }
    }

    /** The low 32 bits of each. */
    void appendInts(long[] values, int count) {
        int target = reserve(Math.multiplyExact(count, Integer.BYTES));
        byte[] to = bytes;
        for (int i = 0; i < count; i++) {
            INT.set(to, target + i * Integer.BYTES, (int) values[i]);
        }
    }

    void setInt(int position, int value) {
        INT.set(bytes, position, value);
    }

    int getInt(int position) {
        return (int) INT.get(bytes, position);
    }
}
