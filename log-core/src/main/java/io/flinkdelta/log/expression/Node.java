/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.List;
import java.util.Optional;

/**
 * A bound part of an expression.
 *
 * @param source what it was made from, for errors
 * @param isConstant whether the value does not depend on the row or on the time
 * @param failure of a constant part that has no value
 */
record Node(
        Expression source,
        DataType type,
        Evaluator evaluator,
        boolean isConstant,
        Optional<InvalidRequestException> failure) {

    /** Of parts that have values. */
    Node(Expression source, DataType type, Evaluator evaluator, boolean isConstant) {
        this(source, type, evaluator, isConstant, Optional.empty());
    }

    /** Computes a value from a row. */
    @FunctionalInterface
    interface Evaluator {
        Object evaluate(ColumnValues row);
    }

    /** Computes a value from one that is not null. */
    @FunctionalInterface
    interface Function1 {
        Object apply(Object value);
    }

    /** Computes a value from two that are not null. */
    @FunctionalInterface
    interface Function2 {
        Object apply(Object left, Object right);
    }

    /** Computes a value from three that are not null. */
    @FunctionalInterface
    interface Function3 {
        Object apply(Object first, Object second, Object third);
    }

    static Node constant(Expression source, DataType type, Object value) {
        return new Node(source, type, row -> value, true);
    }

    /** Computed at once if all of {@code operands} are constant, and for each row otherwise. */
    static Node of(Expression source, DataType type, List<Node> operands, Evaluator evaluator) {
        if (!operands.stream().allMatch(Node::isConstant)) {
            Optional<InvalidRequestException> failure =
                    operands.stream().flatMap(node -> node.failure.stream()).findFirst();
            return new Node(source, type, evaluator, false, failure);
        }
        try {
            return constant(source, type, evaluator.evaluate(NO_ROW));
        } catch (InvalidRequestException e) {
            // An error of a branch that no row takes is none: it is thrown when a row asks for the value.
            return new Node(source, type, evaluator, true, Optional.of(e));
        }
    }

    private static final ColumnValues NO_ROW = index -> {
        throw new IllegalStateException("a constant asked for column " + index);
    };

    /** A function that is null for null. */
    static Node strict(Expression source, DataType type, Node operand, Function1 function) {
        Evaluator evaluator = operand.evaluator;
        return of(source, type, List.of(operand), row -> {
            Object value = evaluator.evaluate(row);
            return value == null ? null : function.apply(value);
        });
    }

    /** A function that is null if one operand is. */
    static Node strict(Expression source, DataType type, Node left, Node right, Function2 function) {
        Evaluator leftEvaluator = left.evaluator;
        Evaluator rightEvaluator = right.evaluator;
        return of(source, type, List.of(left, right), row -> {
            Object leftValue = leftEvaluator.evaluate(row);
            if (leftValue == null) {
                return null;
            }
            Object rightValue = rightEvaluator.evaluate(row);
            return rightValue == null ? null : function.apply(leftValue, rightValue);
        });
    }

    /** A function that is null if one operand is. */
    static Node strict(Expression source, DataType type, Node first, Node second, Node third, Function3 function) {
        return of(source, type, List.of(first, second, third), row -> {
            Object firstValue = first.evaluator.evaluate(row);
            Object secondValue = firstValue == null ? null : second.evaluator.evaluate(row);
            Object thirdValue = secondValue == null ? null : third.evaluator.evaluate(row);
            return thirdValue == null ? null : function.apply(firstValue, secondValue, thirdValue);
        });
    }

    boolean isNullConstant() {
        return type == PrimitiveType.VOID;
    }

    /** This node with its value cast. */
    Node castTo(DataType target, Casts casts) {
        if (type.equals(target)) {
            return this;
        }
        if (type == PrimitiveType.VOID) {
            return new Node(source, target, evaluator, isConstant, failure);
        }
        Function1 conversion = casts.find(type, target)
                .orElseThrow(() -> Refusal.of(
                        source, "of type " + type.describe() + " where " + target.describe() + " is needed"));
        return strict(source, target, this, conversion);
    }
}
