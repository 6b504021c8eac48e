/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;

/**
 * Parquet's RLE / bit-packing hybrid (Encodings.md) for a whole page at a time: eight or more equal
 * values that begin at a multiple of eight become a run, everything else is packed in eights.
 */
final class HybridEncoding {
    private static final int GROUP = 8;
    private static final int GROUPS_AT_ONCE = 4;

    private final int[] lastGroup = new int[GROUP];

    /** The bits that numbers from 0 to {@code max} need. */
    static int bitWidth(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    /** Appends the values, none of which has more than {@code bitWidth} bits, without a length. */
    void encode(int[] values, int count, int bitWidth, GrowingBytes out) {
        int packedFrom = 0;
        int position = 0;
        while (position < count) {
            int end = endOfRun(values, position, count);
            if (end - position >= GROUP) {
                pack(values, packedFrom, position, bitWidth, out);
                run(values[position], end - position, bitWidth, out);
                packedFrom = end;
                position = end;
            } else {
                position = Math.min(position + GROUP, count);
            }
        }
        pack(values, packedFrom, count, bitWidth, out);
    }

    /** Appends one run. */
    static void run(int value, int count, int bitWidth, GrowingBytes out) {
        out.appendVarint(count << 1);
        out.appendLowBytes(value, (bitWidth + Byte.SIZE - 1) / Byte.SIZE);
    }

    private static int endOfRun(int[] values, int start, int count) {
        int value = values[start];
        int end = start + 1;
        while (end < count && values[end] == value) {
            end++;
        }
        return end;
    }

    private void pack(int[] values, int from, int to, int bitWidth, GrowingBytes out) {
        if (from == to) {
            return;
        }
        int groups = (to - from + GROUP - 1) / GROUP;
        out.appendVarint((groups << 1) | 1);
        BytePacker packer = Packer.LITTLE_ENDIAN.newBytePacker(bitWidth);
        int target = out.reserve(groups * bitWidth);
        byte[] bytes = out.array();
        int whole = from + (to - from) / GROUP * GROUP;
        int position = from;
        for (; position + GROUPS_AT_ONCE * GROUP <= whole; position += GROUPS_AT_ONCE * GROUP) {
            packer.pack32Values(values, position, bytes, target);
            target += GROUPS_AT_ONCE * bitWidth;
        }
        for (; position < whole; position += GROUP) {
            packer.pack8Values(values, position, bytes, target);
            target += bitWidth;
        }
        if (position < to) {
            for (int i = 0; i < GROUP; i++) {
                lastGroup[i] = position + i < to ? values[position + i] : 0;
            }
            packer.pack8Values(lastGroup, 0, bytes, target);
        }
    }
}
