/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.schema.DataType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * An expression over the columns of a table: a filter that prunes files, a CHECK constraint, the value
 * of a generated column. Immutable, equal by value. Logic is SQL's, with three values: a comparison with
 * null is null, and only {@code true} lets a row through a filter.
 *
 * <p>Values are Java objects, one class for each type of the protocol:
 *
 * <table>
 *   <caption>Java classes of values</caption>
 *   <tr><td>boolean</td><td>{@link Boolean}</td></tr>
 *   <tr><td>byte, short, integer, long</td><td>{@link Byte}, {@link Short}, {@link Integer}, {@link Long}</td></tr>
 *   <tr><td>float, double</td><td>{@link Float}, {@link Double}</td></tr>
 *   <tr><td>decimal</td><td>{@link BigDecimal}</td></tr>
 *   <tr><td>string</td><td>{@link String}</td></tr>
 *   <tr><td>binary</td><td>{@link ByteBuffer}, compared as unsigned bytes</td></tr>
 *   <tr><td>date</td><td>{@link Integer}, days since the epoch</td></tr>
 *   <tr><td>timestamp, timestamp_ntz</td><td>{@link Long}, microseconds since the epoch</td></tr>
 * </table>
 */
public sealed interface Expression {

    /**
     * The expression that {@code sql} says.
     *
     * @throws io.flinkdelta.log.error.InvalidRequestException when it is surely no SQL, and where
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException naming the part that is not of the
     *     subset of Spark SQL that this library evaluates, and where it stands
     */
    static Expression parse(String sql) {
        return new ExpressionParser(sql).parse();
    }

    /** The expression as SQL: it parses to an equal expression, unless it holds a value that has no literal. */
    default String toSql() {
        return accept(new SqlText());
    }

    /** Calls the method of {@code visitor} for this kind of expression. */
    <R> R accept(Visitor<R> visitor);

    /** One method for each kind of expression, so that none is forgotten. */
    interface Visitor<R> {
        R literal(Literal literal);

        R column(Column column);

        R comparison(Comparison comparison);

        R and(And and);

        R or(Or or);

        R not(Not not);

        R isNull(IsNull isNull);

        R in(In in);

        R like(Like like);

        R arithmetic(Arithmetic arithmetic);

        R negate(Negate negate);

        R cast(Cast cast);

        R caseWhen(CaseWhen caseWhen);

        R function(FunctionCall function);
    }

    /**
     * A constant.
     *
     * @param value of the Java class for {@code type}, or null
     */
    record Literal(Object value, DataType type) implements Expression {
        public Literal {
            Objects.requireNonNull(type, "type");
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.literal(this);
        }
    }

    /**
     * A column, or a field inside struct columns.
     *
     * @param path the logical names from the top down, in any case
     */
    record Column(List<String> path) implements Expression {
        public Column {
            path = List.copyOf(path);
            if (path.isEmpty()) {
                throw new IllegalArgumentException("a column without a name");
            }
        }

        public static Column of(String... path) {
            return new Column(List.of(path));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.column(this);
        }
    }

    /** {@code left operator right}. */
    record Comparison(Comparison.Operator operator, Expression left, Expression right) implements Expression {

        /** How two values are compared. Floating point: NaN equals NaN and is the greatest, -0.0 equals 0.0. */
        public enum Operator {
            EQUAL("="),
            NOT_EQUAL("<>"),
            LESS("<"),
            LESS_OR_EQUAL("<="),
            GREATER(">"),
            GREATER_OR_EQUAL(">="),
            /** {@code <=>}: as EQUAL, but null equals null and the result is never null. */
            NULL_SAFE_EQUAL("<=>");

            private final String sql;

            Operator(String sql) {
                this.sql = sql;
            }

            public String sql() {
                return sql;
            }
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.comparison(this);
        }
    }

    /** Both. */
    record And(Expression left, Expression right) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.and(this);
        }
    }

    /** One of the two, or both. */
    record Or(Expression left, Expression right) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.or(this);
        }
    }

    /** The opposite; null stays null. */
    record Not(Expression operand) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.not(this);
        }
    }

    /** {@code operand IS NULL}; never null itself. */
    record IsNull(Expression operand) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.isNull(this);
        }
    }

    /** {@code operand IN (options)}. */
    record In(Expression operand, List<Expression> options) implements Expression {
        public In {
            options = List.copyOf(options);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.in(this);
        }
    }

    /** {@code operand LIKE pattern}: {@code %} any characters, {@code _} one, backslash escapes. */
    record Like(Expression operand, Expression pattern) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.like(this);
        }
    }

    /** {@code left operator right} over numbers. */
    record Arithmetic(Arithmetic.Operator operator, Expression left, Expression right) implements Expression {

        /** The arithmetic operators of SQL. */
        public enum Operator {
            ADD("+"),
            SUBTRACT("-"),
            MULTIPLY("*"),
            DIVIDE("/"),
            /** Division of whole numbers, cut towards zero; the result is a long. */
            INTEGRAL_DIVIDE("DIV"),
            /** With the sign of the left side. */
            REMAINDER("%");

            private final String sql;

            Operator(String sql) {
                this.sql = sql;
            }

            public String sql() {
                return sql;
            }
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.arithmetic(this);
        }
    }

    /** {@code -operand}. */
    record Negate(Expression operand) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.negate(this);
        }
    }

    /** {@code CAST(operand AS type)}. */
    record Cast(Expression operand, DataType type) implements Expression {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.cast(this);
        }
    }

    /** {@code CASE WHEN condition THEN result ... ELSE otherwise END}; without {@code otherwise} null. */
    record CaseWhen(List<Branch> branches, Optional<Expression> otherwise) implements Expression {
        public CaseWhen {
            branches = List.copyOf(branches);
        }

        /** The first branch whose condition is true gives the value. */
        public record Branch(Expression condition, Expression result) {}

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.caseWhen(this);
        }
    }

    /**
     * A function by its SQL name.
     *
     * @param name in lower case
     */
    record FunctionCall(String name, List<Expression> arguments) implements Expression {
        public FunctionCall {
            name = name.toLowerCase(Locale.ROOT);
            arguments = List.copyOf(arguments);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.function(this);
        }
    }
}
