/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.core.JsonToken;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;

/**
 * One scalar of a JSON text: its kind and the bytes of its content, without anything being made of them.
 * Turned from scalar to scalar. One thread.
 */
final class JsonScalar {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private JsonToken kind;
    private byte[] bytes;
    private int from;
    private int to;

    /** Turns to one that a parser has read. */
    void set(JsonToken token, String text) {
        kind = token;
        bytes = text.getBytes(StandardCharsets.UTF_8);
        from = 0;
        to = bytes.length;
    }

    /**
     * Turns to the one that begins at {@code start}.
     *
     * @return where it ends; -1 for what is no scalar, and for strings with escapes, which take a parser
     */
    int scan(byte[] json, int start, int limit) {
        bytes = json;
        if (start >= limit) {
            return -1;
        }
        return switch (json[start]) {
            case '"' -> scanText(start + 1, limit);
            case 't' -> scanWord(JsonToken.VALUE_TRUE, TRUE, start, limit);
            case 'f' -> scanWord(JsonToken.VALUE_FALSE, FALSE, start, limit);
            case 'n' -> scanWord(JsonToken.VALUE_NULL, NULL, start, limit);
            default -> scanNumber(start, limit);
        };
    }

    private int scanText(int start, int limit) {
        int end = start;
        while (end < limit && bytes[end] != '"') {
            byte c = bytes[end];
            if (c == '\\' || (c >= 0 && c < ' ')) {
                return -1;
            }
            end++;
        }
        return end == limit ? -1 : take(JsonToken.VALUE_STRING, start, end) + 1;
    }

    private int scanWord(JsonToken token, byte[] word, int start, int limit) {
        int end = start + word.length;
        return end <= limit && Arrays.equals(bytes, start, end, word, 0, word.length) ? take(token, start, end) : -1;
    }

    private int scanNumber(int start, int limit) {
        int first = bytes[start] == '-' ? start + 1 : start;
        int end = endOfDigits(first, limit);
        if (end == first || (bytes[first] == '0' && end > first + 1)) {
            return -1;
        }
        if (end == limit || (bytes[end] != '.' && bytes[end] != 'e' && bytes[end] != 'E')) {
            return take(JsonToken.VALUE_NUMBER_INT, start, end);
        }
        if (bytes[end] == '.') {
            int fraction = end + 1;
            end = endOfDigits(fraction, limit);
            if (end == fraction) {
                return -1;
            }
        }
        if (end < limit && (bytes[end] == 'e' || bytes[end] == 'E')) {
            boolean signed = end + 1 < limit && (bytes[end + 1] == '-' || bytes[end + 1] == '+');
            int exponent = end + (signed ? 2 : 1);
            end = endOfDigits(exponent, limit);
            if (end == exponent) {
                return -1;
            }
        }
        return take(JsonToken.VALUE_NUMBER_FLOAT, start, end);
    }

    private int endOfDigits(int start, int limit) {
        int end = start;
        while (end < limit && bytes[end] >= '0' && bytes[end] <= '9') {
            end++;
        }
        return end;
    }

    private int take(JsonToken token, int start, int end) {
        kind = token;
        from = start;
        to = end;
        return end;
    }

    JsonToken kind() {
        return kind;
    }

    boolean isText() {
        return kind == JsonToken.VALUE_STRING;
    }

    boolean isNumber() {
        return kind.isNumeric();
    }

    int length() {
        return to - from;
    }

    /** The byte at {@code index} of the content. */
    byte at(int index) {
        return bytes[from + index];
    }

    /** The content of a string. */
    Binary utf8() {
        return Binary.fromConstantByteArray(Arrays.copyOfRange(bytes, from, to));
    }

    String text() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
