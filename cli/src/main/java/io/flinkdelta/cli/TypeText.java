/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types as SQL and the log write them: {@code bigint}, {@code decimal(10,2)}, {@code array<struct<x: int>>}. */
final class TypeText {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(`(?:[^`]|``)+`|[A-Za-z_][A-Za-z0-9_]*|\\d+|[<>(),:])\\s*");
    private static final Map<String, PrimitiveType> SQL_NAMES = Map.of(
            "bigint", PrimitiveType.LONG,
            "int", PrimitiveType.INTEGER,
            "smallint", PrimitiveType.SHORT,
            "tinyint", PrimitiveType.BYTE,
            "real", PrimitiveType.FLOAT);
    private static final int DEEPEST = 100;

    private final String text;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    private TypeText(String text) {
        this.text = text;
    }

    static DataType parse(String text) {
        return new TypeText(text).parse();
    }

    private DataType parse() {
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        while (token.find(end) && token.start() == end) {
            tokens.add(token.group(1));
            end = token.end();
        }
        if (end < text.length()) {
            throw unreadable();
        }
        DataType type = type(0);
        if (next < tokens.size()) {
            throw unreadable();
        }
        return type;
    }

    private DataType type(int depth) {
        String name = take().toLowerCase(Locale.ROOT);
        if (depth > DEEPEST) {
            throw unreadable();
        }
        return switch (name) {
            case "array" -> {
                expect("<");
                DataType element = type(depth + 1);
                expect(">");
                yield new ArrayType(element, true);
            }
            case "map" -> {
                expect("<");
                DataType key = type(depth + 1);
                expect(",");
                DataType value = type(depth + 1);
                expect(">");
                yield new MapType(key, value, true);
            }
            case "struct" -> struct(depth);
            case "decimal", "numeric" -> decimal();
            default -> primitive(name);
        };
    }

    private DataType struct(int depth) {
        expect("<");
        List<StructField> fields = new ArrayList<>();
        do {
            String name = take();
            if (name.startsWith("`")) {
                name = name.substring(1, name.length() - 1).replace("``", "`");
            }
            expect(":");
            fields.add(new StructField(name, type(depth + 1), true));
        } while (takeIf(","));
        expect(">");
        return new StructType(fields);
    }

    private DataType decimal() {
        if (!takeIf("(")) {
            return new DecimalType(10, 0);
        }
        try {
            int precision = Integer.parseInt(take());
            int scale = takeIf(",") ? Integer.parseInt(take()) : 0;
            expect(")");
            return new DecimalType(precision, scale);
        } catch (IllegalArgumentException e) {
            throw unreadable();
        }
    }

    private DataType primitive(String name) {
        if (SQL_NAMES.containsKey(name)) {
            return SQL_NAMES.get(name);
        }
        for (PrimitiveType type : PrimitiveType.values()) {
            if (type.jsonName().equals(name) && type != PrimitiveType.VOID) {
                return type;
            }
        }
        throw unreadable();
    }

    private String take() {
        if (next == tokens.size()) {
            throw unreadable();
        }
        return tokens.get(next++);
    }

    private boolean takeIf(String token) {
        boolean there = next < tokens.size() && tokens.get(next).equals(token);
        next += there ? 1 : 0;
        return there;
    }

    private void expect(String token) {
        if (!takeIf(token)) {
            throw unreadable();
        }
    }

    private InvalidRequestException unreadable() {
        return new InvalidRequestException(
                "A type cannot be read.",
                ErrorContext.none().with("type", text),
                "Write a type such as bigint, decimal(10,2) or array<struct<x: int>>.");
    }
}
