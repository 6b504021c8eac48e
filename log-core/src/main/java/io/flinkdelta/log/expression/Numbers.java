/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Set;

/** Brings numbers and their texts into a number type, or says that they do not fit. */
final class Numbers {
    private static final Set<String> TRUE = Set.of("t", "true", "y", "yes", "1");
    private static final Set<String> FALSE = Set.of("f", "false", "n", "no", "0");

    private static final int MAX_TEXT_SCALE = 1_000;

    private Numbers() {}

    /** {@code value} as the Java class of {@code type}. */
    static Object integral(long value, PrimitiveType type) {
        boolean fits = switch (type) {
            case BYTE -> value == (byte) value;
            case SHORT -> value == (short) value;
            case INTEGER -> value == (int) value;
            default -> true;
        };
        if (!fits) {
            throw EvaluationErrors.overflow("a conversion to " + type.describe(), value);
        }
        return switch (type) {
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case INTEGER -> (int) value;
            default -> value;
        };
    }

    /** Cut towards zero. */
    static Object integral(double value, PrimitiveType type) {
        // As in Spark, 2^63 becomes the largest long: there is no double between the two.
        if (!(value >= -0x1p63) || !(value <= 0x1p63)) {
            throw EvaluationErrors.overflow("a conversion to " + type.describe(), value);
        }
        return integral((long) value, type);
    }

    /** Cut towards zero. */
    static Object integral(BigDecimal value, PrimitiveType type) {
        BigInteger whole = value.toBigInteger();
        if (whole.bitLength() > Long.SIZE - 1) {
            throw EvaluationErrors.overflow("a conversion to " + type.describe(), value.toPlainString());
        }
        return integral(whole.longValue(), type);
    }

    static Object integral(String text, PrimitiveType type) {
        String trimmed = DateTimeTexts.trim(text);
        if (!trimmed.matches("[+-]?[0-9]+")) {
            throw EvaluationErrors.noCast(text, type.describe());
        }
        BigInteger value = new BigInteger(trimmed);
        if (value.bitLength() > Long.SIZE - 1) {
            throw EvaluationErrors.noCast(text, type.describe());
        }
        return integral(value.longValue(), type);
    }

    /** {@code value} rounded half up to the scale of {@code type}. */
    static BigDecimal decimal(BigDecimal value, DecimalType type) {
        BigDecimal rounded = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (rounded.precision() > type.precision()) {
            throw EvaluationErrors.overflow("a conversion to " + type.describe(), value.toPlainString());
        }
        return rounded;
    }

    /** As in Spark null for NaN and the infinities. */
    static BigDecimal decimal(double value, DecimalType type) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return null;
        }
        return decimal(BigDecimal.valueOf(value), type);
    }

    static BigDecimal decimal(String text, DecimalType type) {
        BigDecimal value;
        try {
            value = new BigDecimal(DateTimeTexts.trim(text));
        } catch (NumberFormatException e) {
            throw EvaluationErrors.noCast(text, type.describe());
        }
        // An exponent of millions would take long to compute.
        if (Math.abs((long) value.scale()) > MAX_TEXT_SCALE) {
            throw EvaluationErrors.noCast(text, type.describe());
        }
        return decimal(value, type);
    }

    static Float single(String text) {
        try {
            return Float.valueOf(DateTimeTexts.trim(text));
        } catch (NumberFormatException e) {
            return floating(text).floatValue();
        }
    }

    static Double floating(String text) {
        String trimmed = DateTimeTexts.trim(text);
        try {
            return Double.valueOf(trimmed);
        } catch (NumberFormatException e) {
            return switch (trimmed.toLowerCase(Locale.ROOT)) {
                case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
                case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
                case "nan" -> Double.NaN;
                default -> throw EvaluationErrors.noCast(text, "double");
            };
        }
    }

    static Boolean truth(String text) {
        String word = DateTimeTexts.trim(text).toLowerCase(Locale.ROOT);
        if (!TRUE.contains(word) && !FALSE.contains(word)) {
            throw EvaluationErrors.noCast(text, "boolean");
        }
        return TRUE.contains(word);
    }
}
