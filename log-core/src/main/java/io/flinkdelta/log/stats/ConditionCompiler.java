/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.Arithmetic;
import io.flinkdelta.log.expression.Expression.CaseWhen;
import io.flinkdelta.log.expression.Expression.Cast;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.Comparison.Operator;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.expression.Expression.In;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Like;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Expression.Negate;
import io.flinkdelta.log.expression.Expression.Not;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.List;
import java.util.Optional;

/** Compiles a filter into a {@link Condition}; what it does not understand becomes one that is not known. */
final class ConditionCompiler implements Expression.Visitor<Condition> {
    private final OperandCompiler operands;

    ConditionCompiler(ScanTable table) {
        this.operands = new OperandCompiler(table);
    }

    /** Of the filters compiled so far. */
    List<List<String>> statsColumns() {
        return operands.statsColumns();
    }

    Condition compile(Expression filter) {
        return filter.accept(this);
    }

    @Override
    public Condition and(And and) {
        return compile(and.left()).and(compile(and.right()));
    }

    @Override
    public Condition or(Or or) {
        return compile(or.left()).or(compile(or.right()));
    }

    @Override
    public Condition not(Not not) {
        return compile(not.operand()).not();
    }

    @Override
    public Condition comparison(Comparison comparison) {
        return compare(
                comparison.operator(), operands.compile(comparison.left()), operands.compile(comparison.right()));
    }

    private static Condition compare(Operator operator, Operand left, Operand right) {
        for (ValueOrder order : ValueOrder.values()) {
            boolean hasOrder = left.order().filter(order::equals).isPresent()
                    || right.order().filter(order::equals).isPresent();
            if (!hasOrder) {
                continue;
            }
            Optional<Operand> one = left.as(order, right.type());
            Optional<Operand> other = right.as(order, left.type());
            if (one.isPresent() && other.isPresent()) {
                return compare(operator, one.get(), other.get(), order);
            }
        }
        return Condition.ANY;
    }

    private static Condition compare(Operator operator, Operand left, Operand right, ValueOrder order) {
        return new Condition(
                facts -> ValueRange.compare(operator, left.on(facts), right.on(facts), order.comparator()),
                left.exact() && right.exact());
    }

    @Override
    public Condition isNull(IsNull isNull) {
        Operand operand = operands.compile(isNull.operand());
        return new Condition(facts -> operand.on(facts).isNull(), operand.exact());
    }

    @Override
    public Condition in(In in) {
        Operand operand = operands.compile(in.operand());
        return in.options().stream()
                .map(option -> compare(Operator.EQUAL, operand, operands.compile(option)))
                .reduce(Condition::or)
                .orElse(Condition.ANY);
    }

    @Override
    public Condition like(Like like) {
        Operand operand = operands.compile(like.operand());
        if (operand.type() == PrimitiveType.STRING
                && like.pattern() instanceof Literal literal
                && literal.value() instanceof String text) {
            LikePrefix pattern = LikePrefix.of(text);
            return pattern.isOneString()
                    ? compare(Operator.EQUAL, operand, Operand.constant(PrimitiveType.STRING, pattern.prefix()))
                    : new Condition(
                            facts -> pattern.outcomes(operand.on(facts)), operand.exact() && pattern.isPrefix());
        }
        return Condition.ANY;
    }

    /** A value as a condition: a boolean column, a constant. */
    private Condition value(Expression expression) {
        return compare(Operator.EQUAL, operands.compile(expression), Operand.constant(PrimitiveType.BOOLEAN, true));
    }

    @Override
    public Condition literal(Literal literal) {
        return value(literal);
    }

    @Override
    public Condition column(Column column) {
        return value(column);
    }

    @Override
    public Condition cast(Cast cast) {
        return value(cast);
    }

    @Override
    public Condition arithmetic(Arithmetic arithmetic) {
        return value(arithmetic);
    }

    @Override
    public Condition negate(Negate negate) {
        return value(negate);
    }

    @Override
    public Condition caseWhen(CaseWhen caseWhen) {
        return value(caseWhen);
    }

    @Override
    public Condition function(FunctionCall function) {
        return value(function);
    }
}
