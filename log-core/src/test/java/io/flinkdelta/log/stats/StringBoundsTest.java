/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StringBoundsTest {
    private static final String LAST = "\uDBFF\uDFFF";

    @Test
    void shortStringsAreKept() {
        for (String text : new String[] {"", "a", "é", "x".repeat(32), "😀".repeat(16)}) {
            assertThat(StringBounds.lower(text, 32)).isEqualTo(text);
            assertThat(StringBounds.upper(text, 32)).contains(text);
        }
    }

    @Test
    void aMinimumKeepsCodePoints() {
        assertThat(StringBounds.lower("😀".repeat(33), 32)).isEqualTo("😀".repeat(32));
        assertThat(StringBounds.lower("x".repeat(31) + "😀😀", 32)).isEqualTo("x".repeat(31) + "😀");
    }

    @Test
    void aMaximumIsRaisedByOneCharacter() {
        String prefix = "x".repeat(32);
        assertThat(StringBounds.upper(prefix + "a", 32)).contains(prefix + "\u007F");
        assertThat(StringBounds.upper(prefix + "\u007F", 32)).contains(prefix + LAST);
        assertThat(StringBounds.upper(prefix + "é" + prefix, 32)).contains(prefix + LAST);
        assertThat(StringBounds.upper(prefix + "😀", 32)).contains(prefix + LAST);
    }

    @Test
    void aSurrogatePairIsNeverCut() {
        String prefix = "x".repeat(31);
        assertThat(StringBounds.upper(prefix + "😀a", 32)).contains(prefix + "😀\u007F");
        assertThat(StringBounds.upper(prefix + "😀" + LAST, 32)).contains(prefix + "😀" + LAST);
        assertThat(StringBounds.upper(prefix + "😀", 32)).contains(prefix + "😀");
    }

    @Test
    void theLastCodePointIsSteppedOver() {
        String prefix = "x".repeat(32);
        assertThat(StringBounds.upper(prefix + LAST + LAST + "b", 32)).contains(prefix + LAST + LAST + "\u007F");
        assertThat(StringBounds.upper(prefix + LAST.repeat(3), 32)).contains(prefix + LAST.repeat(3));
        assertThat(StringBounds.upper(prefix + LAST.repeat(16) + "b", 32))
                .contains(prefix + LAST.repeat(16) + "\u007F");
        assertThat(StringBounds.upper(prefix + LAST.repeat(17) + "b", 32)).isEmpty();
    }

    @Test
    void replacementCharactersAreNotReliedOn() {
        assertThat(StringBounds.lower("ab\uFFFDc", 32)).isEqualTo("ab");
        assertThat(StringBounds.lower("ab\uD800", 32)).isEqualTo("ab");
        assertThat(StringBounds.upper("ab\uFFFDc", 32)).isEmpty();
        assertThat(StringBounds.upper("ab\uDC00", 32)).isEmpty();
        assertThat(StringBounds.upper("x".repeat(32) + "\uFFFD", 32)).isEmpty();
        assertThat(StringBounds.upper("x".repeat(32) + "b\uFFFD", 32)).contains("x".repeat(32) + "\u007F");
    }

    @Test
    void nothingIsKeptOfLengthZero() {
        assertThat(StringBounds.lower("abc", 0)).isEmpty();
        assertThat(StringBounds.upper("abc", 0)).isEmpty();
        assertThat(StringBounds.upper("", 0)).contains("");
    }

    @Test
    void boundsHoldInTheOrderOfBytes() {
        long seed = 20200321;
        Random random = new Random(seed);
        int[] alphabet = {
            'a', '~', 0x7F, 0x80, 'é', 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x1F600, 0x10FFFE, 0x10FFFF
        };
        for (int i = 0; i < 50_000; i++) {
            StringBuilder built = new StringBuilder();
            int repeated = random.nextInt(12);
            built.append(Character.toString(alphabet[random.nextInt(alphabet.length)])
                    .repeat(repeated));
            random.ints(random.nextInt(12), 0, alphabet.length).forEach(c -> built.appendCodePoint(alphabet[c]));
            String text = built.toString();
            int length = 1 + random.nextInt(10);
            String lower = StringBounds.lower(text, length);
            Optional<String> upper = StringBounds.upper(text, length);
            assertThat(compare(lower, text)).as("seed %s: %s", seed, text).isNotPositive();
            assertThat(lower.codePointCount(0, lower.length())).isLessThanOrEqualTo(length);
            upper.ifPresent(bound -> {
                assertThat(compare(bound, text)).as("seed %s: %s", seed, text).isNotNegative();
                assertThat(bound.length()).isLessThanOrEqualTo(2 * length + 3);
                assertThat(new String(bound.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                        .isEqualTo(bound);
            });
        }
    }

    private static int compare(String left, String right) {
        return Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}
