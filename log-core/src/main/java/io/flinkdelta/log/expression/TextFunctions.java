/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Functions.Function;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/** The functions of strings. They count in code points, as Spark does. */
final class TextFunctions {
    private TextFunctions() {}

    static void addTo(Map<String, Function> functions) {
        for (String name : List.of("length", "len", "char_length", "character_length")) {
            functions.put(name, operands -> length(operands.count(1)));
        }
        for (String name : List.of("lower", "lcase")) {
            functions.put(name, operands -> text(operands, value -> value.toLowerCase(Locale.ROOT)));
        }
        for (String name : List.of("upper", "ucase")) {
            functions.put(name, operands -> text(operands, value -> value.toUpperCase(Locale.ROOT)));
        }
        functions.put("trim", operands -> text(operands, value -> trim(value, true, true)));
        functions.put("btrim", operands -> text(operands, value -> trim(value, true, true)));
        functions.put("ltrim", operands -> text(operands, value -> trim(value, true, false)));
        functions.put("rtrim", operands -> text(operands, value -> trim(value, false, true)));
        functions.put("substring", operands -> substring(operands.count(2, 3)));
        functions.put("substr", operands -> substring(operands.count(2, 3)));
        functions.put("left", operands -> left(operands.count(2)));
        functions.put("right", operands -> right(operands.count(2)));
        functions.put("concat", TextFunctions::concat);
        functions.put("replace", operands -> replace(operands.count(3)));
        functions.put("startswith", operands -> test(operands, String::startsWith));
        functions.put("endswith", operands -> test(operands, String::endsWith));
        functions.put("contains", operands -> test(operands, String::contains));
        functions.put("instr", operands -> instr(operands.count(2)));
        for (String name : List.of("rlike", "regexp_like", "regexp")) {
            functions.put(name, operands -> rlike(operands.count(2)));
        }
    }

    private static Node text(Operands operands, UnaryOperator<String> function) {
        Node operand = operands.count(1).text(0);
        return operands.strict(PrimitiveType.STRING, operand, value -> function.apply((String) value));
    }

    /** A test of a string with another one. */
    @FunctionalInterface
    private interface Test {
        boolean holds(String value, String part);
    }

    private static Node test(Operands operands, Test test) {
        operands.count(2);
        return operands.strict(
                PrimitiveType.BOOLEAN,
                operands.text(0),
                operands.text(1),
                (value, part) -> test.holds((String) value, (String) part));
    }

    private static Node length(Operands operands) {
        if (operands.get(0).type() == PrimitiveType.BINARY) {
            return operands.strict(PrimitiveType.INTEGER, operands.get(0), value -> ((ByteBuffer) value).remaining());
        }
        return operands.strict(PrimitiveType.INTEGER, operands.text(0), value -> points((String) value));
    }

    private static int points(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Only the space counts as white space. */
    private static String trim(String text, boolean atStart, boolean atEnd) {
        int start = 0;
        int end = text.length();
        while (atStart && start < end && text.charAt(start) == ' ') {
            start++;
        }
        while (atEnd && end > start && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(start, end);
    }

    private static Node substring(Operands operands) {
        if (operands.size() == 2) {
            return operands.strict(
                    PrimitiveType.STRING,
                    operands.text(0),
                    operands.integer(1),
                    (text, start) -> substring((String) text, (Integer) start, Integer.MAX_VALUE));
        }
        return operands.strict(
                PrimitiveType.STRING,
                operands.text(0),
                operands.integer(1),
                operands.integer(2),
                (text, start, length) -> substring((String) text, (Integer) start, (Integer) length));
    }

    /**
     * A part of {@code text}.
     *
     * @param position from 1, or from the end when negative; 0 is as 1
     */
    private static String substring(String text, int position, int length) {
        int size = points(text);
        long start = position > 0 ? position - 1L : position < 0 ? (long) size + position : 0;
        long end = Math.min(start + length, size);
        start = Math.max(start, 0);
        if (end <= start) {
            return "";
        }
        int from = text.offsetByCodePoints(0, (int) start);
        return text.substring(from, text.offsetByCodePoints(from, (int) (end - start)));
    }

    private static Node left(Operands operands) {
        return operands.strict(
                PrimitiveType.STRING,
                operands.text(0),
                operands.integer(1),
                (text, length) -> substring((String) text, 1, Math.max(0, (Integer) length)));
    }

    private static Node right(Operands operands) {
        return operands.strict(PrimitiveType.STRING, operands.text(0), operands.integer(1), (text, length) -> {
            int count = (Integer) length;
            return count <= 0 ? "" : substring((String) text, -Math.min(count, points((String) text)), count);
        });
    }

    private static Node concat(Operands operands) {
        List<Node> parts = operands.all();
        boolean binary = !parts.isEmpty() && parts.stream().allMatch(part -> part.type() == PrimitiveType.BINARY);
        if (binary) {
            throw operands.refuse(0);
        }
        List<Node> texts =
                IntStream.range(0, operands.size()).mapToObj(operands::text).toList();
        DataType type = PrimitiveType.STRING;
        return Node.of(operands.call(), type, texts, row -> {
            StringBuilder joined = new StringBuilder();
            for (Node text : texts) {
                Object value = text.evaluator().evaluate(row);
                if (value == null) {
                    return null;
                }
                joined.append((String) value);
            }
            return joined.toString();
        });
    }

    private static Node replace(Operands operands) {
        return operands.strict(
                PrimitiveType.STRING,
                operands.text(0),
                operands.text(1),
                operands.text(2),
                (text, search, replacement) -> ((String) search).isEmpty()
                        ? text
                        : ((String) text).replace((String) search, (String) replacement));
    }

    /** The position of the first occurrence, from 1; 0 when there is none. */
    private static Node instr(Operands operands) {
        return operands.strict(PrimitiveType.INTEGER, operands.text(0), operands.text(1), (text, part) -> {
            int index = ((String) text).indexOf((String) part);
            return index < 0 ? 0 : ((String) text).codePointCount(0, index) + 1;
        });
    }

    /** Whether the regular expression, Java's as in Spark, is found somewhere in the string. */
    private static Node rlike(Operands operands) {
        Node pattern = operands.text(1);
        String regex = operands.constant(pattern).map(String.class::cast).orElse("");
        try {
            Pattern compiled = Pattern.compile(regex);
            return operands.strict(
                    PrimitiveType.BOOLEAN,
                    operands.text(0),
                    pattern,
                    (value, ignored) -> compiled.matcher((String) value).find());
        } catch (PatternSyntaxException e) {
            throw Refusal.of(operands.call(), "with a regular expression that is not valid");
        }
    }
}
