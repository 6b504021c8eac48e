/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.util.Arrays;

/** Bytes that are being gathered, or made anew again and again. */
final class ByteList {
    private static final int FIRST_CAPACITY = 64;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int size;

    void add(byte value) {
        ensure(1);
        bytes[size++] = value;
    }

    void add(byte[] from, int offset, int length) {
        ensure(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), size * 2));
        }
    }

    /** As decimal digits, with leading zeros up to {@code width}. */
    void addDigits(long number, int width) {
        ensure(width);
        long rest = number;
        for (int i = size + width - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += width;
    }

    /** As hexadecimal digits in lower case, with leading zeros up to {@code width}. */
    void addHex(long number, int width) {
        ensure(width);
        for (int shift = (width - 1) * 4; shift >= 0; shift -= 4) {
            bytes[size++] = (byte) Character.forDigit((int) (number >>> shift) & 0xF, 16);
        }
    }

    void clear() {
        size = 0;
    }

    /** What is there, and beyond {@link #size()} anything; until the next change. */
    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
