/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/**
 * A variable part of a {@link Shape}.
 *
 * @param width of digits how many, otherwise 0
 */
record Hole(Kind kind, int width) {
    /** As many as a long has always room for. */
    static final int MAX_DIGITS = 18;

    static final int UUID_LENGTH = 36;
    static final int UUID_HIGH_LENGTH = 18;
    private static final int UUID_LOW_LENGTH = 17;

    static final Hole NUMBER = new Hole(Kind.NUMBER, 0);
    static final Hole STRING = new Hole(Kind.STRING, 0);
    static final Hole UUID_HIGH = new Hole(Kind.UUID_HIGH, 0);
    static final Hole UUID_LOW = new Hole(Kind.UUID_LOW, 0);

    /** What is in it. */
    enum Kind {
        /** A JSON number. */
        NUMBER,
        /** The content of a JSON string, with its escapes. */
        STRING,
        /** A certain number of decimal digits. */
        DIGITS,
        /** The first three groups of a UUID in lower case. */
        UUID_HIGH,
        /** The last two. */
        UUID_LOW
    }

    static Hole digits(int width) {
        return new Hole(Kind.DIGITS, width);
    }

    /** Whether the content is held as a long whatever it is. */
    boolean isBinary() {
        return kind != Kind.NUMBER && kind != Kind.STRING;
    }

    /** Where a content that begins at {@code from} ends, or -1 when none does. */
    int end(byte[] text, int from, int to) {
        return switch (kind) {
            case NUMBER -> endOfNumber(text, from, to);
            case STRING -> endOfString(text, from, to);
            case DIGITS -> endOfDigits(text, from, Math.min(to, from + width)) == from + width ? from + width : -1;
            case UUID_HIGH -> isHex(text, from, to, UUID_HIGH_LENGTH, 8, 13) ? from + UUID_HIGH_LENGTH : -1;
            case UUID_LOW -> isHex(text, from, to, UUID_LOW_LENGTH, 4, 4) ? from + UUID_LOW_LENGTH : -1;
        };
    }

    static int endOfNumber(byte[] text, int from, int to) {
        int end = from;
        while (end < to && isOfNumber(text[end])) {
            end++;
        }
        return end == from ? -1 : end;
    }

    private static boolean isOfNumber(byte c) {
        return isDigit(c) || c == '-' || c == '.' || c == '+' || c == 'e' || c == 'E';
    }

    /** Where the closing quote stands. */
    static int endOfString(byte[] text, int from, int to) {
        for (int end = from; end < to; end++) {
            if (text[end] == '"') {
                return end;
            } else if (text[end] == '\\') {
                end++;
            }
        }
        return -1;
    }

    static int endOfDigits(byte[] text, int from, int to) {
        int end = from;
        while (end < to && isDigit(text[end])) {
            end++;
        }
        return end;
    }

    static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHex(byte[] text, int from, int to, int length, int dash, int otherDash) {
        if (to - from < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte c = text[from + i];
            boolean fits = (i == dash || i == otherDash) ? c == '-' : isDigit(c) || (c >= 'a' && c <= 'f');
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** The content as a long; only of one that {@link #isBinary()}. */
    long value(byte[] text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            if (kind == Kind.DIGITS) {
                value = value * 10 + (text[i] - '0');
            } else if (text[i] != '-') {
                value = (value << 4) | (isDigit(text[i]) ? text[i] - '0' : text[i] - 'a' + 10);
            }
        }
        return value;
    }

    /** The reverse of {@link #value}. */
    void append(long value, ByteList out) {
        switch (kind) {
            case DIGITS -> out.addDigits(value, width);
            case UUID_HIGH -> {
                out.addHex(value >>> 32, 8);
                out.add((byte) '-');
                out.addHex(value >>> 16, 4);
                out.add((byte) '-');
                out.addHex(value, 4);
            }
            case UUID_LOW -> {
                out.addHex(value >>> 48, 4);
                out.add((byte) '-');
                out.addHex(value, 12);
            }
            case NUMBER, STRING -> throw new IllegalStateException(kind.toString());
        }
    }
}
