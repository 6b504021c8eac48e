/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Expression.Arithmetic;
import io.flinkdelta.log.expression.Functions.Function;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;

/** The functions of numbers. */
final class NumberFunctions {
    private NumberFunctions() {}

    static void addTo(Map<String, Function> functions) {
        functions.put("positive", operands -> operands.count(1).number(0));
        functions.put("negative", operands -> negative(operands.count(1)));
        functions.put("abs", operands -> abs(operands.count(1)));
        functions.put("floor", operands -> whole(operands.count(1), RoundingMode.FLOOR));
        functions.put("ceil", operands -> whole(operands.count(1), RoundingMode.CEILING));
        functions.put("ceiling", operands -> whole(operands.count(1), RoundingMode.CEILING));
        functions.put("round", operands -> round(operands.count(1, 2)));
        functions.put("mod", operands -> remainder(operands.count(2)));
        functions.put("pmod", operands -> positiveRemainder(operands.count(2)));
        functions.put("isnan", operands -> isNan(operands.count(1)));
    }

    private static Node negative(Operands operands) {
        return new Arithmetics(operands.binder()).negate(operands.call(), operands.number(0));
    }

    private static Node abs(Operands operands) {
        Node operand = operands.number(0);
        DataType type = operand.type();
        return operands.strict(
                type,
                operand,
                value -> value instanceof Double number
                        ? (Object) Math.abs(number)
                        : value instanceof Float single
                                ? (Object) Math.abs(single)
                                : isNegative(value) ? Arithmetics.negative(value, type) : value);
    }

    private static boolean isNegative(Object value) {
        return value instanceof BigDecimal decimal ? decimal.signum() < 0 : ((Number) value).longValue() < 0;
    }

    /** The next whole number down or up: a decimal without fraction, or a long. */
    private static Node whole(Operands operands, RoundingMode mode) {
        Node operand = operands.number(0);
        if (operand.type() instanceof DecimalType decimal) {
            int digits = Math.min(decimal.precision() - decimal.scale() + 1, DecimalType.MAX_PRECISION);
            DecimalType type = new DecimalType(digits, 0);
            return operands.strict(
                    type, operand, value -> Numbers.decimal(((BigDecimal) value).setScale(0, mode), type));
        }
        if (Types.isIntegral(operand.type())) {
            return operands.strict(PrimitiveType.LONG, operand, value -> ((Number) value).longValue());
        }
        boolean down = mode == RoundingMode.FLOOR;
        return operands.strict(PrimitiveType.LONG, operand, value -> {
            double number = ((Number) value).doubleValue();
            return (long) (down ? Math.floor(number) : Math.ceil(number));
        });
    }

    /** Half up, to as many digits after the point as the constant second argument says. */
    private static Node round(Operands operands) {
        Node operand = operands.number(0);
        int digits = operands.size() == 1
                ? 0
                : (Integer) operands.constant(operands.integer(1)).orElseThrow(() -> operands.refuse(1));
        if (digits < 0) {
            throw Refusal.of(operands.call(), "which rounds before the point");
        }
        if (operand.type() instanceof DecimalType decimal) {
            int scale = Math.min(decimal.scale(), digits);
            int precision = Math.min(decimal.precision() - decimal.scale() + 1 + scale, DecimalType.MAX_PRECISION);
            DecimalType type = new DecimalType(precision, scale);
            return operands.strict(type, operand, value -> Numbers.decimal((BigDecimal) value, type));
        }
        if (Types.isIntegral(operand.type())) {
            return operand;
        }
        if (operand.type() == PrimitiveType.FLOAT) {
            return operands.strict(PrimitiveType.FLOAT, operand, value -> rounded((Float) value, digits));
        }
        return operands.strict(PrimitiveType.DOUBLE, operand, value -> rounded((Double) value, digits));
    }

    private static Object rounded(double value, int digits) {
        return Double.isNaN(value) || Double.isInfinite(value)
                ? value
                : BigDecimal.valueOf(value)
                        .setScale(digits, RoundingMode.HALF_UP)
                        .doubleValue();
    }

    private static Object rounded(float value, int digits) {
        return Float.isNaN(value) || Float.isInfinite(value)
                ? value
                : new BigDecimal(Float.toString(value))
                        .setScale(digits, RoundingMode.HALF_UP)
                        .floatValue();
    }

    private static Node remainder(Operands operands) {
        Arithmetic arithmetic = new Arithmetic(
                Arithmetic.Operator.REMAINDER,
                operands.get(0).source(),
                operands.get(1).source());
        return operands.binder().arithmetic(arithmetic);
    }

    /** The remainder with the sign of the divisor, of whole numbers. */
    private static Node positiveRemainder(Operands operands) {
        Node remainder = remainder(operands);
        if (!Types.isIntegral(remainder.type())) {
            throw operands.refuse(0);
        }
        PrimitiveType type = (PrimitiveType) remainder.type();
        Node divisor = operands.get(1).castTo(type, operands.binder().casts());
        return operands.strict(type, remainder, divisor, (rest, by) -> {
            long value = ((Number) rest).longValue();
            long number = ((Number) by).longValue();
            // (r + n) % n for a negative r, which cannot overflow while the signs differ.
            return Numbers.integral(value < 0 ? (number < 0 ? value : (value + number) % number) : value, type);
        });
    }

    private static Node isNan(Operands operands) {
        Node operand = operands.number(0);
        Node.Evaluator evaluator = operand.evaluator();
        return Node.of(operands.call(), PrimitiveType.BOOLEAN, operands.all(), row -> {
            Object value = evaluator.evaluate(row);
            return value != null && Double.isNaN(((Number) value).doubleValue());
        });
    }
}
