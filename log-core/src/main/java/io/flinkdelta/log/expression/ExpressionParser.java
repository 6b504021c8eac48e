/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.Arithmetic;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.expression.Expression.In;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Like;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Expression.Negate;
import io.flinkdelta.log.expression.Expression.Not;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.expression.Token.Kind;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the operators of an expression by recursive descent, with the precedences of Spark's grammar
 * from the loosest to the tightest: OR; AND; NOT; a predicate (IS, IN, BETWEEN, LIKE, RLIKE); comparison;
 * {@code + - ||}; {@code * / % DIV}; signs; then {@link PrimaryParser}. Used once.
 *
 * <p>What it does not know is refused, never guessed. Size and depth are limited, so that no expression
 * of a log overflows the stack.
 */
final class ExpressionParser {
    private static final int MAX_DEPTH = 100;
    private static final int MAX_TOKENS = 1_000;

    private static final Map<String, Comparison.Operator> COMPARISONS = Map.of(
            "=", Comparison.Operator.EQUAL,
            "==", Comparison.Operator.EQUAL,
            "<>", Comparison.Operator.NOT_EQUAL,
            "!=", Comparison.Operator.NOT_EQUAL,
            "<", Comparison.Operator.LESS,
            "<=", Comparison.Operator.LESS_OR_EQUAL,
            ">", Comparison.Operator.GREATER,
            ">=", Comparison.Operator.GREATER_OR_EQUAL,
            "<=>", Comparison.Operator.NULL_SAFE_EQUAL);

    /** What no SQL of Spark's has in a place that this parser does not know. */
    private static final Set<String> NEVER_UNEXPECTED =
            Set.of("=", "==", "<>", "!=", "<=", "<=>", ">=", "/", "%", "||", "::", ")");

    private final String sql;
    private final List<Token> tokens;
    private final PrimaryParser primaries;
    private int next;
    private int depth;

    ExpressionParser(String sql) {
        this.sql = sql;
        this.tokens = new Lexer(sql).tokens();
        if (tokens.size() > MAX_TOKENS) {
            throw Refusal.of(sql, tokens.get(MAX_TOKENS).start(), "more than " + MAX_TOKENS + " symbols");
        }
        this.primaries = new PrimaryParser(this);
    }

    /** The whole text. */
    Expression parse() {
        Expression expression = expression();
        if (peek().kind() != Kind.END) {
            throw unexpected();
        }
        return expression;
    }

    /** One expression, up to where the next token cannot go on with it. */
    Expression expression() {
        enter();
        Expression left = conjunction();
        while (acceptWord("OR")) {
            left = new Or(left, conjunction());
        }
        depth--;
        return left;
    }

    private Expression conjunction() {
        Expression left = negation();
        while (acceptWord("AND")) {
            left = new And(left, negation());
        }
        return left;
    }

    private Expression negation() {
        if (acceptWord("NOT") || acceptSymbol("!")) {
            enter();
            Expression negated = new Not(negation());
            depth--;
            return negated;
        }
        return predicate();
    }

    private Expression predicate() {
        Expression operand = comparison();
        if (acceptWord("IS")) {
            return is(operand);
        }
        boolean negated = peek(1).kind() == Kind.WORD && acceptWord("NOT");
        Expression result = switch (peek().keyword()) {
            case "IN" -> in(operand);
            case "BETWEEN" -> between(operand);
            case "LIKE" -> like(operand);
            case "RLIKE", "REGEXP" -> {
                next();
                yield new FunctionCall("rlike", List.of(operand, comparison()));
            }
            default -> {
                if (negated) {
                    throw unexpected();
                }
                yield operand;
            }
        };
        return negated ? new Not(result) : result;
    }

    private Expression is(Expression operand) {
        boolean negated = acceptWord("NOT");
        Token what = next();
        Expression result = switch (what.keyword()) {
            case "NULL", "UNKNOWN" -> new IsNull(operand);
            case "TRUE", "FALSE" ->
                new Comparison(
                        Comparison.Operator.NULL_SAFE_EQUAL,
                        operand,
                        new Literal(what.isWord("TRUE"), PrimitiveType.BOOLEAN));
            case "DISTINCT" -> {
                requireWord("FROM");
                yield new Not(new Comparison(Comparison.Operator.NULL_SAFE_EQUAL, operand, comparison()));
            }
            default -> throw unexpected(what);
        };
        return negated ? new Not(result) : result;
    }

