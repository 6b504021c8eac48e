/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

/**
 * The digits of a {@link JsonScalar} as a whole number of at most 18 digits, and how many of them follow
 * the point. One thread.
 */
final class JsonDigits {
    /** As many as a long has always room for. */
    static final int MOST = 18;

    private boolean negative;
    private long value;
    private int count;
    private int scale;

    /** False for what is not of the form {@code -?digits(.digits)?}, and for more digits. */
    boolean read(JsonScalar scalar) {
        int length = scalar.length();
        negative = length > 0 && scalar.at(0) == '-';
        value = 0;
        count = 0;
        scale = -1;
        for (int i = negative ? 1 : 0; i < length; i++) {
            int digit = scalar.at(i) - '0';
            if (digit >= 0 && digit <= 9 && count < MOST) {
                value = value * 10 + digit;
                count++;
                scale += scale < 0 ? 0 : 1;
            } else if (scalar.at(i) == '.' && scale < 0) {
                scale = 0;
            } else {
                return false;
            }
        }
        scale = Math.max(scale, 0);
        return count > 0;
    }

    /** With the sign, without the point. */
    long unscaled() {
        return negative ? -value : value;
    }

    boolean isNegativeZero() {
        return negative && value == 0;
    }

    /** How many digits there are, leading zeros included. */
    int count() {
        return count;
    }

    /** How many digits follow the point. */
    int scale() {
        return scale;
    }
}
