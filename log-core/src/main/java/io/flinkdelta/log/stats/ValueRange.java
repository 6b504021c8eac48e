/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.expression.Expression.Comparison.Operator;
import java.util.Comparator;

/**
 * What is known about the values of an expression on the rows of a file: they lie between two bounds, if
 * there are any, and some may be null. Values are those of one {@link ValueOrder}.
 *
 * @param least not above any value; null when unknown
 * @param greatest not below any value; null when unknown
 * @param nulls whether some may be null
 * @param values whether some may be a value
 */
record ValueRange(Object least, Object greatest, boolean nulls, boolean values) {
    /** Nothing is known. */
    static final ValueRange ANY = new ValueRange(null, null, true, true);

    static final ValueRange ONLY_NULL = new ValueRange(null, null, true, false);

    /** The same on every row. */
    static ValueRange exactly(Object valueOrNull) {
        return valueOrNull == null ? ONLY_NULL : new ValueRange(valueOrNull, valueOrNull, false, true);
    }

    /** What a comparison may come to. */
    static int compare(Operator operator, ValueRange left, ValueRange right, Comparator<Object> order) {
        return switch (operator) {
            case EQUAL -> left.equal(right, order);
            case NOT_EQUAL -> Outcomes.not(left.equal(right, order));
            case LESS -> left.less(right, order);
            case GREATER -> right.less(left, order);
            case LESS_OR_EQUAL -> Outcomes.not(right.less(left, order));
            case GREATER_OR_EQUAL -> Outcomes.not(left.less(right, order));
            case NULL_SAFE_EQUAL -> left.nullSafeEqual(right, order);
        };
    }

    private int equal(ValueRange other, Comparator<Object> order) {
        boolean comparable = values && other.values;
        return Outcomes.of(
                comparable && mayEqual(other, order),
                comparable && !(isOneValue(order) && other.isOneValue(order) && mayEqual(other, order)),
                nulls || other.nulls);
    }

    private int nullSafeEqual(ValueRange other, Comparator<Object> order) {
        int equal = equal(other, order);
        return Outcomes.of(
                (nulls && other.nulls) || Outcomes.mayBe(equal, Outcomes.TRUE),
                (nulls && other.values) || (values && other.nulls) || Outcomes.mayBe(equal, Outcomes.FALSE),
                false);
    }

    private int less(ValueRange other, Comparator<Object> order) {
        boolean comparable = values && other.values;
        boolean mayBeLess = least == null || other.greatest == null || order.compare(least, other.greatest) < 0;
        boolean mayNotBeLess = greatest == null || other.least == null || order.compare(greatest, other.least) >= 0;
        return Outcomes.of(comparable && mayBeLess, comparable && mayNotBeLess, nulls || other.nulls);
    }

    private boolean mayEqual(ValueRange other, Comparator<Object> order) {
        boolean below = greatest != null && other.least != null && order.compare(greatest, other.least) < 0;
        boolean above = least != null && other.greatest != null && order.compare(least, other.greatest) > 0;
        return !below && !above;
    }

    boolean isOneValue(Comparator<Object> order) {
        return least != null && greatest != null && order.compare(least, greatest) == 0;
    }

    /** What {@code IS NULL} may come to. */
    int isNull() {
        return Outcomes.of(nulls, values, false);
    }
}
