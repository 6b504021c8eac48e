/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A bound as the statistics hold it, formatted as Spark does (PROTOCOL.md, "Per-file Statistics");
 * made of a Java value by {@link #lower} and {@link #upper}, written by {@link #write}.
 */
sealed interface StatValue {

    void write(JsonGenerator json) throws IOException;

    /** A JSON number, given as its text. */
    record Numeral(String text) implements StatValue {
        @Override
        public void write(JsonGenerator json) throws IOException {
            json.writeNumber(text);
        }
    }

    /** A JSON string. */
    record Text(String text) implements StatValue {
        @Override
        public void write(JsonGenerator json) throws IOException {
            json.writeString(text);
        }
    }

    /** Whether columns of this type have a minimum and a maximum, not only a null count. */
    static boolean hasBounds(DataType type) {
        if (!(type instanceof PrimitiveType primitive)) {
            return type instanceof DecimalType;
        }
        return switch (primitive) {
            case STRING, LONG, INTEGER, SHORT, BYTE, FLOAT, DOUBLE, DATE, TIMESTAMP, TIMESTAMP_NTZ -> true;
            case BOOLEAN, BINARY, VARIANT, VOID -> false;
        };
    }

    /**
     * A bound that is not above {@code min}.
     *
     * @throws IllegalArgumentException when the value is not of the Java type for {@code type}
     */
    static Optional<StatValue> lower(DataType type, Object min, int stringPrefixLength) {
        return exact(type, min, RoundingMode.FLOOR).or(() -> switch ((PrimitiveType) type) {
            case STRING -> Optional.of(new Text(StringBounds.lower((String) min, stringPrefixLength)));
            case TIMESTAMP -> Optional.of(new Text(MillisText.floor((Long) min) + "Z"));
            case TIMESTAMP_NTZ -> Optional.of(new Text(MillisText.floor((Long) min)));
            default -> throw noBounds(type);
        });
    }

    /**
     * A bound that is not below {@code max}, empty where there is none that all readers take.
     *
     * @throws IllegalArgumentException when the value is not of the Java type for {@code type}
     */
    static Optional<StatValue> upper(DataType type, Object max, int stringPrefixLength) {
        return exact(type, max, RoundingMode.CEILING).or(() -> switch ((PrimitiveType) type) {
            case STRING -> StringBounds.upper((String) max, stringPrefixLength).map(Text::new);
            case TIMESTAMP -> MillisText.ceiling((Long) max).map(text -> new Text(text + "Z"));
            case TIMESTAMP_NTZ -> MillisText.ceiling((Long) max).map(Text::new);
            default -> throw noBounds(type);
        });
    }

    /** The bound of a type whose values are not shortened, empty for the others. */
    private static Optional<StatValue> exact(DataType type, Object value, RoundingMode rounding) {
        if (type instanceof DecimalType decimal) {
            return Optional.of(new Numeral(
                    ((BigDecimal) value).setScale(decimal.scale(), rounding).toPlainString()));
        }
        if (!(type instanceof PrimitiveType primitive)) {
            throw noBounds(type);
        }
        return switch (primitive) {
            case LONG -> Optional.of(new Numeral(Long.toString((Long) value)));
            case INTEGER -> Optional.of(new Numeral(Integer.toString((Integer) value)));
            case SHORT -> Optional.of(new Numeral(Short.toString((Short) value)));
            case BYTE -> Optional.of(new Numeral(Byte.toString((Byte) value)));
            case FLOAT -> Optional.of(floating(withSignOfZero((Float) value, rounding)));
            case DOUBLE -> Optional.of(floating(withSignOfZero((Double) value, rounding)));
            case DATE ->
                Optional.of(new Text(LocalDate.ofEpochDay((Integer) value).toString()));
            case STRING, TIMESTAMP, TIMESTAMP_NTZ -> Optional.empty();
            case BOOLEAN, BINARY, VARIANT, VOID -> throw noBounds(type);
        };
    }

    /** As a maximum -0.0 is written as 0.0, because readers differ in how they order the two. */
    private static Number withSignOfZero(Number value, RoundingMode rounding) {
        if (rounding == RoundingMode.FLOOR || value.doubleValue() != 0.0) {
            return value;
        }
        return value instanceof Float ? (Number) 0.0f : (Number) 0.0;
    }

    /** NaN and the infinities, which JSON has no numbers for, are strings. */
    private static StatValue floating(Number value) {
        return Double.isFinite(value.doubleValue()) ? new Numeral(value.toString()) : new Text(value.toString());
    }

    private static IllegalArgumentException noBounds(DataType type) {
        return new IllegalArgumentException("no bounds for columns of type " + type.describe());
    }
}