    private Expression in(Expression operand) {
        next();
        requireSymbol("(");
        List<Expression> options = new ArrayList<>();
        do {
            options.add(expression());
        } while (acceptSymbol(","));
        requireSymbol(")");
        return new In(operand, options);
    }

    private Expression between(Expression operand) {
        next();
        Expression low = comparison();
        requireWord("AND");
        Expression high = comparison();
        return new And(
                new Comparison(Comparison.Operator.GREATER_OR_EQUAL, operand, low),
                new Comparison(Comparison.Operator.LESS_OR_EQUAL, operand, high));
    }

    private Expression like(Expression operand) {
        next();
        Expression pattern = comparison();
        if (peek().isWord("ESCAPE")) {
            throw unexpected();
        }
        return new Like(operand, pattern);
    }

    private Expression comparison() {
        Expression left = sum();
        while (peek().kind() == Kind.SYMBOL && COMPARISONS.containsKey(peek().text())) {
            Comparison.Operator operator = COMPARISONS.get(next().text());
            left = new Comparison(operator, left, sum());
        }
        return left;
    }

    private Expression sum() {
        Expression left = product();
        while (true) {
            if (acceptSymbol("+")) {
                left = new Arithmetic(Arithmetic.Operator.ADD, left, product());
            } else if (acceptSymbol("-")) {
                left = new Arithmetic(Arithmetic.Operator.SUBTRACT, left, product());
            } else if (acceptSymbol("||")) {
                left = new FunctionCall("concat", List.of(left, product()));
            } else {
                return left;
            }
        }
    }

    private Expression product() {
        Expression left = signed();
        while (true) {
            if (acceptSymbol("*")) {
                left = new Arithmetic(Arithmetic.Operator.MULTIPLY, left, signed());
            } else if (acceptSymbol("/")) {
                left = new Arithmetic(Arithmetic.Operator.DIVIDE, left, signed());
            } else if (acceptSymbol("%")) {
                left = new Arithmetic(Arithmetic.Operator.REMAINDER, left, signed());
            } else if (acceptWord("DIV")) {
                left = new Arithmetic(Arithmetic.Operator.INTEGRAL_DIVIDE, left, signed());
            } else {
                return left;
            }
        }
    }

    private Expression signed() {
        if (peek().isSymbol("-") && peek(1).kind() == Kind.NUMBER) {
            next();
            return primaries.number(true);
        }
        if (peek().isSymbol("-") || peek().isSymbol("+")) {
            enter();
            boolean negative = next().isSymbol("-");
            Expression operand = signed();
            depth--;
            return negative ? new Negate(operand) : new FunctionCall("positive", List.of(operand));
        }
        return primaries.primary();
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw Refusal.of(sql, peek().start(), "more than " + MAX_DEPTH + " levels of nesting");
        }
    }

    String sql() {
        return sql;
    }

    Token peek() {
        return tokens.get(next);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(next + ahead, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(next);
        if (token.kind() != Kind.END) {
            next++;
        }
        return token;
    }

    boolean acceptWord(String word) {
        boolean there = peek().isWord(word);
        if (there) {
            next++;
        }
        return there;
    }

    boolean acceptSymbol(String symbol) {
        boolean there = peek().isSymbol(symbol);
        if (there) {
            next++;
        }
        return there;
    }

    void requireWord(String word) {
        if (!acceptWord(word)) {
            throw unexpected();
        }
    }

    void requireSymbol(String symbol) {
        if (!acceptSymbol(symbol)) {
            throw unexpected();
        }
    }

    DeltaException unexpected() {
        return unexpected(peek());
    }

    DeltaException unexpected(Token token) {
        if (token.kind() == Kind.END) {
            return Refusal.syntax(sql, token.start(), "the end, too early");
        }
        return token.kind() == Kind.SYMBOL && NEVER_UNEXPECTED.contains(token.text())
                ? Refusal.syntax(sql, token.start(), token.text())
                : Refusal.unexpected(sql, token.start(), token.text());
    }
}
