/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The shapes of JSON objects such as statistics: their holes are the values that are numbers and strings. */
final class JsonShapes {
    private static final int MAX_HOLES = 2048;

    private JsonShapes() {}

    /** Null for what has arrays, too many values or an end too early. */
    static Shape scan(byte[] text, int from, int to) {
        List<byte[]> literals = new ArrayList<>();
        List<Hole> holes = new ArrayList<>();
        boolean atValue = false;
        int literal = from;
        int position = from;
        while (position < to) {
            byte c = text[position];
            int start = c == '"' ? position + 1 : position;
            int end = position;
            if (c == '"') {
                end = Hole.endOfString(text, start, to);
            } else if (atValue && (c == '-' || Hole.isDigit(c))) {
                end = Hole.endOfNumber(text, start, to);
            }
            if (end < 0 || c == '[') {
                return null;
            }
            if (atValue && (c == '"' || end > start)) {
                literals.add(Arrays.copyOfRange(text, literal, start));
                holes.add(c == '"' ? Hole.STRING : Hole.NUMBER);
                literal = end;
                atValue = false;
            } else {
                atValue = c == ':' || (atValue && Character.isWhitespace(c));
            }
            position = c == '"' ? end + 1 : Math.max(end, position + 1);
        }
        literals.add(Arrays.copyOfRange(text, literal, to));
        return holes.size() > MAX_HOLES ? null : new Shape(literals, holes);
    }
}
