/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes of table properties: {@code 1048576}, {@code 128mb}, {@code 1g}. */
final class Sizes {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*([kmgt]?)i?b?");

    private Sizes() {}

    static long parse(String text) {
        Matcher size = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new IllegalArgumentException("no size");
        }
        int power = size.group(2).isEmpty() ? 0 : "kmgt".indexOf(size.group(2)) + 1;
        return Math.multiplyExact(Long.parseLong(size.group(1)), 1L << (10 * power));
    }
}
