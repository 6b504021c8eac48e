/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Base64;
import java.util.function.LongFunction;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;

/** The converters of the types without parts. A value that would be changed on the way is an error. */
final class JsonScalars {
    private static final int SHOWN_CHARACTERS = 60;

    private JsonScalars() {}

    static JsonValueConverter bool(String field) {
        return value -> {
            if (!value.isBoolean()) {
                throw wrong(field, value, "true or false");
            }
            return value.booleanValue();
        };
    }

    static JsonValueConverter integer(String field, long min, long max, LongFunction<Object> narrow) {
        return value -> {
            String wanted = "an integer from " + min + " to " + max;
            if (!value.isNumber()) {
                throw wrong(field, value, wanted);
            }
            try {
                long number = value.decimalValue().longValueExact();
                if (number < min || number > max) {
                    throw wrong(field, value, wanted);
                }
                return narrow.apply(number);
            } catch (ArithmeticException e) {
                throw wrong(field, value, wanted);
            }
        };
    }

    static JsonValueConverter float4(String field) {
        return value -> {
            double number = floating(field, value);
            float narrowed = (float) number;
            if (Float.isInfinite(narrowed) && !Double.isInfinite(number)) {
                throw wrong(field, value, "a number that a FLOAT can hold");
            }
            return narrowed;
        };
    }

    static JsonValueConverter float8(String field) {
        return value -> floating(field, value);
    }

    private static double floating(String field, JsonNode value) throws JsonFieldException {
        if (value.isNumber()) {
            double number = value.doubleValue();
            if (Double.isInfinite(number)) {
                throw wrong(field, value, "a number that a DOUBLE can hold");
            }
            return number;
        }
        return switch (value.isTextual() ? value.textValue() : "") {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw wrong(field, value, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
        };
    }

    static JsonValueConverter decimal(String field, DecimalType type) {
        String wanted = "a number that fits " + type.asSummaryString() + " without rounding";
        return value -> {
            if (!value.isNumber() && !value.isTextual()) {
                throw wrong(field, value, wanted);
            }
            try {
                BigDecimal number = value.isNumber() ? value.decimalValue() : new BigDecimal(value.textValue());
                if (!fits(number, type)) {
                    throw wrong(field, value, wanted);
                }
                DecimalData data = DecimalData.fromBigDecimal(
                        number.signum() == 0
                                ? BigDecimal.ZERO
                                : number.setScale(type.getScale(), RoundingMode.UNNECESSARY),
                        type.getPrecision(),
                        type.getScale());
                if (data == null) {
                    throw wrong(field, value, wanted);
                }
                return data;
            } catch (ArithmeticException | NumberFormatException e) {
                throw wrong(field, value, wanted);
            }
        };
    }

    /** Looks at the exponent only, so that 1E999999999 costs nothing. */
    private static boolean fits(BigDecimal number, DecimalType type) {
        long integerDigits = (long) number.precision() - number.scale();
        long digitsToDrop = (long) number.scale() - type.getScale();
        boolean exact = integerDigits <= type.getPrecision() - type.getScale() && digitsToDrop < number.precision();
        return number.signum() == 0 || exact;
    }

    static JsonValueConverter string(String field, int maxLength) {
        return value -> {
            if (!value.isTextual()) {
                throw wrong(field, value, "a string");
            }
            String text = value.textValue();
            if (text.length() > maxLength && text.codePointCount(0, text.length()) > maxLength) {
                throw wrong(field, value, "a string of at most " + maxLength + " characters");
            }
            return StringData.fromString(text);
        };
    }

    static JsonValueConverter bytes(String field, int maxLength) {
        return value -> {
            if (!value.isTextual()) {
                throw wrong(field, value, "bytes as a base64 string");
            }
            try {
                byte[] bytes = Base64.getDecoder().decode(value.textValue());
                if (bytes.length > maxLength) {
                    throw wrong(field, value, "at most " + maxLength + " bytes");
                }
                return bytes;
            } catch (IllegalArgumentException e) {
                throw wrong(field, value, "bytes as a base64 string");
            }
        };
    }

    static JsonValueConverter date(String field) {
        return text(
                field,
                "a date such as \"2020-03-21\"",
                text -> Math.toIntExact(LocalDate.parse(text).toEpochDay()));
    }

    static JsonValueConverter timestamp(String field, int precision) {
        String wanted = "a timestamp without a zone and with at most " + precision
                + " digits of a second, such as \"2020-03-21T10:13:08\"";
        return text(field, wanted, text -> {
            LocalDateTime time = LocalDateTime.parse(text.replace(' ', 'T'));
            requirePrecision(time, precision);
            return TimestampData.fromLocalDateTime(time);
        });
    }

    static JsonValueConverter timestampLtz(String field, int precision) {
        String wanted = "a timestamp with a zone and with at most " + precision
                + " digits of a second, such as \"2020-03-21T10:13:08Z\"";
        return text(field, wanted, text -> {
            Instant time = DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text.replace(' ', 'T'), Instant::from);
            requirePrecision(time, precision);
            return TimestampData.fromInstant(time);
        });
    }

    private static void requirePrecision(TemporalAccessor time, int precision) {
        int unit = 1;
        for (int digit = precision; digit < 9; digit++) {
            unit *= 10;
        }
        if (time.get(ChronoField.NANO_OF_SECOND) % unit != 0) {
            throw new DateTimeException("more digits than the column holds");
        }
    }

    @FunctionalInterface
    private interface TextParser {
        Object parse(String text);
    }

    private static JsonValueConverter text(String field, String wanted, TextParser parser) {
        return value -> {
            if (!value.isTextual()) {
                throw wrong(field, value, wanted);
            }
            try {
                return parser.parse(value.textValue());
            } catch (DateTimeException | ArithmeticException e) {
                throw wrong(field, value, wanted);
            }
        };
    }

    static JsonFieldException wrong(String field, JsonNode value, String wanted) {
        return new JsonFieldException(field, shown(value) + " is not " + wanted);
    }

    private static String shown(JsonNode value) {
        String json = value.toString();
        return json.length() <= SHOWN_CHARACTERS ? json : json.substring(0, SHOWN_CHARACTERS) + "...";
    }
}
