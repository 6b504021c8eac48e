/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.CompiledExpression.ColumnReference;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Node.Evaluator;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds columns and types for an expression and makes the code that evaluates it. Used once. */
final class Binder implements Expression.Visitor<Node> {
    private final StructType schema;
    private final EvaluationSettings settings;
    private final Casts casts;
    private final List<ColumnReference> columns = new ArrayList<>();

    Binder(StructType schema, EvaluationSettings settings) {
        this.schema = schema;
        this.settings = settings;
        this.casts = new Casts(settings.zone());
    }

    List<ColumnReference> columns() {
        return columns;
    }

    EvaluationSettings settings() {
        return settings;
    }

    Casts casts() {
        return casts;
    }

    Node bind(Expression expression) {
        return expression.accept(this);
    }

    @Override
    public Node literal(Expression.Literal literal) {
        return Node.constant(literal, literal.value() == null ? PrimitiveType.VOID : literal.type(), literal.value());
    }

    @Override
    public Node column(Expression.Column column) {
        ColumnReference reference = resolve(column);
        int index = columns.indexOf(reference);
        if (index < 0) {
            index = columns.size();
            columns.add(reference);
        }
        int position = index;
        return new Node(column, reference.type(), row -> row.get(position), false);
    }

    private ColumnReference resolve(Expression.Column column) {
        List<String> path = new ArrayList<>();
        DataType type = schema;
        for (String name : column.path()) {
            StructField field = field(type, name).orElseThrow(() -> unknown(column));
            path.add(field.name());
            type = field.type();
        }
        return new ColumnReference(path, type);
    }

    private static Optional<StructField> field(DataType type, String name) {
        return type instanceof StructType struct ? struct.fieldInAnyCase(name) : Optional.empty();
    }

    private static InvalidRequestException unknown(Expression.Column column) {
        return new InvalidRequestException(
                "The SQL expression names a column that the table does not have.",
                ErrorContext.none().with("column", column.toSql()),
                "Correct the expression, or add the column to the table.");
    }

    @Override
    public Node comparison(Comparison comparison) {
        Node left = bind(comparison.left());
        Node right = bind(comparison.right());
        DataType common = common(comparison, left, right);
        Node leftCast = left.castTo(common, casts);
        Node rightCast = right.castTo(common, casts);
        Comparator<Object> order = Ordering.of(common);
        return switch (comparison.operator()) {
            case EQUAL -> compare(comparison, leftCast, rightCast, (l, r) -> order.compare(l, r) == 0);
            case NOT_EQUAL -> compare(comparison, leftCast, rightCast, (l, r) -> order.compare(l, r) != 0);
            case LESS -> compare(comparison, leftCast, rightCast, (l, r) -> order.compare(l, r) < 0);
            case LESS_OR_EQUAL -> compare(comparison, leftCast, rightCast, (l, r) -> order.compare(l, r) <= 0);
            case GREATER -> compare(comparison, leftCast, rightCast, (l, r) -> order.compare(l, r) > 0);
            case GREATER_OR_EQUAL -> compare(comparison, leftCast, rightCast, (l, r) -> order.compare(l, r) >= 0);
            case NULL_SAFE_EQUAL -> nullSafeEqual(comparison, leftCast, rightCast, order);
        };
    }

    private static Node compare(Expression source, Node left, Node right, Node.Function2 test) {
        return Node.strict(source, PrimitiveType.BOOLEAN, left, right, test);
    }

    private static Node nullSafeEqual(Expression source, Node left, Node right, Comparator<Object> order) {
        Evaluator leftEvaluator = left.evaluator();
        Evaluator rightEvaluator = right.evaluator();
        return Node.of(source, PrimitiveType.BOOLEAN, List.of(left, right), row -> {
            Object leftValue = leftEvaluator.evaluate(row);
            Object rightValue = rightEvaluator.evaluate(row);
            return (leftValue == null || rightValue == null)
                    ? leftValue == rightValue
                    : order.compare(leftValue, rightValue) == 0;
        });
    }

    /** The type in which the operands of {@code source} meet. */
    DataType common(Expression source, Node left, Node right) {
        return Types.common(left.type(), right.type())
                .orElseThrow(() -> Refusal.of(
                        source,
                        "which mixes the types " + left.type().describe() + " and "
                                + right.type().describe()));
    }

    DataType common(Expression source, List<Node> nodes) {
        Node first = nodes.get(0);
        DataType type = first.type();
        for (Node node : nodes.subList(1, nodes.size())) {
            type = common(source, new Node(first.source(), type, first.evaluator(), false), node);
        }
        if (!Types.isSimple(type)) {
            throw Refusal.of(source, "which is of the type " + type.describe());
        }
        return type;
    }

    List<Node> cast(List<Node> nodes, DataType type) {
        return nodes.stream().map(node -> node.castTo(type, casts)).toList();
    }

    private Node condition(Expression expression) {
        Node node = bind(expression);
        if (node.type() != PrimitiveType.BOOLEAN && node.type() != PrimitiveType.VOID) {
            throw Refusal.of(expression, "of type " + node.type().describe() + " where a condition is needed");
        }
        return node;
    }

