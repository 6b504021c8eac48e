/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.Expression.Cast;
import io.flinkdelta.log.expression.Expression.Literal;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;

/** Reads constants: numbers with the letters that choose their type, strings with Spark's escapes, typed strings. */
final class LiteralParser {
    private final ExpressionParser parser;

    LiteralParser(ExpressionParser parser) {
        this.parser = parser;
    }

    /** The number of {@code token}: {@code 1}, {@code 1L}, {@code 1.5}, {@code 1.5BD}, {@code 1e3}, {@code 1D}, ... */
    Literal number(Token token, boolean negative) {
        String text = token.text();
        int end = text.length();
        while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        String digits = (negative ? "-" : "") + text.substring(0, end);
        String suffix = text.substring(end).toUpperCase(Locale.ROOT);
        try {
            return switch (suffix) {
                case "" -> plain(digits, token);
                case "Y" -> new Literal(Byte.parseByte(digits), PrimitiveType.BYTE);
                case "S" -> new Literal(Short.parseShort(digits), PrimitiveType.SHORT);
                case "L" -> new Literal(Long.parseLong(digits), PrimitiveType.LONG);
                case "F" -> finite(Float.parseFloat(digits), token);
                case "D" -> finite(Double.parseDouble(digits), token);
                case "BD" -> decimal(new BigDecimal(digits), token);
                default -> throw notANumber(token);
            };
        } catch (NumberFormatException e) {
            throw notANumber(token);
        }
    }

    private Literal plain(String digits, Token token) {
        if (digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0) {
            return finite(Double.parseDouble(digits), token);
        }
        BigDecimal value = new BigDecimal(digits);
        if (digits.indexOf('.') >= 0) {
            return decimal(value, token);
        }
        if (value.compareTo(BigDecimal.valueOf(value.intValue())) == 0) {
            return new Literal(value.intValue(), PrimitiveType.INTEGER);
        }
        if (value.compareTo(BigDecimal.valueOf(value.longValue())) == 0) {
            return new Literal(value.longValue(), PrimitiveType.LONG);
        }
        return decimal(value, token);
    }

    private Literal decimal(BigDecimal value, Token token) {
        BigDecimal unscaled = value.scale() < 0 ? value.setScale(0) : value;
        int precision = Math.max(unscaled.precision(), unscaled.scale());
        if (precision > DecimalType.MAX_PRECISION) {
            throw Refusal.of(parser.sql(), token.start(), "a number with more than 38 digits");
        }
        return new Literal(unscaled, new DecimalType(precision, unscaled.scale()));
    }

    private Literal finite(float value, Token token) {
        if (Float.isInfinite(value)) {
            throw notANumber(token);
        }
        return new Literal(value, PrimitiveType.FLOAT);
    }

    private Literal finite(double value, Token token) {
        if (Double.isInfinite(value)) {
            throw notANumber(token);
        }
        return new Literal(value, PrimitiveType.DOUBLE);
    }

    private UnsupportedFeatureException notANumber(Token token) {
        return Refusal.of(parser.sql(), token.start(), "the number " + token.text());
    }

    /** The strings that stand here one after the other, put together. */
    String string() {
        StringBuilder value = new StringBuilder();
        while (parser.peek().isString()) {
            Token token = parser.next();
            value.append(token.kind() == Token.Kind.RAW_STRING ? token.text() : unescape(token));
        }
        return value.toString();
    }

    /** {@code DATE '...'}, {@code TIMESTAMP '...'}, {@code X'...'}. */
    Expression typed(Token type) {
        String text = string();
        return switch (type.keyword()) {
            case "DATE" -> date(text, type);
            case "TIMESTAMP", "TIMESTAMP_LTZ" -> timestamp(text, PrimitiveType.TIMESTAMP);
            case "TIMESTAMP_NTZ" -> timestamp(text, PrimitiveType.TIMESTAMP_NTZ);
            case "X" -> binary(text, type);
            default -> throw Refusal.of(parser.sql(), type.start(), "a constant of the type " + type.text());
        };
    }

    private Literal date(String text, Token type) {
        try {
            return new Literal(DateTimeTexts.date(text), PrimitiveType.DATE);
        } catch (InvalidRequestException e) {
            throw Refusal.of(parser.sql(), type.start(), "the date '" + text + "'");
        }
    }

    /** Without a zone in the text its instant depends on the session's, which is not known before evaluation. */
    private static Expression timestamp(String text, DataType type) {
        return new Cast(new Literal(text, PrimitiveType.STRING), type);
    }

    private Literal binary(String text, Token type) {
        try {
            String even = text.length() % 2 == 0 ? text : "0" + text;
            return new Literal(ByteBuffer.wrap(HexFormat.of().parseHex(even)), PrimitiveType.BINARY);
        } catch (IllegalArgumentException e) {
            throw Refusal.of(parser.sql(), type.start(), "the binary constant '" + text + "'");
        }
    }

    private String unescape(Token token) {
        String text = token.text();
        char quote = parser.sql().charAt(token.start());
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote) {
                out.append(c);
                at += 2;
            } else if (c == '\\' && at + 1 < text.length()) {
                at += escape(text, at + 1, out);
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    /** Appends what the escape stands for; the number of characters with the backslash. */
    private static int escape(String text, int at, StringBuilder out) {
        char c = text.charAt(at);
        if (c == 'u' && isCode(text, at + 1, 4, 16)) {
            out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
            return 6;
        }
        if (c == 'U' && isCode(text, at + 1, 8, 16)) {
            out.appendCodePoint((int) Long.parseLong(text.substring(at + 1, at + 9), 16));
            return 10;
        }
        if ((c == '0' || c == '1') && isCode(text, at, 3, 8)) {
            out.append((char) Integer.parseInt(text.substring(at, at + 3), 8));
            return 4;
        }
        switch (c) {
            case '0' -> out.append('\0');
            case 'b' -> out.append('\b');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'Z' -> out.append((char) 26);
            // For LIKE, which takes the backslash away itself.
            case '%', '_' -> out.append('\\').append(c);
            default -> out.append(c);
        }
        return 2;
    }

    private static boolean isCode(String text, int from, int length, int radix) {
        if (from + length > text.length()) {
            return false;
        }
        for (int i = from; i < from + length; i++) {
            if (Character.digit(text.charAt(i), radix) < 0) {
                return false;
            }
        }
        return length < 8
                || Character.isValidCodePoint((int)
                        Math.min(Long.parseLong(text.substring(from, from + length), radix), Integer.MAX_VALUE));
    }
}
