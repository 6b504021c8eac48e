/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Writes expressions as SQL, with parentheses around everything that has parts. */
final class SqlText implements Expression.Visitor<String> {

    @Override
    public String literal(Expression.Literal literal) {
        Object value = literal.value();
        if (value == null) {
            return "NULL";
        }
        if (literal.type() instanceof DecimalType) {
            return ((BigDecimal) value).toPlainString() + "BD";
        }
        if (!(literal.type() instanceof PrimitiveType type)) {
            return String.valueOf(value);
        }
        return switch (type) {
            case STRING -> quoted((String) value);
            case LONG -> value + "L";
            case SHORT -> value + "S";
            case BYTE -> value + "Y";
            case FLOAT -> value + "F";
            case DOUBLE -> value + "D";
            case BOOLEAN -> (Boolean) value ? "TRUE" : "FALSE";
            case BINARY -> "X'" + hex((ByteBuffer) value) + "'";
            case DATE -> "DATE '" + LocalDate.ofEpochDay((Integer) value) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + DateTimeTexts.local((Long) value) + "Z'";
            case TIMESTAMP_NTZ -> "TIMESTAMP_NTZ '" + DateTimeTexts.local((Long) value) + "'";
            case INTEGER, VARIANT, VOID -> String.valueOf(value);
        };
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HexFormat.of().withUpperCase().formatHex(copy);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    @Override
    public String column(Expression.Column column) {
        return column.path().stream().map(SqlText::name).collect(Collectors.joining("."));
    }

    private static String name(String part) {
        boolean plain = part.matches("[A-Za-z_][A-Za-z0-9_]*") && !PrimaryParser.isReserved(part);
        return plain ? part : "`" + part.replace("`", "``") + "`";
    }

    @Override
    public String comparison(Expression.Comparison comparison) {
        return binary(comparison.left(), comparison.operator().sql(), comparison.right());
    }

    @Override
    public String and(Expression.And and) {
        return binary(and.left(), "AND", and.right());
    }

    @Override
    public String or(Expression.Or or) {
        return binary(or.left(), "OR", or.right());
    }

    @Override
    public String not(Expression.Not not) {
        return "(NOT " + not.operand().accept(this) + ")";
    }

    @Override
    public String isNull(Expression.IsNull isNull) {
        return "(" + isNull.operand().accept(this) + " IS NULL)";
    }

    @Override
    public String in(Expression.In in) {
        return "(" + in.operand().accept(this) + " IN (" + list(in.options()) + "))";
    }

    @Override
    public String like(Expression.Like like) {
        return binary(like.operand(), "LIKE", like.pattern());
    }

    @Override
    public String arithmetic(Expression.Arithmetic arithmetic) {
        return binary(arithmetic.left(), arithmetic.operator().sql(), arithmetic.right());
    }

    @Override
    public String negate(Expression.Negate negate) {
        return "(- (" + negate.operand().accept(this) + "))";
    }

    @Override
    public String cast(Expression.Cast cast) {
        return "CAST(" + cast.operand().accept(this) + " AS " + typeName(cast.type()) + ")";
    }

    /** The type as SQL names it. */
    static String typeName(DataType type) {
        if (type instanceof PrimitiveType primitive) {
            return switch (primitive) {
                case LONG -> "BIGINT";
                case INTEGER -> "INT";
                case SHORT -> "SMALLINT";
                case BYTE -> "TINYINT";
                default -> primitive.name();
            };
        }
        return type.describe();
    }

    @Override
    public String caseWhen(Expression.CaseWhen caseWhen) {
        StringBuilder sql = new StringBuilder("CASE");
        for (Expression.CaseWhen.Branch branch : caseWhen.branches()) {
            sql.append(" WHEN ").append(branch.condition().accept(this));
            sql.append(" THEN ").append(branch.result().accept(this));
        }
        caseWhen.otherwise().ifPresent(otherwise -> sql.append(" ELSE ").append(otherwise.accept(this)));
        return sql.append(" END").toString();
    }

    @Override
    public String function(Expression.FunctionCall function) {
        return function.name() + "(" + list(function.arguments()) + ")";
    }

    private String binary(Expression left, String operator, Expression right) {
        return "(" + left.accept(this) + " " + operator + " " + right.accept(this) + ")";
    }

    private String list(List<Expression> expressions) {
        return expressions.stream().map(part -> part.accept(this)).collect(Collectors.joining(", "));
    }
}
