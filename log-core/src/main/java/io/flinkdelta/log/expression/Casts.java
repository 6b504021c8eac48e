/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import io.flinkdelta.log.expression.Node.Function1;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Optional;

/** The casts between simple types as Spark's ANSI mode does them: what does not fit is an error. */
final class Casts {
    private final SessionZone zone;

    Casts(ZoneId zone) {
        this.zone = new SessionZone(zone);
    }

    /** The cast of values that are not null, which may make null of them; empty when there is none. */
    Optional<Function1> find(DataType from, DataType to) {
        if (from.equals(to)) {
            return Optional.of(value -> value);
        }
        if (to == PrimitiveType.STRING) {
            return toText(from);
        }
        if (to instanceof DecimalType decimal) {
            return toDecimal(from, decimal);
        }
        if (!(to instanceof PrimitiveType target)) {
            return Optional.empty();
        }
        return switch (target) {
            case BOOLEAN -> toBoolean(from);
            case BYTE, SHORT, INTEGER, LONG -> toIntegral(from, target);
            case FLOAT ->
                from == PrimitiveType.STRING
                        ? Optional.of(value -> Numbers.single((String) value))
                        : toFloating(from).map(cast -> value -> ((Number) cast.apply(value)).floatValue());
            case DOUBLE ->
                from == PrimitiveType.STRING
                        ? Optional.of(value -> Numbers.floating((String) value))
                        : toFloating(from).map(cast -> value -> ((Number) cast.apply(value)).doubleValue());
            case BINARY ->
                onlyFrom(
                        from,
                        PrimitiveType.STRING,
                        value -> ByteBuffer.wrap(((String) value).getBytes(StandardCharsets.UTF_8)));
            case DATE -> toDate(from);
            case TIMESTAMP -> toTimestamp(from);
            case TIMESTAMP_NTZ -> toLocalTimestamp(from);
            case STRING, VARIANT, VOID -> Optional.empty();
        };
    }

    private static Optional<Function1> onlyFrom(DataType from, DataType only, Function1 cast) {
        return from.equals(only) ? Optional.of(cast) : Optional.empty();
    }

    private Optional<Function1> toText(DataType from) {
        if (from instanceof DecimalType) {
            return Optional.of(value -> ((BigDecimal) value).toPlainString());
        }
        if (!(from instanceof PrimitiveType source)) {
            return Optional.empty();
        }
        return switch (source) {
            case BOOLEAN, BYTE, SHORT, INTEGER, LONG, FLOAT, DOUBLE -> Optional.of(Object::toString);
            case DATE -> Optional.of(value -> DateTimeTexts.date((Integer) value));
            case TIMESTAMP -> Optional.of(value -> DateTimeTexts.local(zone.toLocal((Long) value)));
            case TIMESTAMP_NTZ -> Optional.of(value -> DateTimeTexts.local((Long) value));
            case BINARY -> Optional.of(value -> utf8((ByteBuffer) value));
            case STRING, VARIANT, VOID -> Optional.empty();
        };
    }

    private static String utf8(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
        } catch (CharacterCodingException e) {
            throw EvaluationErrors.of("A binary value that is cast to string is not UTF-8.");
        }
    }

    private static Optional<Function1> toDecimal(DataType from, DecimalType to) {
        if (from instanceof DecimalType) {
            return Optional.of(value -> Numbers.decimal((BigDecimal) value, to));
        }
        if (Types.isIntegral(from)) {
            return Optional.of(value -> Numbers.decimal(BigDecimal.valueOf(((Number) value).longValue()), to));
        }
        if (Types.isFloating(from)) {
            return Optional.of(value -> Numbers.decimal(((Number) value).doubleValue(), to));
        }
        if (from == PrimitiveType.BOOLEAN) {
            return Optional.of(value -> Numbers.decimal((Boolean) value ? BigDecimal.ONE : BigDecimal.ZERO, to));
        }
        return onlyFrom(from, PrimitiveType.STRING, value -> Numbers.decimal((String) value, to));
    }

    private static Optional<Function1> toBoolean(DataType from) {
        if (from == PrimitiveType.STRING) {
            return Optional.of(value -> Numbers.truth((String) value));
        }
        if (Types.isFloating(from)) {
            return Optional.of(value -> ((Number) value).doubleValue() != 0);
        }
        if (Types.isIntegral(from)) {
            return Optional.of(value -> ((Number) value).longValue() != 0);
        }
        return from instanceof DecimalType
                ? Optional.of(value -> ((BigDecimal) value).signum() != 0)
                : Optional.empty();
    }

    private static Optional<Function1> toIntegral(DataType from, PrimitiveType to) {
        if (Types.isIntegral(from)) {
            return Optional.of(value -> Numbers.integral(((Number) value).longValue(), to));
        }
        if (Types.isFloating(from)) {
            return Optional.of(value -> Numbers.integral(((Number) value).doubleValue(), to));
        }
        if (from instanceof DecimalType) {
            return Optional.of(value -> Numbers.integral((BigDecimal) value, to));
        }
        if (from == PrimitiveType.BOOLEAN) {
            return Optional.of(value -> Numbers.integral((Boolean) value ? 1 : 0, to));
        }
        return onlyFrom(from, PrimitiveType.STRING, value -> Numbers.integral((String) value, to));
    }

    /** To a number whose float or double value is wanted. */
    private static Optional<Function1> toFloating(DataType from) {
        if (Types.isNumber(from)) {
            return Optional.of(value -> value);
        }
        return onlyFrom(from, PrimitiveType.BOOLEAN, value -> (Boolean) value ? 1 : 0);
    }

    private Optional<Function1> toDate(DataType from) {
        if (from == PrimitiveType.STRING) {
            return Optional.of(value -> DateTimeTexts.date((String) value));
        }
        if (from == PrimitiveType.TIMESTAMP) {
            return Optional.of(value -> SessionZone.day(zone.toLocal((Long) value)));
        }
        return onlyFrom(from, PrimitiveType.TIMESTAMP_NTZ, value -> SessionZone.day((Long) value));
    }

    private Optional<Function1> toTimestamp(DataType from) {
        if (from == PrimitiveType.STRING) {
            return Optional.of(value -> {
                DateTimeTexts.Parsed parsed = DateTimeTexts.timestamp((String) value);
                return parsed.zone()
                        .map(own -> DateTimeTexts.micros(parsed.local(), own))
                        .orElseGet(() -> zone.toInstant(parsed.local()));
            });
        }
        if (from == PrimitiveType.DATE) {
            return Optional.of(value -> zone.toInstant(SessionZone.midnight((Integer) value)));
        }
        return onlyFrom(from, PrimitiveType.TIMESTAMP_NTZ, value -> zone.toInstant((Long) value));
    }

    private Optional<Function1> toLocalTimestamp(DataType from) {
        if (from == PrimitiveType.STRING) {
            // A zone in the text is passed over: the clock has none.
            return Optional.of(value ->
                    DateTimeTexts.micros(DateTimeTexts.timestamp((String) value).local()));
        }
        if (from == PrimitiveType.DATE) {
            return Optional.of(value -> SessionZone.midnight((Integer) value));
        }
        return onlyFrom(from, PrimitiveType.TIMESTAMP, value -> zone.toLocal((Long) value));
    }
}
