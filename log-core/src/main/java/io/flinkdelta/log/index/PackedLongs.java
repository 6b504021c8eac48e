/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/**
 * Numbers, each held in as many bits as the difference between the smallest and the largest needs: none
 * when all are equal. Immutable.
 */
final class PackedLongs {
    private static final long[] NONE = {};

    private final long least;
    private final int width;
    private final long[] words;

    private PackedLongs(long least, int width, long[] words) {
        this.least = least;
        this.width = width;
        this.words = words;
    }

    /** The first {@code count} of {@code values}. */
    static PackedLongs of(long[] values, int count) {
        if (count == 0) {
            return new PackedLongs(0, 0, NONE);
        }
        long least = values[0];
        long greatest = values[0];
        for (int i = 1; i < count; i++) {
            least = Math.min(least, values[i]);
            greatest = Math.max(greatest, values[i]);
        }
        // Above Long.MAX_VALUE the difference is negative and takes all 64 bits, as it should.
        int width = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
        long[] words = width == 0 ? NONE : new long[(int) (((long) count * width + Long.SIZE - 1) / Long.SIZE)];
        for (int i = 0; width > 0 && i < count; i++) {
            long value = values[i] - least;
            long bit = (long) i * width;
            int word = (int) (bit >>> 6);
            int shift = (int) (bit & 63);
            words[word] |= value << shift;
            if (shift + width > Long.SIZE) {
                words[word + 1] |= value >>> (Long.SIZE - shift);
            }
        }
        return new PackedLongs(least, width, words);
    }

    long get(int index) {
        if (width == 0) {
            return least;
        }
        long bit = (long) index * width;
        int word = (int) (bit >>> 6);
        int shift = (int) (bit & 63);
        long value = words[word] >>> shift;
        if (shift + width > Long.SIZE) {
            value |= words[word + 1] << (Long.SIZE - shift);
        }
        return least + (width == Long.SIZE ? value : value & ((1L << width) - 1));
    }

    /** Bytes of heap, by what objects take on a 64-bit JVM with compressed references. */
    long heapBytes() {
        return 32 + (words == NONE ? 0 : 16 + 8L * words.length);
    }
}
