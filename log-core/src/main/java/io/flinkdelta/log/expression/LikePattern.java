/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import java.util.Arrays;

/** A pattern of LIKE: {@code %} for any characters, {@code _} for one, a backslash before these or itself. */
final class LikePattern {
    private static final int ANY = -1;
    private static final int ONE = -2;

    /** Code points, {@link #ANY} and {@link #ONE}. */
    private final int[] pattern;

    private LikePattern(int[] pattern) {
        this.pattern = pattern;
    }

    /**
     * @throws io.flinkdelta.log.error.InvalidRequestException when a backslash stands before anything else
     */
    static LikePattern of(String text) {
        int[] points = text.codePoints().toArray();
        int[] pattern = new int[points.length];
        int length = 0;
        for (int i = 0; i < points.length; i++) {
            switch (points[i]) {
                case '%' -> pattern[length++] = ANY;
                case '_' -> pattern[length++] = ONE;
                case '\\' -> {
                    i++;
                    if (i == points.length || (points[i] != '%' && points[i] != '_' && points[i] != '\\')) {
                        throw EvaluationErrors.of(
                                "The pattern of LIKE has a backslash that escapes nothing: '" + text + "'.");
                    }
                    pattern[length++] = points[i];
                }
                default -> pattern[length++] = points[i];
            }
        }
        return new LikePattern(Arrays.copyOf(pattern, length));
    }

    /** Greedy, going back to the last {@link #ANY} only: linear but for that. */
    boolean matches(String text) {
        int at = 0;
        int in = 0;
        int backIn = -1;
        int backAt = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (in < pattern.length && pattern[in] == ANY) {
                backIn = ++in;
                backAt = at;
            } else if (in < pattern.length && (pattern[in] == ONE || pattern[in] == point)) {
                in++;
                at += Character.charCount(point);
            } else if (backIn >= 0) {
                backAt += Character.charCount(text.codePointAt(backAt));
                at = backAt;
                in = backIn;
            } else {
                return false;
            }
        }
        while (in < pattern.length && pattern[in] == ANY) {
            in++;
        }
        return in == pattern.length;
    }
}
