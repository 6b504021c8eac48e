/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.List;
import java.util.Optional;

/** The call of a function and its bound arguments, with the implicit casts of arguments. */
record Operands(Binder binder, FunctionCall call, List<Node> all) {

    /** This call, if it has as many arguments as it should. */
    Operands count(int least, int most) {
        if (all.size() < least || all.size() > most) {
            throw Refusal.of(call, "a call with " + all.size() + " arguments");
        }
        return this;
    }

    Operands count(int number) {
        return count(number, number);
    }

    int size() {
        return all.size();
    }

    Node get(int index) {
        return all.get(index);
    }

    UnsupportedFeatureException refuse(int index) {
        return Refusal.of(
                call, "with an argument of the type " + get(index).type().describe());
    }

    /** The argument as a string; numbers, dates and booleans become their texts. */
    Node text(int index) {
        return text(binder, call, get(index));
    }

    static Node text(Binder binder, Expression source, Node node) {
        if (node.type() == PrimitiveType.BINARY || !Types.isSimple(node.type())) {
            throw Refusal.of(
                    source, "with an argument of the type " + node.type().describe());
        }
        return node.castTo(PrimitiveType.STRING, binder.casts());
    }

    /** The argument as a whole number of 32 bits. */
    Node integer(int index) {
        DataType type = get(index).type();
        if (!Types.isNumber(type) && type != PrimitiveType.STRING && type != PrimitiveType.VOID) {
            throw refuse(index);
        }
        return get(index).castTo(PrimitiveType.INTEGER, binder.casts());
    }

    /** The argument as a number; text is taken for a double. */
    Node number(int index) {
        Node node = get(index);
        if (Types.isNumber(node.type())) {
            return node;
        }
        if (node.type() != PrimitiveType.STRING && node.type() != PrimitiveType.VOID) {
            throw refuse(index);
        }
        return node.castTo(PrimitiveType.DOUBLE, binder.casts());
    }

    /** The argument as a date. */
    Node date(int index) {
        return time(index).castTo(PrimitiveType.DATE, binder.casts());
    }

    /** The argument as microseconds of the clock that it is shown by: of the session's zone, or of none. */
    Node localTime(int index) {
        return time(index).castTo(PrimitiveType.TIMESTAMP_NTZ, binder.casts());
    }

    private Node time(int index) {
        Node node = get(index);
        if (node.type() == PrimitiveType.STRING) {
            // Through the type with a zone: a zone in the text counts.
            return node.castTo(PrimitiveType.TIMESTAMP, binder.casts());
        }
        if (!Types.isTime(node.type()) && node.type() != PrimitiveType.VOID) {
            throw refuse(index);
        }
        return node;
    }

    /** The value of an argument that has to be constant; empty for null. */
    Optional<Object> constant(Node node) {
        if (!node.isConstant()) {
            throw Refusal.of(call, "with " + node.source().toSql() + " where a constant is needed");
        }
        return Optional.ofNullable(node.evaluator().evaluate(index -> null));
    }

    Node strict(DataType type, Node operand, Node.Function1 function) {
        return Node.strict(call, type, operand, function);
    }

    Node strict(DataType type, Node left, Node right, Node.Function2 function) {
        return Node.strict(call, type, left, right, function);
    }

    Node strict(DataType type, Node first, Node second, Node third, Node.Function3 function) {
        return Node.strict(call, type, first, second, third, function);
    }
}
