/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Function;

/**
 * A compiled operand of a comparison.
 *
 * @param type null when it is not known
 * @param constant of a literal its value; otherwise null
 * @param range gives what is known about the values on the rows of a file
 * @param exact whether that is one value or null, the same on every row, for each file
 */
record Operand(DataType type, Object constant, Function<FileFacts, ValueRange> range, boolean exact) {
    /** One object, by which a constant null is known again. */
    @SuppressWarnings("UnnecessaryLambda")
    private static final Function<FileFacts, ValueRange> ONLY_NULL = facts -> ValueRange.ONLY_NULL;

    /** Of which nothing is known. */
    static final Operand ANY = new Operand(null, null, facts -> ValueRange.ANY, false);

    /** The same value on all rows of all files. */
    static Operand constant(DataType type, Object valueOrNull) {
        Optional<ValueOrder> order = ValueOrder.of(type);
        if (valueOrNull == null) {
            return new Operand(type, null, ONLY_NULL, true);
        }
        if (order.isEmpty()) {
            return ANY;
        }
        Object value = order.get().normalize(valueOrNull);
        ValueRange range = ValueRange.exactly(value);
        return new Operand(type, value, facts -> range, true);
    }

    /** Nothing known but the type. */
    static Operand unknown(DataType type) {
        return new Operand(type, null, facts -> ValueRange.ANY, false);
    }

    Optional<ValueOrder> order() {
        return type == null ? Optional.empty() : ValueOrder.of(type);
    }

    ValueRange on(FileFacts facts) {
        return range.apply(facts);
    }

    /** The same with the sign turned; known of numeric constants only. */
    Operand negated() {
        if (constant instanceof Long number && number != Long.MIN_VALUE) {
            return constant(type, -number);
        } else if (constant instanceof BigDecimal decimal) {
            return constant(type, decimal.negate());
        } else if (constant instanceof Double number) {
            return constant(type, -number);
        }
        return ANY;
    }

    /** As a value of another type; known where every value has one that is equal. */
    Operand cast(DataType target) {
        if (target.equals(type) || (isExactNumber() && holds(target))) {
            return new Operand(target, constant, range, exact);
        }
        if (type == PrimitiveType.FLOAT && target == PrimitiveType.DOUBLE) {
            return new Operand(target, constant, range, exact);
        }
        return ValueOrder.of(target).map(order -> converted(target, order)).orElse(ANY);
    }

    private Operand converted(DataType target, ValueOrder order) {
        return as(order, target)
                .map(made -> new Operand(target, made.constant, made.range, made.exact))
                .orElseGet(() -> unknown(target));
    }

    private boolean isExactNumber() {
        return order().filter(order -> order == ValueOrder.EXACT_NUMBER).isPresent();
    }

    /** Whether {@code target} has every value of this exact number. */
    private boolean holds(DataType target) {
        int digits = integerDigits(type);
        if (target instanceof DecimalType decimal) {
            int scale = type instanceof DecimalType own ? own.scale() : 0;
            return digits <= decimal.precision() - decimal.scale() && scale <= decimal.scale();
        }
        boolean whole = type instanceof PrimitiveType;
        return whole && ValueOrder.of(target).equals(order()) && digits <= integerDigits(target);
    }

    private static int integerDigits(DataType type) {
        if (type instanceof DecimalType decimal) {
            return decimal.precision() - decimal.scale();
        }
        return switch ((PrimitiveType) type) {
            case BYTE -> 3;
            case SHORT -> 5;
            case INTEGER -> 10;
            default -> 19;
        };
    }

    /**
     * As a value that can be compared in {@code order}.
     *
     * @param other the type of the other operand
     * @return empty where it is not known what the comparison means
     */
    Optional<Operand> as(ValueOrder order, DataType other) {
        if (order().filter(own -> own == order).isPresent() || isNullConstant()) {
            return Optional.of(this);
        }
        if (order == ValueOrder.FLOATING && constant != null && isExactNumber()) {
            return Optional.of(floating(other == PrimitiveType.FLOAT));
        }
        if (order == ValueOrder.DATE && constant instanceof String text) {
            return date(text);
        }
        return Optional.empty();
    }

    private boolean isNullConstant() {
        return range == ONLY_NULL;
    }

    /** Where a number falls between two floating ones it may be taken for either. */
    private Operand floating(boolean single) {
        BigDecimal number = constant instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf((Long) constant);
        double nearest = single ? number.floatValue() : number.doubleValue();
        if (Double.isFinite(nearest) && new BigDecimal(nearest).compareTo(number) == 0) {
            return constant(PrimitiveType.DOUBLE, nearest);
        }
        double below = single ? Math.nextDown((float) nearest) : Math.nextDown(nearest);
        double above = single ? Math.nextUp((float) nearest) : Math.nextUp(nearest);
        ValueRange around = new ValueRange(below, above, false, true);
        return new Operand(PrimitiveType.DOUBLE, null, facts -> around, false);
    }

    private static Optional<Operand> date(String text) {
        try {
            long day = LocalDate.parse(text).toEpochDay();
            return Optional.of(constant(PrimitiveType.DATE, Math.toIntExact(day)));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
