/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import java.util.Optional;

/**
 * Short bounds of long strings. Strings are compared by their UTF-8 bytes, which is the order of
 * code points and not that of Java's {@code compareTo}. The lengths are those of Spark: a minimum
 * keeps so many code points, a maximum so many UTF-16 units, twice as many where that is not enough.
 *
 * <p>A replacement character (U+FFFD, or half a surrogate pair) may stand for bytes that are no
 * UTF-8 and lie anywhere in the order; a bound never relies on one.
 */
final class StringBounds {
    private static final int REPLACEMENT = 0xFFFD;
    private static final String LAST_ASCII = "\u007F";
    private static final String LAST_CODE_POINT = Character.toString(Character.MAX_CODE_POINT);

    private StringBounds() {}

    /** A string that is not above {@code min}. */
    static String lower(String min, int length) {
        int end = 0;
        for (int kept = 0; kept < length && end < min.length(); kept++) {
            int codePoint = min.codePointAt(end);
            if (isReplacement(codePoint)) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return min.substring(0, end);
    }

    /** A string that is not below {@code max}, or empty where there is no short one. */
    static Optional<String> upper(String max, int length) {
        if (length == 0 && !max.isEmpty()) {
            return Optional.empty();
        }
        int reliable = reliableLength(max);
        if (max.length() <= length) {
            return Optional.of(max).filter(whole -> reliable == whole.length());
        }
        int cut = length;
        if (Character.isHighSurrogate(max.charAt(cut - 1)) && Character.isLowSurrogate(max.charAt(cut))) {
            cut++;
        }
        // The bound is the prefix and one character above the first that was cut off.
        while (cut < reliable && cut <= 2 * length) {
            int codePoint = max.codePointAt(cut);
            if (codePoint < LAST_ASCII.charAt(0)) {
                return Optional.of(max.substring(0, cut) + LAST_ASCII);
            }
            if (codePoint < Character.MAX_CODE_POINT) {
                return Optional.of(max.substring(0, cut) + LAST_CODE_POINT);
            }
            cut += 2;
        }
        return cut >= max.length() && reliable == max.length() ? Optional.of(max) : Optional.empty();
    }

    private static int reliableLength(String text) {
        int end = 0;
        while (end < text.length() && !isReplacement(text.codePointAt(end))) {
            end += Character.charCount(text.codePointAt(end));
        }
        return end;
    }

    private static boolean isReplacement(int codePoint) {
        return codePoint == REPLACEMENT
                || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
    }
}
