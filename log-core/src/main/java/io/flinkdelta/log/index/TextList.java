/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.util.Arrays;

/** Texts that are being gathered. */
final class TextList {
    private static final int FIRST_CAPACITY = 16;
    /** Not looked for in fewer texts. */
    private static final int FEW = 8;
    /** A dictionary is worth it when a text comes this often on the average. */
    private static final int REPETITIONS = 4;
    /** The shapes of texts with digits inside; with more the digits are not looked at. */
    private static final int DIGIT_SHAPES = 6;

    private final ByteList bytes = new ByteList();
    private int[] ends = new int[FIRST_CAPACITY];
    private int size;

    void add(byte[] text, int offset, int length) {
        bytes.add(text, offset, length);
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, size * 2);
        }
        ends[size++] = bytes.size();
    }

    int size() {
        return size;
    }

    byte[] bytes() {
        return bytes.array();
    }

    int start(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    int length(int index) {
        return ends[index] - start(index);
    }

    /** How many bytes all texts have in common at their beginning. */
    int commonPrefix() {
        int common = size == 0 ? 0 : length(0);
        for (int i = 1; i < size && common > 0; i++) {
            int end = Math.min(common, length(i));
            int mismatch = Arrays.mismatch(bytes(), 0, Math.min(common, length(0)), bytes(), start(i), start(i) + end);
            common = mismatch < 0 ? common : mismatch;
        }
        return common;
    }

    /** In the form that takes the least memory. */
    TextColumn pack() {
        DictionaryTexts dictionary = size < FEW ? null : dictionary();
        if (dictionary != null) {
            return dictionary;
        }
        ShapedTexts shaped = size < FEW ? null : shaped();
        return shaped != null ? shaped : PlainTexts.of(this);
    }

    /** Null when the texts have no few shapes, or take less memory as they are. */
    private ShapedTexts shaped() {
        ShapedTexts.Builder builder = new ShapedTexts.Builder(DigitShapes::scan, DIGIT_SHAPES);
        for (int i = 0; i < size && !builder.hasRest(); i++) {
            builder.add(bytes(), start(i), length(i));
        }
        if (builder.hasRest()) {
            return null;
        }
        ShapedTexts shaped = builder.build();
        long plainBytes = bytes.size() - (long) size * commonPrefix();
        return shaped.heapBytes() < plainBytes ? shaped : null;
    }

    /** Null when there are too many different texts. */
    private DictionaryTexts dictionary() {
        int limit = size / REPETITIONS;
        int[] slots = new int[Integer.highestOneBit(limit + 1) * 4];
        TextList values = new TextList();
        LongList codes = new LongList();
        for (int i = 0; i < size; i++) {
            int slot = hash(i) & (slots.length - 1);
            while (slots[slot] != 0 && !values.equals(slots[slot] - 1, this, i)) {
                slot = (slot + 1) & (slots.length - 1);
            }
            if (slots[slot] == 0) {
                if (values.size() == limit) {
                    return null;
                }
                values.add(bytes(), start(i), length(i));
                slots[slot] = values.size();
            }
            codes.add(slots[slot] - 1L);
        }
        return new DictionaryTexts(codes.pack(), PlainTexts.of(values));
    }

    private int hash(int index) {
        int hash = 1;
        for (int i = start(index); i < ends[index]; i++) {
            hash = 31 * hash + bytes()[i];
        }
        return hash ^ (hash >>> 16);
    }

    private boolean equals(int index, TextList other, int otherIndex) {
        return Arrays.equals(
                bytes(), start(index), ends[index], other.bytes(), other.start(otherIndex), other.ends[otherIndex]);
    }
}
