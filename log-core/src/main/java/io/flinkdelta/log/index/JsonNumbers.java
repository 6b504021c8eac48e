/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

/** Whole numbers as JSON writes them: without leading zeros, fraction, exponent or {@code -0}. */
final class JsonNumbers {
    /** No number, and never a number that is parsed. */
    static final long NONE = Long.MIN_VALUE;

    private static final int SAFE_DIGITS = 18;

    private JsonNumbers() {}

    /** {@link #NONE} for what {@link #append} would not write in exactly these bytes, and for the smallest long. */
    static long parse(byte[] text, int from, int to) {
        boolean negative = text[from] == '-';
        int first = negative ? from + 1 : from;
        int digits = to - first;
        if (digits <= 0 || digits > SAFE_DIGITS + 1 || (text[first] == '0' && (digits > 1 || negative))) {
            return NONE;
        }
        long value = 0;
        for (int i = first; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return NONE;
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    static void append(long value, ByteList out) {
        if (value < 0) {
            out.add((byte) '-');
        }
        long rest = Math.abs(value);
        int digits = 1;
        for (long power = 10; digits <= SAFE_DIGITS && rest >= power; power *= 10) {
            digits++;
        }
        out.addDigits(rest, digits);
    }
}
