/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A column of random type for tables that Spark fills: how often a value is null or comes again, and in runs how long,
 * is random, too, for that decides which encodings a file has.
 *
 * @param type in Spark's SQL
 * @param nullable whether it has no NOT NULL
 * @param value an expression over the column {@code id}
 */
public record RandomColumn(String name, String type, boolean nullable, String value) {
    private static final int DEPTH = 3;
    private static final int[] NULL_PERCENTS = {0, 1, 30, 97, 100};
    private static final int[] DISTINCTS = {1, 2, 7, 300, 1_000_000};
    private static final int[] RUNS = {1, 1, 5, 600};

    private static final List<String> PRIMITIVES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(9,3)",
            "DECIMAL(18,6)",
            "DECIMAL(38,10)",
            "STRING",
            "BINARY",
            "DATE",
            "TIMESTAMP",
            "TIMESTAMP_NTZ");

    /** One that is made of {@code random}. */
    public static RandomColumn of(Random random, String name) {
        String key = "(id DIV " + pick(random, RUNS) + ")";
        boolean nullable = random.nextInt(4) > 0;
        Typed typed = any(random, key, DEPTH, nullable);
        return new RandomColumn(name, typed.type(), nullable, typed.value());
    }

    /** As in CREATE TABLE. */
    public String definition() {
        return name + " " + type + (nullable ? "" : " NOT NULL");
    }

    private record Typed(String type, String value) {}

    private static Typed any(Random random, String key, int depth, boolean nullable) {
        Typed present = depth > 0 && random.nextInt(depth == DEPTH ? 2 : 3) == 0
                ? nested(random, key, depth - 1)
                : primitive(random, key);
        int nulls = nullable ? pick(random, NULL_PERCENTS) : 0;
        String value = nulls == 0
                ? present.value()
                : "IF(pmod(" + hash(random, key) + ", 100) < " + nulls + ", NULL, " + present.value() + ")";
        return new Typed(present.type(), "CAST(" + value + " AS " + present.type() + ")");
    }

    private static Typed nested(Random random, String key, int depth) {
        String length = "pmod(" + hash(random, key) + ", " + pick(random, new int[] {1, 2, 4, 9}) + ")";
        String inner = "x" + depth;
        String places = "IF(" + length + " = 0, array(), sequence(1, CAST(" + length + " AS INT)))";
        String innerKey = "(" + key + " * 9 + " + inner + ")";
        return switch (random.nextInt(3)) {
            case 0 -> array(places, inner, any(random, innerKey, depth, true));
            case 1 -> map(places, inner, random.nextBoolean() ? "STRING" : "INT", any(random, innerKey, depth, true));
            default -> struct(random, key, depth);
        };
    }

    private static Typed array(String places, String place, Typed element) {
        return new Typed("ARRAY<" + element.type() + ">", transform(places, place, element.value()));
    }

    private static Typed map(String places, String place, String keyType, Typed value) {
        String keys = transform(places, place, "CAST(" + place + " AS " + keyType + ")");
        return new Typed(
                "MAP<" + keyType + "," + value.type() + ">",
                "map_from_arrays(" + keys + ", " + transform(places, place, value.value()) + ")");
    }

    private static String transform(String places, String place, String value) {
        return "transform(" + places + ", " + place + " -> " + value + ")";
    }

    private static Typed struct(Random random, String key, int depth) {
        List<String> types = new ArrayList<>();
        List<String> values = new ArrayList<>();
        int fields = 1 + random.nextInt(3);
        for (int i = 0; i < fields; i++) {
            Typed field = any(random, key, depth, true);
            types.add("f" + i + ": " + field.type());
            values.add("'f" + i + "', " + field.value());
        }
        return new Typed("STRUCT<" + String.join(", ", types) + ">", "named_struct(" + String.join(", ", values) + ")");
    }

    private static Typed primitive(Random random, String key) {
        String type = PRIMITIVES.get(random.nextInt(PRIMITIVES.size()));
        String number = "pmod(" + hash(random, key) + ", " + pick(random, DISTINCTS) + ")";
        String value = switch (type) {
            case "BOOLEAN" -> number + " % 2 = 0";
            case "TINYINT" -> number + " % 128 - 64";
            case "SMALLINT" -> number + " % 65536 - 32768";
            case "INT" -> random.nextBoolean() ? number + " - 1000" : "hash(" + number + ")";
            case "BIGINT" -> random.nextBoolean() ? number + " + 5000000000" : "xxhash64(" + number + ")";
            case "FLOAT", "DOUBLE" -> "(" + number + " - 500) / 7";
            case "DECIMAL(9,3)" -> "(" + number + " - 500) * 0.901";
            case "DECIMAL(18,6)" -> "(" + number + " - 500) * 100003.000701";
            case "DECIMAL(38,10)" -> "(" + number + " - 500) * 1000000000000000003.0000000701";
            case "BINARY" ->
                "unhex(substr(md5(CAST(" + number + " AS STRING)), 1, 2 * CAST(pmod(" + number + ", 16) AS INT)))";
            case "DATE" -> "DATE '1901-02-03' + CAST(" + number + " % 90000 AS INT)";
            case "TIMESTAMP" -> "timestamp_micros(" + number + " * 1234567891 - 700000000000000)";
            case "TIMESTAMP_NTZ" ->
                "CAST(timestamp_micros(" + number + " * 1234567891 - 700000000000000)" + " AS TIMESTAMP_NTZ)";
            default ->
                "concat('" + "\u00fc".repeat(random.nextInt(3)) + "', repeat('ab', CAST(" + number
                        + " % 20 AS INT)), CAST(" + number + " AS STRING))";
        };
        return new Typed(type, value);
    }

    private static String hash(Random random, String key) {
        return "CAST(hash(" + key + ", " + random.nextInt() + ") AS BIGINT)";
    }

    private static int pick(Random random, int[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
