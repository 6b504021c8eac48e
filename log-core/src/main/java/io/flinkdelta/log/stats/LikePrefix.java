/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

/**
 * What a LIKE pattern begins with, up to its first wildcard.
 *
 * @param prefix without escapes
 * @param rest from the first wildcard on, empty when there is none
 */
record LikePrefix(String prefix, String rest) {
    private static final char ESCAPE = '\\';

    static LikePrefix of(String pattern) {
        StringBuilder prefix = new StringBuilder();
        int position = 0;
        while (position < pattern.length()) {
            char c = pattern.charAt(position);
            if (c == '%' || c == '_') {
                break;
            }
            if (c == ESCAPE && position + 1 < pattern.length()) {
                position++;
            }
            prefix.append(pattern.charAt(position));
            position++;
        }
        return new LikePrefix(prefix.toString(), pattern.substring(position));
    }

    /** Whether a string matches exactly when it is the prefix. */
    boolean isOneString() {
        return rest.isEmpty();
    }

    /** Whether a string matches exactly when it begins with the prefix. */
    boolean isPrefix() {
        return rest.equals("%");
    }

    /** What LIKE may come to on strings of this range. */
    int outcomes(ValueRange range) {
        boolean one = range.isOneValue(ValueOrder.TEXT.comparator());
        boolean mayMatch = range.values() && mayBegin(range);
        boolean mayNotMatch = range.values() && !(one && mayMatch && isPrefix());
        return Outcomes.of(mayMatch, mayNotMatch, range.nulls());
    }

    private boolean mayBegin(ValueRange range) {
        if (range.greatest() != null && ValueOrder.compareText((String) range.greatest(), prefix) < 0) {
            return false;
        }
        if (range.least() == null) {
            return true;
        }
        String least = (String) range.least();
        String start = least.substring(0, Math.min(prefix.length(), least.length()));
        return ValueOrder.compareText(start, prefix) <= 0;
    }
}
