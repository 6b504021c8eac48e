/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Set;

/**
 * Partition values as strings, both ways (PROTOCOL.md, "Partition Value Serialization").
 *
 * <p>The Java values: String; Byte, Short, Integer, Long, Float, Double; BigDecimal; Boolean; byte[]
 * for binary; Integer days since the epoch for date; Long microseconds for both timestamp types.
 * Null, the empty string and the empty binary are all the null value: the format has no other
 * place for them.
 */
public final class PartitionValueFormat {
    private static final Set<PrimitiveType> NEVER = Set.of(PrimitiveType.VARIANT, PrimitiveType.VOID);

    private PartitionValueFormat() {}

    /** Whether a table may be partitioned by columns of this type. */
    public static boolean supports(DataType type) {
        return type instanceof DecimalType || (type instanceof PrimitiveType primitive && !NEVER.contains(primitive));
    }

    /**
     * The string for the log, null for the null value; timestamps in UTC as {@code 2020-01-01T00:00:00.000000Z}.
     *
     * @throws InvalidRequestException when a binary value is no UTF-8 text, which the format cannot hold
     * @throws IllegalArgumentException when the value is not of the Java type for {@code type}
     */
    public static String format(String column, DataType type, Object value) {
        if (value == null) {
            return null;
        }
        String text = formatValue(column, type, value);
        return text.isEmpty() ? null : text;
    }

    private static String formatValue(String column, DataType type, Object value) {
        try {
            if (type instanceof DecimalType decimal) {
                return ((BigDecimal) value)
                        .setScale(decimal.scale(), RoundingMode.UNNECESSARY)
                        .toPlainString();
            }
            if (!(type instanceof PrimitiveType primitive)) {
                throw notPartitionable(type);
            }
            return switch (primitive) {
                case STRING -> (String) value;
                case LONG -> Long.toString((Long) value);
                case INTEGER -> Integer.toString((Integer) value);
                case SHORT -> Short.toString((Short) value);
                case BYTE -> Byte.toString((Byte) value);
                case FLOAT -> Float.toString((Float) value);
                case DOUBLE -> Double.toString((Double) value);
                case BOOLEAN -> Boolean.toString((Boolean) value);
                case BINARY -> utf8(column, (byte[]) value);
                case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
                case TIMESTAMP -> TimestampText.utc((Long) value);
                case TIMESTAMP_NTZ -> TimestampText.local((Long) value);
                case VARIANT, VOID -> throw notPartitionable(type);
            };
        } catch (ClassCastException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "partition column " + column + ": no " + type.describe() + ": "
                            + value.getClass().getName(),
                    e);
        }
    }

    /**
     * The Java value of what the log holds, null for the null value. Timestamps may be in ISO 8601 form
     * with an offset, or without zone, which is taken for UTC.
     *
     * @throws CorruptLogException when it is no value of the type
     */
    public static Object parse(String column, DataType type, String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            if (type instanceof DecimalType decimal) {
                return decimal(decimal, text);
            }
            if (!(type instanceof PrimitiveType primitive)) {
                throw notPartitionable(type);
            }
            return switch (primitive) {
                case STRING -> text;
                case LONG -> Long.valueOf(text);
                case INTEGER -> Integer.valueOf(text);
                case SHORT -> Short.valueOf(text);
                case BYTE -> Byte.valueOf(text);
                case FLOAT -> Float.valueOf(text);
                case DOUBLE -> Double.valueOf(text);
                case BOOLEAN -> bool(text);
                case BINARY -> text.getBytes(StandardCharsets.UTF_8);
                case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
                case TIMESTAMP -> TimestampText.parseUtc(text);
                case TIMESTAMP_NTZ -> TimestampText.parseLocal(text);
                case VARIANT, VOID -> throw notPartitionable(type);
            };
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new CorruptLogException(
                    "A partition value in the log is no value of its column's type.",
                    ErrorContext.none()
                            .with("column", column)
                            .with("type", type.describe())
                            .with("value", text),
                    "Repair the add action that holds it.",
                    e);
        }
    }

    private static BigDecimal decimal(DecimalType type, String text) {
        BigDecimal value = new BigDecimal(text).setScale(type.scale(), RoundingMode.UNNECESSARY);
        if (value.precision() > type.precision()) {
            throw new ArithmeticException("more than " + type.precision() + " digits");
        }
        return value;
    }

    private static Boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static String utf8(String column, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidRequestException(
                    "A binary value cannot be a partition value because it is no UTF-8 text.",
                    ErrorContext.none().with("column", column),
                    "Partition by another column, or by the value as hexadecimal text.",
                    e);
        }
    }

    private static IllegalArgumentException notPartitionable(DataType type) {
        return new IllegalArgumentException("no type of a partition column: " + type.describe());
    }
}