    @Override
    public Node and(Expression.And and) {
        Node left = condition(and.left());
        Node right = condition(and.right());
        return connect(and, left, right, false);
    }

    @Override
    public Node or(Expression.Or or) {
        Node left = condition(or.left());
        Node right = condition(or.right());
        return connect(or, left, right, true);
    }

    /** AND and OR: the one value decides, whatever the other side is; the left side is asked first. */
    private static Node connect(Expression source, Node left, Node right, boolean decides) {
        Evaluator leftEvaluator = left.evaluator();
        Evaluator rightEvaluator = right.evaluator();
        return Node.of(source, PrimitiveType.BOOLEAN, List.of(left, right), row -> {
            Object leftValue = leftEvaluator.evaluate(row);
            if (leftValue != null && (Boolean) leftValue == decides) {
                return decides;
            }
            Object rightValue = rightEvaluator.evaluate(row);
            if (rightValue != null && (Boolean) rightValue == decides) {
                return decides;
            }
            return (leftValue == null || rightValue == null) ? null : (Boolean) !decides;
        });
    }

    @Override
    public Node not(Expression.Not not) {
        return Node.strict(not, PrimitiveType.BOOLEAN, condition(not.operand()), value -> !(Boolean) value);
    }

    @Override
    public Node isNull(Expression.IsNull isNull) {
        Node operand = bind(isNull.operand());
        Evaluator evaluator = operand.evaluator();
        return Node.of(isNull, PrimitiveType.BOOLEAN, List.of(operand), row -> evaluator.evaluate(row) == null);
    }

    @Override
    public Node in(Expression.In in) {
        List<Node> all = new ArrayList<>();
        all.add(bind(in.operand()));
        in.options().forEach(option -> all.add(bind(option)));
        DataType common = common(in, all);
        List<Node> typed = cast(all, common);
        Comparator<Object> order = Ordering.of(common);
        Evaluator operand = typed.get(0).evaluator();
        Evaluator[] options = typed.stream().skip(1).map(Node::evaluator).toArray(Evaluator[]::new);
        return Node.of(in, PrimitiveType.BOOLEAN, typed, row -> contains(operand.evaluate(row), options, row, order));
    }

    private static Boolean contains(Object value, Evaluator[] options, ColumnValues row, Comparator<Object> order) {
        if (value == null) {
            return null;
        }
        boolean sawNull = false;
        for (Evaluator option : options) {
            Object candidate = option.evaluate(row);
            if (candidate == null) {
                sawNull = true;
            } else if (order.compare(value, candidate) == 0) {
                return true;
            }
        }
        return sawNull ? null : (Boolean) false;
    }

    @Override
    public Node like(Expression.Like like) {
        Node operand = Operands.text(this, like, bind(like.operand()));
        Node pattern = Operands.text(this, like, bind(like.pattern()));
        if (pattern.isConstant()) {
            LikePattern compiled = constantOf(pattern);
            if (compiled != null) {
                return Node.strict(like, PrimitiveType.BOOLEAN, operand, value -> compiled.matches((String) value));
            }
        }
        return Node.strict(
                like,
                PrimitiveType.BOOLEAN,
                operand,
                pattern,
                (value, text) -> LikePattern.of((String) text).matches((String) value));
    }

    /** The compiled pattern; null when there is none, or an error that is for the rows that meet it. */
    private static LikePattern constantOf(Node pattern) {
        try {
            Object text = pattern.evaluator().evaluate(index -> null);
            return text == null ? null : LikePattern.of((String) text);
        } catch (InvalidRequestException e) {
            return null;
        }
    }

    @Override
    public Node arithmetic(Expression.Arithmetic arithmetic) {
        return new Arithmetics(this).bind(arithmetic, bind(arithmetic.left()), bind(arithmetic.right()));
    }

    @Override
    public Node negate(Expression.Negate negate) {
        return new Arithmetics(this).negate(negate, bind(negate.operand()));
    }

    @Override
    public Node cast(Expression.Cast cast) {
        Node operand = bind(cast.operand());
        Node result = operand.castTo(cast.type(), casts);
        return new Node(cast, result.type(), result.evaluator(), result.isConstant(), result.failure());
    }

    @Override
    public Node caseWhen(Expression.CaseWhen caseWhen) {
        List<Node> conditions = new ArrayList<>();
        List<Node> results = new ArrayList<>();
        for (Expression.CaseWhen.Branch branch : caseWhen.branches()) {
            conditions.add(condition(branch.condition()));
            results.add(bind(branch.result()));
        }
        caseWhen.otherwise().ifPresent(otherwise -> results.add(bind(otherwise)));
        DataType type = common(caseWhen, results);
        return Conditionals.choose(caseWhen, type, conditions, cast(results, type));
    }

    @Override
    public Node function(Expression.FunctionCall function) {
        List<Node> arguments = function.arguments().stream().map(this::bind).toList();
        return Functions.find(function.name())
                .orElseThrow(() -> Refusal.of(function, "an unknown function"))
                .bind(new Operands(this, function, arguments));
    }
}
