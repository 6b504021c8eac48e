/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Expression.CaseWhen;
import io.flinkdelta.log.expression.Expression.Cast;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.FunctionCall;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Token.Kind;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads what operators stand between: constants, names, calls, CASE, CAST and parentheses. */
final class PrimaryParser {
    /** Words that never name a column here, so that a forgotten operand is seen. */
    private static final Set<String> KEYWORDS = Set.of(
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS",
            "LIKE",
            "BETWEEN",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "CAST",
            "DIV",
            "INTERVAL",
            "EXISTS",
            "SELECT",
            "FROM",
            "DISTINCT",
            "ESCAPE");

    private static final Set<String> CONSTANTS = Set.of("NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIMESTAMP");

    private final ExpressionParser parser;
    private final LiteralParser literals;

    PrimaryParser(ExpressionParser parser) {
        this.parser = parser;
        this.literals = new LiteralParser(parser);
    }

    /** Whether a column of this name is written in back quotes only. */
    static boolean isReserved(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return KEYWORDS.contains(upper) || CONSTANTS.contains(upper);
    }

    /** A primary with the casts after it. */
    Expression primary() {
        return casts(withoutCasts());
    }

    /** A number with the casts after it. */
    Expression number(boolean negative) {
        return casts(literals.number(parser.next(), negative));
    }

    private Expression casts(Expression operand) {
        Expression result = operand;
        while (parser.acceptSymbol("::")) {
            result = new Cast(result, type());
        }
        if (parser.peek().isSymbol(".")) {
            throw parser.unexpected();
        }
        return result;
    }

    private Expression withoutCasts() {
        Token token = parser.peek();
        return switch (token.kind()) {
            case NUMBER -> literals.number(parser.next(), false);
            case STRING, RAW_STRING -> new Literal(literals.string(), PrimitiveType.STRING);
            case QUOTED_NAME -> column();
            case WORD -> word(token);
            case SYMBOL -> {
                if (!parser.acceptSymbol("(")) {
                    throw parser.unexpected();
                }
                Expression inner = parser.expression();
                parser.requireSymbol(")");
                yield inner;
            }
            case END -> throw parser.unexpected();
        };
    }

    private Expression word(Token token) {
        Token after = parser.peek(1);
        switch (token.keyword()) {
            case "NULL" -> {
                parser.next();
                return new Literal(null, PrimitiveType.VOID);
            }
            case "TRUE", "FALSE" -> {
                parser.next();
                return new Literal(token.isWord("TRUE"), PrimitiveType.BOOLEAN);
            }
            case "CASE" -> {
                return caseWhen();
            }
            case "CAST" -> {
                return cast();
            }
            case "CURRENT_DATE", "CURRENT_TIMESTAMP" -> {
                if (!after.isSymbol("(") && !after.isSymbol(".")) {
                    parser.next();
                    return new FunctionCall(token.text(), List.of());
                }
            }
            default -> {}
        }
        if (KEYWORDS.contains(token.keyword())) {
            throw parser.unexpected();
        }
        if (after.isString()) {
            parser.next();
            return literals.typed(token);
        }
        return after.isSymbol("(") ? call() : column();
    }

    private Expression call() {
        Token name = parser.next();
        parser.requireSymbol("(");
        List<Expression> arguments = new ArrayList<>();
        if (!parser.acceptSymbol(")")) {
            do {
                arguments.add(parser.expression());
            } while (parser.acceptSymbol(","));
            parser.requireSymbol(")");
        }
        if (!Functions.isKnown(name.text())) {
            throw Refusal.of(parser.sql(), name.start(), "the function " + name.text());
        }
        return new FunctionCall(name.text(), arguments);
    }

    private Expression column() {
        List<String> path = new ArrayList<>();
        do {
            Token part = parser.next();
            if (part.kind() != Kind.WORD && part.kind() != Kind.QUOTED_NAME) {
                throw parser.unexpected(part);
            }
            path.add(part.text());
        } while (parser.acceptSymbol("."));
        return new Column(path);
    }

    private Expression caseWhen() {
        parser.requireWord("CASE");
        Optional<Expression> operand =
                parser.peek().isWord("WHEN") ? Optional.empty() : Optional.of(parser.expression());
        List<CaseWhen.Branch> branches = new ArrayList<>();
        do {
            parser.requireWord("WHEN");
            Expression when = parser.expression();
            parser.requireWord("THEN");
            Expression condition = operand.<Expression>map(
                            value -> new Comparison(Comparison.Operator.EQUAL, value, when))
                    .orElse(when);
            branches.add(new CaseWhen.Branch(condition, parser.expression()));
        } while (parser.peek().isWord("WHEN"));
        Optional<Expression> otherwise =
                parser.acceptWord("ELSE") ? Optional.of(parser.expression()) : Optional.empty();
        parser.requireWord("END");
        return new CaseWhen(branches, otherwise);
    }

    private Expression cast() {
        parser.requireWord("CAST");
        parser.requireSymbol("(");
        Expression operand = parser.expression();
        parser.requireWord("AS");
        DataType type = type();
        parser.requireSymbol(")");
        return new Cast(operand, type);
    }

    private DataType type() {
        Token name = parser.next();
        return switch (name.keyword()) {
            case "BOOLEAN" -> PrimitiveType.BOOLEAN;
            case "TINYINT", "BYTE" -> PrimitiveType.BYTE;
            case "SMALLINT", "SHORT" -> PrimitiveType.SHORT;
            case "INT", "INTEGER" -> PrimitiveType.INTEGER;
            case "BIGINT", "LONG" -> PrimitiveType.LONG;
            case "FLOAT", "REAL" -> PrimitiveType.FLOAT;
            case "DOUBLE" -> PrimitiveType.DOUBLE;
            case "DECIMAL", "DEC", "NUMERIC" -> decimal(name);
            case "STRING" -> PrimitiveType.STRING;
            case "BINARY" -> PrimitiveType.BINARY;
            case "DATE" -> PrimitiveType.DATE;
            case "TIMESTAMP", "TIMESTAMP_LTZ" -> PrimitiveType.TIMESTAMP;
            case "TIMESTAMP_NTZ" -> PrimitiveType.TIMESTAMP_NTZ;
            default -> throw Refusal.of(parser.sql(), name.start(), "the type " + name.text());
        };
    }

    private DataType decimal(Token name) {
        int precision = 10;
        int scale = 0;
        if (parser.acceptSymbol("(")) {
            precision = digits();
            scale = parser.acceptSymbol(",") ? digits() : 0;
            parser.requireSymbol(")");
        }
        if (precision < 1 || precision > DecimalType.MAX_PRECISION || scale > precision) {
            throw Refusal.of(parser.sql(), name.start(), "the type decimal(" + precision + "," + scale + ")");
        }
        return new DecimalType(precision, scale);
    }

    private int digits() {
        Token token = parser.next();
        if (token.kind() != Kind.NUMBER || !token.text().matches("[0-9]{1,3}")) {
            throw parser.unexpected(token);
        }
        return Integer.parseInt(token.text());
    }
}
