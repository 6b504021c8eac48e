/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The type in which two values meet, by the rules of Spark's ANSI mode. */
final class Types {
    private static final int MIN_ADJUSTED_SCALE = 6;
    /** From the narrowest to the widest. */
    private static final List<DataType> NUMBERS = List.of(
            PrimitiveType.BYTE,
            PrimitiveType.SHORT,
            PrimitiveType.INTEGER,
            PrimitiveType.LONG,
            PrimitiveType.FLOAT,
            PrimitiveType.DOUBLE);

    private Types() {}

    static boolean isIntegral(DataType type) {
        int rank = NUMBERS.indexOf(type);
        return rank >= 0 && rank <= NUMBERS.indexOf(PrimitiveType.LONG);
    }

    static boolean isFloating(DataType type) {
        return type == PrimitiveType.FLOAT || type == PrimitiveType.DOUBLE;
    }

    static boolean isNumber(DataType type) {
        return NUMBERS.contains(type) || type instanceof DecimalType;
    }

    static boolean isTime(DataType type) {
        return type == PrimitiveType.DATE || isTimestamp(type);
    }

    static boolean isTimestamp(DataType type) {
        return type == PrimitiveType.TIMESTAMP || type == PrimitiveType.TIMESTAMP_NTZ;
    }

    /** Whether values of the type are compared, cast and computed with here. */
    static boolean isSimple(DataType type) {
        return type instanceof DecimalType || (type instanceof PrimitiveType && type != PrimitiveType.VARIANT);
    }

    /** The type to which both are cast where they are compared or stand for each other. */
    static Optional<DataType> common(DataType left, DataType right) {
        if (!isSimple(left) || !isSimple(right)) {
            return Optional.empty();
        }
        if (left.equals(right) || right == PrimitiveType.VOID) {
            return Optional.of(left);
        }
        if (left == PrimitiveType.VOID) {
            return Optional.of(right);
        }
        if (isNumber(left) && isNumber(right)) {
            return Optional.of(commonNumber(left, right));
        }
        if (isTime(left) && isTime(right)) {
            boolean zoned = left == PrimitiveType.TIMESTAMP || right == PrimitiveType.TIMESTAMP;
            return Optional.of(zoned ? PrimitiveType.TIMESTAMP : PrimitiveType.TIMESTAMP_NTZ);
        }
        if (left == PrimitiveType.STRING) {
            return Optional.of(withString(right));
        }
        return right == PrimitiveType.STRING ? Optional.of(withString(left)) : Optional.empty();
    }

    private static DataType withString(DataType other) {
        if (isIntegral(other)) {
            return PrimitiveType.LONG;
        }
        return isNumber(other) ? PrimitiveType.DOUBLE : other;
    }

    private static DataType commonNumber(DataType left, DataType right) {
        if (left instanceof DecimalType || right instanceof DecimalType) {
            if (isFloating(left) || isFloating(right)) {
                return PrimitiveType.DOUBLE;
            }
            return wider(decimal(left), decimal(right));
        }
        DataType wider = NUMBERS.get(Math.max(NUMBERS.indexOf(left), NUMBERS.indexOf(right)));
        return wider == PrimitiveType.FLOAT ? PrimitiveType.DOUBLE : wider;
    }

    private static DecimalType wider(DecimalType left, DecimalType right) {
        int scale = Math.max(left.scale(), right.scale());
        int digits = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
        int over = Math.max(0, digits + scale - DecimalType.MAX_PRECISION);
        return new DecimalType(Math.min(digits + scale, DecimalType.MAX_PRECISION), Math.max(0, scale - over));
    }

    /** The decimal type that holds every value of an integral type. */
    static DecimalType decimal(DataType type) {
        if (type instanceof DecimalType decimal) {
            return decimal;
        }
        if (type == PrimitiveType.BYTE) {
            return new DecimalType(3, 0);
        }
        if (type == PrimitiveType.SHORT) {
            return new DecimalType(5, 0);
        }
        return new DecimalType(type == PrimitiveType.INTEGER ? 10 : 20, 0);
    }

    /** The decimal type of an operand of arithmetic: an integral constant takes as few digits as it has, but for bytes. */
    static DecimalType decimal(Node operand) {
        if (operand.source() instanceof Expression.Literal literal
                && isIntegral(operand.type())
                && operand.type() != PrimitiveType.BYTE
                && literal.value() instanceof Number number) {
            return new DecimalType(BigDecimal.valueOf(number.longValue()).precision(), 0);
        }
        return decimal(operand.type());
    }

    /** The type of a result with {@code precision} digits: beyond 38 the fraction is cut, down to 6 digits. */
    static DecimalType adjusted(int precision, int scale) {
        if (precision <= DecimalType.MAX_PRECISION) {
            return new DecimalType(precision, scale);
        }
        int minScale = Math.min(scale, MIN_ADJUSTED_SCALE);
        int adjusted = Math.max(DecimalType.MAX_PRECISION - (precision - scale), minScale);
        return new DecimalType(DecimalType.MAX_PRECISION, adjusted);
    }
}
