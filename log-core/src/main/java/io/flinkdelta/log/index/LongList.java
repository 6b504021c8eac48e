/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.util.Arrays;

/** Numbers that are being gathered. */
final class LongList {
    private static final int FIRST_CAPACITY = 16;

    private long[] values = new long[FIRST_CAPACITY];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    long get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    PackedLongs pack() {
        return PackedLongs.of(values, size);
    }
}
