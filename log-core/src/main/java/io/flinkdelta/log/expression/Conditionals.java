/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Not;
import io.flinkdelta.log.expression.Functions.Function;
import io.flinkdelta.log.expression.Node.Evaluator;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The functions that choose between values. */
final class Conditionals {
    private Conditionals() {}

    static void addTo(Map<String, Function> functions) {
        functions.put("coalesce", operands -> coalesce(operands.count(1, Integer.MAX_VALUE)));
        functions.put("nvl", operands -> coalesce(operands.count(2)));
        functions.put("ifnull", operands -> coalesce(operands.count(2)));
        functions.put("nullif", operands -> nullIf(operands.count(2)));
        functions.put("if", operands -> ifElse(operands.count(3)));
        functions.put("nvl2", operands -> nvl2(operands.count(3)));
        functions.put("greatest", operands -> extreme(operands.count(2, Integer.MAX_VALUE), 1));
        functions.put("least", operands -> extreme(operands.count(2, Integer.MAX_VALUE), -1));
        functions.put("isnull", operands -> isNull(operands.count(1)));
        functions.put("isnotnull", operands -> isNotNull(operands.count(1)));
    }

    /**
     * The result of the first condition that is true.
     *
     * @param results one for each condition, and maybe one more for when none is
     */
    static Node choose(Expression source, DataType type, List<Node> conditions, List<Node> results) {
        Evaluator[] tests = conditions.stream().map(Node::evaluator).toArray(Evaluator[]::new);
        Evaluator[] values = results.stream().map(Node::evaluator).toArray(Evaluator[]::new);
        List<Node> all = new ArrayList<>(conditions);
        all.addAll(results);
        return Node.of(source, type, all, row -> {
            for (int i = 0; i < tests.length; i++) {
                if (Boolean.TRUE.equals(tests[i].evaluate(row))) {
                    return values[i].evaluate(row);
                }
            }
            return values.length > tests.length ? values[tests.length].evaluate(row) : null;
        });
    }

    private static Node coalesce(Operands operands) {
        FunctionCall call = operands.call();
        DataType type = operands.binder().common(call, operands.all());
        List<Node> options = operands.binder().cast(operands.all(), type);
        Evaluator[] evaluators = options.stream().map(Node::evaluator).toArray(Evaluator[]::new);
        return Node.of(call, type, options, row -> {
            for (Evaluator evaluator : evaluators) {
                Object value = evaluator.evaluate(row);
                if (value != null) {
                    return value;
                }
            }
            return null;
        });
    }

    private static Node nullIf(Operands operands) {
        Expression left = operands.get(0).source();
        Node same = operands.binder()
                .comparison(new Comparison(
                        Comparison.Operator.EQUAL, left, operands.get(1).source()));
        Node value = operands.get(0);
        Node none = new Node(operands.call(), value.type(), row -> null, true);
        return choose(operands.call(), value.type(), List.of(same), List.of(none, value));
    }

    private static Node ifElse(Operands operands) {
        Node condition = operands.get(0);
        if (condition.type() != PrimitiveType.BOOLEAN && condition.type() != PrimitiveType.VOID) {
            throw operands.refuse(0);
        }
        return choose(operands, condition);
    }

    private static Node nvl2(Operands operands) {
        Expression isThere = new Not(new IsNull(operands.get(0).source()));
        return choose(operands, operands.binder().bind(isThere));
    }

    private static Node choose(Operands operands, Node condition) {
        List<Node> results = List.of(operands.get(1), operands.get(2));
        DataType type = operands.binder().common(operands.call(), results);
        return choose(
                operands.call(), type, List.of(condition), operands.binder().cast(results, type));
    }

    /** The greatest (or with {@code sign} -1 the least) of the values that are not null. */
    private static Node extreme(Operands operands, int sign) {
        FunctionCall call = operands.call();
        DataType type = operands.binder().common(call, operands.all());
        List<Node> options = operands.binder().cast(operands.all(), type);
        Evaluator[] evaluators = options.stream().map(Node::evaluator).toArray(Evaluator[]::new);
        Comparator<Object> order = Ordering.of(type);
        return Node.of(call, type, options, row -> {
            Object best = null;
            for (Evaluator evaluator : evaluators) {
                Object value = evaluator.evaluate(row);
                if (value != null && (best == null || order.compare(value, best) * sign > 0)) {
                    best = value;
                }
            }
            return best;
        });
    }

    private static Node isNull(Operands operands) {
        return operands.binder().isNull(new IsNull(operands.get(0).source()));
    }

    private static Node isNotNull(Operands operands) {
        return operands.binder().not(new Not(new IsNull(operands.get(0).source())));
    }
}
