/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import java.time.LocalDate;
import java.util.List;
import java.util.Random;

/** Random conditions in SQL on the columns of a {@link FilterFile}. */
record RandomFilters(Random random) {
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=", "<=>");
    private static final List<String> COLUMNS =
            List.of("l", "d", "f", "s", "t", "n", "m", "b", "u", "v", "p.x", "g", "e", "w", "L", "P.X", "part");

    String next() {
        return condition(random.nextInt(3));
    }

    private String condition(int depth) {
        if (depth == 0) {
            return atom();
        }
        String left = condition(depth - 1);
        return switch (random.nextInt(5)) {
            case 0 -> "NOT (" + left + ")";
            case 1 -> "(" + left + " OR " + condition(depth - 1) + ")";
            default -> "(" + left + " AND " + condition(depth - 1) + ")";
        };
    }

    private String atom() {
        String column = COLUMNS.get(random.nextInt(COLUMNS.size()));
        return switch (random.nextInt(9)) {
            case 0 -> column + " IS NULL";
            case 1 -> column + " IS NOT NULL";
            case 2 -> column + " IN (" + literal(column) + ", " + literal(column) + ")";
            case 3 -> "s LIKE '" + FilterFile.text(value()).substring(0, 1 + random.nextInt(4)) + "%'";
            case 4 -> random.nextBoolean() ? "z" : "NOT z";
            case 5 -> literal(column) + " " + operator() + " " + column;
            case 6 -> random.nextInt(5) == 0 ? "l < d" : column + " " + operator() + " " + literal(column);
            default -> column + " " + operator() + " " + literal(column);
        };
    }

    private String operator() {
        return OPERATORS.get(random.nextInt(OPERATORS.size()));
    }

    private int value() {
        return random.nextInt(FilterFile.ROWS / 20 + 20) - 50;
    }

    private String literal(String column) {
        int value = value();
        return switch (column) {
            case "d", "f", "w" ->
                switch (random.nextInt(12)) {
                    case 0 -> "CAST('NaN' AS DOUBLE)";
                    case 1 -> "CAST('-0.0' AS DOUBLE)";
                    case 2 -> "0.0D";
                    case 3 -> Integer.toString(value);
                    case 4 -> "CAST('" + (float) (value / 4d) * 1.1f + "' AS FLOAT)";
                    default -> column.equals("d") ? value / 4d + "D" : (double) ((float) (value / 4d) * 1.1f) + "D";
                };
            case "s" -> "'" + FilterFile.text(value) + "'";
            case "t" -> "TIMESTAMP '" + LocalDate.EPOCH.atStartOfDay().plusNanos(value * 333_333_000L) + "Z'";
            case "n" -> "TIMESTAMP_NTZ '" + LocalDate.ofEpochDay(value) + " 00:00:00'";
            case "e" -> "DATE '" + LocalDate.ofEpochDay(value) + "'";
            case "m" -> value / 4d + "";
            case "b" -> value / 2d + "";
            default -> Integer.toString(value);
        };
    }
}
