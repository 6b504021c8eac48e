/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Typed values read from a parser that stands on the value's first token; JSON null gives Java null.
 * A value of the wrong type is an {@link IllegalArgumentException} that names its place in the line.
 */
final class JsonFields {
    private JsonFields() {}

    /** Moves to the next field's value and returns its name; null at the end of the object. */
    static String nextField(JsonParser parser) throws IOException {
        String field = parser.nextFieldName();
        if (field != null) {
            parser.nextToken();
        }
        return field;
    }

    static String text(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_STRING -> parser.getText();
            default -> throw wrongType(parser, "string");
        };
    }

    static Long number(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> parser.getLongValue();
            default -> throw wrongType(parser, "integer");
        };
    }

    static Integer smallNumber(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> parser.getIntValue();
            default -> throw wrongType(parser, "integer");
        };
    }

    static Boolean flag(JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> throw wrongType(parser, "boolean");
        };
    }

    /** No null among them: nobody could tell what it names. */
    static List<String> texts(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw wrongType(parser, "array");
        }
        List<String> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(required(
                    scalar(parser), parser.getParsingContext().pathAsPointer().toString()));
        }
        return values;
    }

    /** String to string; values may be null, other scalars are taken as their text. */
    static Map<String, String> map(JsonParser parser) throws IOException {
        if (!startsObject(parser)) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>(4);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            parser.nextToken();
            values.put(key, scalar(parser));
        }
        return values;
    }

    /** {@link #map} without its null values; empty for JSON null. */
    static Map<String, String> mapWithoutNulls(JsonParser parser) throws IOException {
        Map<String, String> values = map(parser);
        if (values == null) {
            return Map.of();
        }
        values.values().removeIf(value -> value == null);
        return values;
    }

    /** True at the start of an object, false at JSON null. */
    static boolean startsObject(JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> false;
            case START_OBJECT -> true;
            default -> throw wrongType(parser, "object");
        };
    }

    static <T> T required(T value, String field) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return value;
    }

    static OptionalLong optional(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    static OptionalInt optional(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    static <T> Optional<T> optional(T value) {
        return Optional.ofNullable(value);
    }

    static IllegalArgumentException wrongType(JsonParser parser, String expected) {
        String place = parser.getParsingContext().pathAsPointer().toString();
        return new IllegalArgumentException("no " + expected + " at " + place + ": " + parser.currentToken());
    }

    private static String scalar(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (!token.isScalarValue()) {
            throw wrongType(parser, "string");
        }
        return parser.getText();
    }
}
