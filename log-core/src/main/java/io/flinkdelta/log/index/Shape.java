/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.util.Arrays;
import java.util.List;

/**
 * What texts of one kind have in common: the bytes between their variable parts, the holes. A text is the
 * literals and the contents of the holes in turn, so nothing of it is lost. Immutable.
 */
final class Shape {
    private final byte[][] literals;
    private final Hole[] holes;
    private final int hash;

    /**
     * Of literals and what is between them.
     *
     * @param literals one more than there are holes
     */
    Shape(List<byte[]> literals, List<Hole> holes) {
        this.literals = literals.toArray(byte[][]::new);
        this.holes = holes.toArray(Hole[]::new);
        this.hash = Arrays.deepHashCode(this.literals) * 31 + Arrays.hashCode(this.holes);
    }

    int holes() {
        return holes.length;
    }

    Hole hole(int index) {
        return holes[index];
    }

    /** The bytes before the hole {@code index}, or after the last one. */
    byte[] literal(int index) {
        return literals[index];
    }

    /**
     * Whether the text has this shape.
     *
     * @param ends is filled with the positions after the literals and after the holes, in turn
     */
    boolean matches(byte[] text, int from, int to, int[] ends) {
        int position = from;
        for (int i = 0; i < literals.length; i++) {
            byte[] literal = literals[i];
            int end = position + literal.length;
            if (end > to || !Arrays.equals(text, position, end, literal, 0, literal.length)) {
                return false;
            }
            ends[2 * i] = end;
            position = end;
            if (i < holes.length) {
                position = holes[i].end(text, position, to);
                if (position < 0) {
                    return false;
                }
                ends[2 * i + 1] = position;
            }
        }
        return position == to;
    }

    long heapBytes() {
        long bytes = 32 + 2 * (16 + 4L * literals.length);
        for (byte[] literal : literals) {
            bytes += 16 + literal.length + 24;
        }
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape that
                && hash == that.hash
                && Arrays.equals(holes, that.holes)
                && Arrays.deepEquals(literals, that.literals);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
