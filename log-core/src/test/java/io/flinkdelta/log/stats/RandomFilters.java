/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.And;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.expression.Expression.Comparison.Operator;
import io.flinkdelta.log.expression.Expression.In;
import io.flinkdelta.log.expression.Expression.IsNull;
import io.flinkdelta.log.expression.Expression.Like;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.expression.Expression.Not;
import io.flinkdelta.log.expression.Expression.Or;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random values, rows and filters of the columns of {@link #COLUMNS}, and what a filter is on a row. */
final class RandomFilters {
    static final Map<String, DataType> COLUMNS = Map.of(
            "l", PrimitiveType.LONG,
            "i", PrimitiveType.INTEGER,
            "d", PrimitiveType.DOUBLE,
            "f", PrimitiveType.FLOAT,
            "s", PrimitiveType.STRING,
            "day", PrimitiveType.DATE,
            "ts", PrimitiveType.TIMESTAMP,
            "ntz", PrimitiveType.TIMESTAMP_NTZ,
            "dec", new DecimalType(10, 2));

    private static final List<String> NAMES = COLUMNS.keySet().stream().sorted().toList();
    private static final String[] LETTERS = {
        "a", "b", "\u00e9", "\uffee", "\ud83d\ude00", "\udbff\udfff", "\ufffd", "%", "_"
    };

    private final Random random;

    RandomFilters(Random random) {
        this.random = random;
    }

    static List<String> names() {
        return NAMES;
    }

    /** A value near {@code centre}, so that files differ; null one time out of six. */
    Object value(DataType type, int centre) {
        if (random.nextInt(6) == 0) {
            return null;
        }
        int near = centre + random.nextInt(7) - 3;
        if (type instanceof DecimalType) {
            return BigDecimal.valueOf(near * 25L, 2);
        }
        return switch ((PrimitiveType) type) {
            case LONG -> random.nextInt(40) == 0 ? Long.MAX_VALUE : (Object) (long) near;
            case INTEGER -> near;
            case DOUBLE -> floating(near);
            case FLOAT -> (float) floating(near);
            case STRING -> text(near);
            case DATE -> near;
            case TIMESTAMP, TIMESTAMP_NTZ -> near * 1500L + random.nextInt(3);
            default -> throw new IllegalStateException(type.describe());
        };
    }

    private double floating(int near) {
        return switch (random.nextInt(12)) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> Double.NEGATIVE_INFINITY;
            default -> near / 10.0;
        };
    }

    private String text(int near) {
        StringBuilder text = new StringBuilder("x".repeat(random.nextInt(3) == 0 ? 31 : 0));
        text.append(LETTERS[Math.floorMod(near, LETTERS.length)]);
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    Expression filter(int depth) {
        if (depth == 0) {
            return leaf();
        }
        return switch (random.nextInt(5)) {
            case 0, 1 -> new And(filter(depth - 1), filter(depth - 1));
            case 2 -> new Or(filter(depth - 1), filter(depth - 1));
            case 3 -> new Not(filter(depth - 1));
            default -> leaf();
        };
    }

    private Expression leaf() {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        DataType type = COLUMNS.get(name);
        Column column = Column.of(random.nextInt(4) == 0 ? name.toUpperCase(java.util.Locale.ROOT) : name);
        return switch (random.nextInt(8)) {
            case 0 -> new IsNull(column);
            case 1 -> new In(column, List.of(literal(type), literal(type)));
            case 2 -> type == PrimitiveType.STRING ? like(column) : comparison(column, literal(type));
            case 3 -> new Comparison(operator(), column, column);
            case 4 -> comparison(literal(type), column);
            default -> comparison(column, literal(type));
        };
    }

    private Expression like(Column column) {
        String start = text(random.nextInt(20)).replace("%", "\\%");
        String pattern = start + (random.nextBoolean() ? "%" : "_%a");
        return new Like(column, new Literal(pattern, PrimitiveType.STRING));
    }

    private Comparison comparison(Expression left, Expression right) {
        return new Comparison(operator(), left, right);
    }

    private Operator operator() {
        return List.of(Operator.values()).get(random.nextInt(Operator.values().length));
    }

    private Literal literal(DataType type) {
        return new Literal(value(type, random.nextInt(100)), type);
    }

    /** True, false or null: what the filter is on a row whose columns are named in lower case. */
    static Boolean evaluate(Expression filter, Map<String, Object> row) {
        if (filter instanceof And and) {
            return and(evaluate(and.left(), row), evaluate(and.right(), row));
        } else if (filter instanceof Or or) {
            return not(and(not(evaluate(or.left(), row)), not(evaluate(or.right(), row))));
        } else if (filter instanceof Not not) {
            return not(evaluate(not.operand(), row));
        } else if (filter instanceof IsNull isNull) {
            return operand(isNull.operand(), row) == null;
        } else if (filter instanceof In in) {
            Boolean found = false;
            for (Expression option : in.options()) {
                found = not(and(not(found), not(evaluate(new Comparison(Operator.EQUAL, in.operand(), option), row))));
            }
            return found;
        } else if (filter instanceof Like like) {
            return like((String) operand(like.operand(), row), (String) ((Literal) like.pattern()).value());
        }
        Comparison comparison = (Comparison) filter;
        return compare(comparison.operator(), operand(comparison.left(), row), operand(comparison.right(), row));
    }

    private static Object operand(Expression operand, Map<String, Object> row) {
        return operand instanceof Literal literal
                ? literal.value()
                : row.get(((Column) operand).path().get(0).toLowerCase(java.util.Locale.ROOT));
    }

    private static Boolean and(Boolean left, Boolean right) {
        if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
            return false;
        }
        return (left == null || right == null) ? null : (Boolean) true;
    }

    private static Boolean not(Boolean operand) {
        return operand == null ? null : (Boolean) !operand;
    }

    private static Boolean compare(Operator operator, Object left, Object right) {
        if (operator == Operator.NULL_SAFE_EQUAL) {
            return (left == null || right == null) ? left == right : compare(left, right) == 0;
        }
        if (left == null || right == null) {
            return null;
        }
        int order = compare(left, right);
        return switch (operator) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
            case NULL_SAFE_EQUAL -> throw new IllegalStateException();
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // both are of one class
    private static int compare(Object left, Object right) {
        if (left instanceof String one) {
            return java.util.Arrays.compareUnsigned(
                    one.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    ((String) right).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        if (left instanceof Double || left instanceof Float) {
            double one = ((Number) left).doubleValue();
            double other = ((Number) right).doubleValue();
            return one == other ? 0 : Double.compare(one, other);
        }
        return ((Comparable) left).compareTo(right);
    }

    private static Boolean like(String text, String pattern) {
        if (text == null) {
            return null;
        }
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            switch (c) {
                case '%' -> regex.append("(?s:.*)");
                case '_' -> regex.append("(?s:.)");
                case '\\' -> regex.append(java.util.regex.Pattern.quote(String.valueOf(pattern.charAt(++i))));
                default ->
                    regex.append("\\x{")
                            .append(Integer.toHexString(pattern.codePointAt(i)))
                            .append('}');
            }
            if (Character.isHighSurrogate(c)) {
                i++;
            }
        }
        return text.matches(regex.toString());
    }
}
