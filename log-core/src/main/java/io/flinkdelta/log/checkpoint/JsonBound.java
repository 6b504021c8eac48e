/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/**
 * A bound of the statistics JSON as the Java value that the column's type has (those of {@code
 * PartitionValueFormat}). A bound that the type cannot hold exactly is null, that is unknown: a rounded
 * one would be wrong on one side.
 */
final class JsonBound {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int DATE_LENGTH = 10;

    private JsonBound() {}

    /** Reads the scalar that {@code json} is at. */
    static Object read(DataType type, JsonParser json) throws IOException {
        try {
            if (type instanceof DecimalType decimal) {
                return decimal(decimal, json);
            }
            return switch ((PrimitiveType) type) {
                case STRING -> isText(json) ? json.getText() : null;
                case LONG -> integer(json, Long.MIN_VALUE, Long.MAX_VALUE);
                case INTEGER -> integer(json, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case SHORT -> integer(json, Short.MIN_VALUE, Short.MAX_VALUE);
                case BYTE -> integer(json, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case FLOAT -> isScalar(json) ? exactFloat(json.getText()) : null;
                case DOUBLE -> isScalar(json) ? exactDouble(json.getText()) : null;
                case DATE -> isText(json) ? date(json.getText()) : null;
                case TIMESTAMP -> isText(json) ? timestamp(json.getText()) : null;
                case TIMESTAMP_NTZ -> isText(json) ? local(json.getText()) : null;
                case BOOLEAN, BINARY, VARIANT, VOID -> null;
            };
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    private static boolean isText(JsonParser json) {
        return json.currentToken() == JsonToken.VALUE_STRING;
    }

    private static boolean isScalar(JsonParser json) {
        return isText(json) || json.currentToken().isNumeric();
    }

    private static Long integer(JsonParser json, long least, long greatest) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT
                || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return null;
        }
        long value = json.getLongValue();
        return value < least || value > greatest ? null : (Long) value;
    }

    private static BigDecimal decimal(DecimalType type, JsonParser json) throws IOException {
        if (!json.currentToken().isNumeric()) {
            return null;
        }
        BigDecimal value = new BigDecimal(json.getText()).setScale(type.scale(), RoundingMode.UNNECESSARY);
        return value.precision() > type.precision() ? null : value;
    }

    private static Float exactFloat(String text) {
        float value = Float.parseFloat(text);
        return isExact(text, Float.toString(value), value) ? value : null;
    }

    private static Double exactDouble(String text) {
        double value = Double.parseDouble(text);
        return isExact(text, Double.toString(value), value) ? value : null;
    }

    /** Whether {@code text} is the number itself, or the shortest text that stands for it. */
    private static boolean isExact(String text, String shortest, double value) {
        if (text.equals(shortest)) {
            return true;
        }
        if (!Double.isFinite(value)) {
            return false;
        }
        BigDecimal given = new BigDecimal(text);
        return given.compareTo(new BigDecimal(shortest)) == 0 || given.compareTo(new BigDecimal(value)) == 0;
    }

    private static Integer date(String text) {
        return Math.toIntExact(LocalDate.parse(text).toEpochDay());
    }

    /** One without a zone stands for a point in time that only its writer knew. */
    private static Long timestamp(String text) {
        return micros(OffsetDateTime.parse(text.replace(' ', 'T')));
    }

    private static Long local(String text) {
        return text.length() == DATE_LENGTH
                ? micros(LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC))
                : micros(LocalDateTime.parse(text.replace(' ', 'T')).atOffset(ZoneOffset.UTC));
    }

    private static Long micros(OffsetDateTime time) {
        long seconds = Math.multiplyExact(time.toEpochSecond(), MICROS_PER_SECOND);
        return time.getNano() % 1000 == 0 ? (Long) Math.addExact(seconds, time.get(ChronoField.MICRO_OF_SECOND)) : null;
    }
}
