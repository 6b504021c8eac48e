/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The shapes of file names, timestamps, decimals: their holes are UUIDs and runs of digits. */
final class DigitShapes {
    private static final int MAX_HOLES = 32;

    private DigitShapes() {}

    /** Null when there are too many holes. */
    static Shape scan(byte[] text, int from, int to) {
        List<byte[]> literals = new ArrayList<>();
        List<Hole> holes = new ArrayList<>();
        int literal = from;
        int position = from;
        while (position < to) {
            if (isUuid(text, position, to)) {
                int middle = position + Hole.UUID_HIGH_LENGTH;
                literals.add(Arrays.copyOfRange(text, literal, position));
                holes.add(Hole.UUID_HIGH);
                literals.add(Arrays.copyOfRange(text, middle, middle + 1));
                holes.add(Hole.UUID_LOW);
                position += Hole.UUID_LENGTH;
                literal = position;
                continue;
            }
            int end = Hole.endOfDigits(text, position, to);
            if (end > position && end - position <= Hole.MAX_DIGITS) {
                literals.add(Arrays.copyOfRange(text, literal, position));
                holes.add(Hole.digits(end - position));
                literal = end;
            }
            position = Math.max(end, position + 1);
        }
        literals.add(Arrays.copyOfRange(text, literal, to));
        return holes.size() > MAX_HOLES ? null : new Shape(literals, holes);
    }

    private static boolean isUuid(byte[] text, int position, int to) {
        if (to - position < Hole.UUID_LENGTH || text[position + Hole.UUID_HIGH_LENGTH] != '-') {
            return false;
        }
        return Hole.UUID_HIGH.end(text, position, to) > 0
                && Hole.UUID_LOW.end(text, position + Hole.UUID_HIGH_LENGTH + 1, to) > 0;
    }
}
