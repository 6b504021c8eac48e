/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The exact text of one value, the same whichever engine it was read with: every bit that differs shows, and two
 * texts that are equal byte by byte are equal rows. Both engines' readers build their lines from these pieces.
 */
final class ExactText {
    private ExactText() {}

    static void string(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    static void binary(StringBuilder out, byte[] value) {
        out.append('"').append(HexFormat.of().formatHex(value)).append('"');
    }

    static void decimal(StringBuilder out, BigDecimal value, int scale) {
        out.append('"')
                .append(value.setScale(scale, RoundingMode.UNNECESSARY).toPlainString())
                .append('"');
    }

    static void real(StringBuilder out, double value) {
        boolean special = Double.isNaN(value) || Double.isInfinite(value) || value == 0;
        String text = special
                ? Double.toString(value)
                : shortest(new BigDecimal(value), 17, candidate -> candidate.doubleValue() == value);
        out.append('"').append(text).append('"');
    }

    static void real(StringBuilder out, float value) {
        boolean special = Float.isNaN(value) || Float.isInfinite(value) || value == 0;
        String text = special
                ? Float.toString(value)
                : shortest(new BigDecimal(value), 9, candidate -> candidate.floatValue() == value);
        out.append('"').append(text).append('"');
    }

    /** {@code [[k,v],...]} sorted by the UTF-8 bytes of the encoded key. */
    static void map(StringBuilder out, List<String> keys, List<String> values) {
        Integer[] order = new Integer[keys.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(utf8(keys.get(a)), utf8(keys.get(b))));
        out.append('[');
        for (int i = 0; i < order.length; i++) {
            out.append(i == 0 ? "[" : ",[").append(keys.get(order[i])).append(',');
            out.append(values.get(order[i])).append(']');
        }
        out.append(']');
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private interface RoundTrip {
        boolean holds(BigDecimal candidate);
    }

    /** The decimal of fewest digits, at least two, that reads back as the value; the closest one of that length. */
    private static String shortest(BigDecimal exact, int most, RoundTrip roundTrip) {
        for (int digits = 2; digits < most; digits++) {
            BigDecimal down = exact.round(new MathContext(digits, RoundingMode.DOWN));
            BigDecimal up = exact.round(new MathContext(digits, RoundingMode.UP));
            boolean downFits = roundTrip.holds(down);
            boolean upFits = roundTrip.holds(up);
            if (downFits || upFits) {
                boolean upIsCloser =
                        up.subtract(exact).abs().compareTo(exact.subtract(down).abs()) < 0;
                return javaStyle(upFits && (!downFits || upIsCloser) ? up : down);
            }
        }
        return javaStyle(exact.round(new MathContext(most, RoundingMode.HALF_EVEN)));
    }

    /** {@code 1.5}, {@code 0.001} and, outside of 10^-3 to 10^7, {@code 1.0E10}. */
    private static String javaStyle(BigDecimal value) {
        String digits = value.unscaledValue().abs().toString().replaceFirst("0+$", "");
        int exponent = value.precision() - value.scale() - 1;
        String sign = value.signum() < 0 ? "-" : "";
        if (exponent < -3 || exponent >= 7) {
            String fraction = digits.length() == 1 ? "0" : digits.substring(1);
            return sign + digits.charAt(0) + "." + fraction + "E" + exponent;
        }
        String plain = value.abs().stripTrailingZeros().toPlainString();
        return sign + (plain.contains(".") ? plain : plain + ".0");
    }
}
