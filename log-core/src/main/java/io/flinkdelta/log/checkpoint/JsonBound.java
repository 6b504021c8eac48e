/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.core.JsonToken;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;

/**
 * Makes a bound of the statistics JSON the Java value that the column's type has (see {@link
 * ParsedType}). A bound that the type cannot hold exactly is null, that is unknown: a rounded
 * one would be wrong on one side. One thread.
 */
final class JsonBound {
    /** Decimals of so many digits are told apart by a double, a float. */
    private static final int DOUBLE_DIGITS = 15;

    private static final int FLOAT_DIGITS = 6;
    private static final long[] POWERS_OF_TEN = powersOfTen();

    private final DataType type;
    private final JsonDigits digits = new JsonDigits();

    /** Of a column of this type, a scalar. */
    JsonBound(DataType type) {
        this.type = type;
    }

    private static long[] powersOfTen() {
        long[] powers = new long[JsonDigits.MOST + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = 10 * powers[i - 1];
        }
        return powers;
    }

    /** The value of {@code scalar}, or null. */
    Object read(JsonScalar scalar) {
        try {
            if (type instanceof DecimalType decimal) {
                return decimal(decimal, scalar);
            }
            return switch ((PrimitiveType) type) {
                case STRING -> scalar.isText() ? scalar.utf8() : null;
                case LONG -> integer(scalar, Long.MIN_VALUE, Long.MAX_VALUE);
                case INTEGER -> integer(scalar, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case SHORT -> integer(scalar, Short.MIN_VALUE, Short.MAX_VALUE);
                case BYTE -> integer(scalar, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case FLOAT -> scalar.isText() || scalar.isNumber() ? exactFloat(scalar) : null;
                case DOUBLE -> scalar.isText() || scalar.isNumber() ? exactDouble(scalar) : null;
                case DATE -> scalar.isText() ? (Integer) IsoTimes.date(scalar) : null;
                case TIMESTAMP -> scalar.isText() ? IsoTimes.timestamp(scalar) : null;
                case TIMESTAMP_NTZ -> scalar.isText() ? IsoTimes.local(scalar) : null;
                case BOOLEAN, BINARY, VARIANT, VOID -> null;
            };
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    private Long integer(JsonScalar scalar, long least, long greatest) {
        if (scalar.kind() != JsonToken.VALUE_NUMBER_INT) {
            return null;
        }
        long value = digits.read(scalar) ? digits.unscaled() : Long.parseLong(scalar.text());
        return value < least || value > greatest ? null : (Long) value;
    }

    private BigDecimal decimal(DecimalType decimal, JsonScalar scalar) {
        if (!scalar.isNumber()) {
            return null;
        }
        int scale = decimal.scale();
        if (digits.read(scalar)
                && digits.scale() <= scale
                && digits.count() + scale - digits.scale() <= JsonDigits.MOST) {
            long unscaled = digits.unscaled() * POWERS_OF_TEN[scale - digits.scale()];
            boolean fits =
                    decimal.precision() > JsonDigits.MOST || Math.abs(unscaled) < POWERS_OF_TEN[decimal.precision()];
            return fits ? BigDecimal.valueOf(unscaled, scale) : null;
        }
        BigDecimal value = new BigDecimal(scalar.text()).setScale(scale, RoundingMode.UNNECESSARY);
        return value.precision() > decimal.precision() ? null : value;
    }

    private Float exactFloat(JsonScalar scalar) {
        if (isExactQuotient(scalar, FLOAT_DIGITS)) {
            return (float) digits.unscaled() / (float) POWERS_OF_TEN[digits.scale()];
        }
        String text = scalar.text();
        float value = Float.parseFloat(text);
        return isExact(text, Float.toString(value), value) ? value : null;
    }

    private Double exactDouble(JsonScalar scalar) {
        if (isExactQuotient(scalar, DOUBLE_DIGITS)) {
            return (double) digits.unscaled() / (double) POWERS_OF_TEN[digits.scale()];
        }
        String text = scalar.text();
        double value = Double.parseDouble(text);
        return isExact(text, Double.toString(value), value) ? value : null;
    }

    /** Whether numerator and denominator are exact, so that their quotient is the nearest there is and no other text's. */
    private boolean isExactQuotient(JsonScalar scalar, int most) {
        return digits.read(scalar) && digits.count() <= most && !digits.isNegativeZero();
    }

    /** Whether {@code text} is the number itself, or the shortest text that stands for it. */
    private static boolean isExact(String text, String shortest, double value) {
        if (text.equals(shortest)) {
            return true;
        }
        if (!Double.isFinite(value)) {
            return false;
        }
        BigDecimal given = new BigDecimal(text);
        return given.compareTo(new BigDecimal(shortest)) == 0 || given.compareTo(new BigDecimal(value)) == 0;
    }
}
