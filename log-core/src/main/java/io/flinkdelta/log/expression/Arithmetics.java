/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Expression.Arithmetic;
import io.flinkdelta.log.expression.Node.Function2;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Binds arithmetic: which type its result has, and the computation that notices overflow. */
final class Arithmetics {
    /** Digits after the point that a quotient is computed with before it is rounded to its type. */
    private static final int QUOTIENT_SCALE = DecimalType.MAX_PRECISION + 1;

    private static final int MIN_QUOTIENT_SCALE = 6;

    private final Binder binder;

    Arithmetics(Binder binder) {
        this.binder = binder;
    }

    Node bind(Arithmetic source, Node left, Node right) {
        Arithmetic.Operator operator = source.operator();
        if (Types.isTime(left.type()) || Types.isTime(right.type())) {
            return days(source, left, right);
        }
        if (!isOperand(left)
                || !isOperand(right)
                || (left.type().equals(right.type()) && !Types.isNumber(left.type()))) {
            throw mixed(source, left, right);
        }
        boolean nothingDivided = operator == Arithmetic.Operator.DIVIDE && left.isNullConstant();
        DataType common = nothingDivided ? PrimitiveType.DOUBLE : binder.common(source, left, right);
        if (common instanceof DecimalType) {
            return decimal(source, operator, left, right);
        }
        DataType type = switch (operator) {
            case DIVIDE -> PrimitiveType.DOUBLE;
            case INTEGRAL_DIVIDE -> PrimitiveType.LONG;
            default -> common;
        };
        if (operator == Arithmetic.Operator.INTEGRAL_DIVIDE && !Types.isIntegral(common)) {
            throw mixed(source, left, right);
        }
        Function2 function =
                Types.isFloating(type) ? floating(operator, type) : integral(operator, (PrimitiveType) type);
        return Node.strict(
                source, type, left.castTo(type, binder.casts()), right.castTo(type, binder.casts()), function);
    }

    private static boolean isOperand(Node node) {
        return Types.isNumber(node.type()) || node.type() == PrimitiveType.STRING || node.type() == PrimitiveType.VOID;
    }

    private static RuntimeException mixed(Expression source, Node left, Node right) {
        return Refusal.of(
                source,
                "arithmetic of the types " + left.type().describe() + " and "
                        + right.type().describe());
    }

    /** A date and a number of days. */
    private Node days(Arithmetic source, Node left, Node right) {
        boolean addition = source.operator() == Arithmetic.Operator.ADD;
        boolean subtraction = source.operator() == Arithmetic.Operator.SUBTRACT;
        boolean dateFirst = left.type() == PrimitiveType.DATE;
        Node date = dateFirst ? left : right;
        Node number = dateFirst ? right : left;
        boolean isDays = Types.isIntegral(number.type()) && number.type() != PrimitiveType.LONG;
        if (date.type() != PrimitiveType.DATE || !isDays || (!addition && !(subtraction && dateFirst))) {
            throw mixed(source, left, right);
        }
        return Node.strict(
                source,
                PrimitiveType.DATE,
                date,
                number,
                (day, count) -> addDays((Integer) day, ((Number) count).longValue() * (addition ? 1 : -1)));
    }

    static Integer addDays(int day, long count) {
        long sum = day + count;
        if (sum != (int) sum) {
            throw EvaluationErrors.overflow("a date", sum);
        }
        return (int) sum;
    }

    private static Function2 floating(Arithmetic.Operator operator, DataType type) {
        if (type == PrimitiveType.FLOAT) {
            return (left, right) -> singles(operator, (Float) left, (Float) right);
        }
        return (left, right) -> doubles(operator, (Double) left, (Double) right);
    }

    private static Float singles(Arithmetic.Operator operator, float left, float right) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE, INTEGRAL_DIVIDE, REMAINDER -> left % (float) divisor(right);
        };
    }

    private static Double doubles(Arithmetic.Operator operator, double left, double right) {
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE, INTEGRAL_DIVIDE -> left / divisor(right);
            case REMAINDER -> left % divisor(right);
        };
    }

    private static double divisor(double value) {
        if (value == 0) {
            throw EvaluationErrors.divisionByZero();
        }
        return value;
    }

    private static Function2 integral(Arithmetic.Operator operator, PrimitiveType type) {
        return (left, right) -> {
            long a = ((Number) left).longValue();
            long b = ((Number) right).longValue();
            return Numbers.integral(longs(operator, a, b), type);
        };
    }

    private static long longs(Arithmetic.Operator operator, long left, long right) {
        try {
            return switch (operator) {
                case ADD -> Math.addExact(left, right);
                case SUBTRACT -> Math.subtractExact(left, right);
                case MULTIPLY -> Math.multiplyExact(left, right);
                case DIVIDE, INTEGRAL_DIVIDE -> {
                    if (left == Long.MIN_VALUE && right == -1) {
                        throw new ArithmeticException("long overflow");
                    }
                    yield left / nonZero(right);
                }
                case REMAINDER -> left % nonZero(right);
            };
        } catch (ArithmeticException e) {
            throw EvaluationErrors.overflow(left + " " + operator.sql() + " " + right, "64 bits do not hold it");
        }
    }

    private static long nonZero(long value) {
        if (value == 0) {
            throw EvaluationErrors.divisionByZero();
        }
        return value;
    }

    private Node decimal(Arithmetic source, Arithmetic.Operator operator, Node left, Node right) {
        DecimalType leftType = operandType(left, right);
        DecimalType rightType = operandType(right, left);
        Node leftCast = left.castTo(leftType, binder.casts());
        Node rightCast = right.castTo(rightType, binder.casts());
        if (operator == Arithmetic.Operator.INTEGRAL_DIVIDE) {
            return Node.strict(
                    source,
                    PrimitiveType.LONG,
                    leftCast,
                    rightCast,
                    (a, b) -> Numbers.integral(
                            ((BigDecimal) a).divideToIntegralValue(nonZero((BigDecimal) b)), PrimitiveType.LONG));
        }
        DecimalType type = resultType(operator, leftType, rightType);
        return Node.strict(
                source,
                type,
                leftCast,
                rightCast,
                (a, b) -> Numbers.decimal(decimals(operator, (BigDecimal) a, (BigDecimal) b), type));
    }

    private static DecimalType operandType(Node operand, Node other) {
        return operand.type() == PrimitiveType.VOID ? Types.decimal(other) : Types.decimal(operand);
    }

    private static DecimalType resultType(Arithmetic.Operator operator, DecimalType left, DecimalType right) {
        int scale = Math.max(left.scale(), right.scale());
        int leftDigits = left.precision() - left.scale();
        int rightDigits = right.precision() - right.scale();
        return switch (operator) {
            case ADD, SUBTRACT -> Types.adjusted(Math.max(leftDigits, rightDigits) + scale + 1, scale);
            case MULTIPLY -> Types.adjusted(left.precision() + right.precision() + 1, left.scale() + right.scale());
            case DIVIDE, INTEGRAL_DIVIDE -> {
                int quotientScale = Math.max(MIN_QUOTIENT_SCALE, left.scale() + right.precision() + 1);
                yield Types.adjusted(leftDigits + right.scale() + quotientScale, quotientScale);
            }
            case REMAINDER -> Types.adjusted(Math.min(leftDigits, rightDigits) + scale, scale);
        };
    }

    private static BigDecimal decimals(Arithmetic.Operator operator, BigDecimal left, BigDecimal right) {
        return switch (operator) {
            case ADD -> left.add(right);
            case SUBTRACT -> left.subtract(right);
            case MULTIPLY -> left.multiply(right);
            case DIVIDE, INTEGRAL_DIVIDE -> left.divide(nonZero(right), QUOTIENT_SCALE, RoundingMode.HALF_UP);
            case REMAINDER -> left.remainder(nonZero(right));
        };
    }

    private static BigDecimal nonZero(BigDecimal value) {
        if (value.signum() == 0) {
            throw EvaluationErrors.divisionByZero();
        }
        return value;
    }

    /** {@code -operand}, also for subtraction from zero in {@code abs}. */
    Node negate(Expression source, Node operand) {
        DataType type = operand.type() == PrimitiveType.VOID ? PrimitiveType.INTEGER : operand.type();
        if (!Types.isNumber(type)) {
            throw Refusal.of(source, "the negative of a " + type.describe());
        }
        return Node.strict(source, type, operand, value -> negative(value, type));
    }

    static Object negative(Object value, DataType type) {
        if (value instanceof BigDecimal decimal) {
            return decimal.negate();
        }
        if (value instanceof Double number) {
            return -number;
        }
        if (value instanceof Float number) {
            return -number;
        }
        return Numbers.integral(
                longs(Arithmetic.Operator.SUBTRACT, 0, ((Number) value).longValue()), (PrimitiveType) type);
    }
}
