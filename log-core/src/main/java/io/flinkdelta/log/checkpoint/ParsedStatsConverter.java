/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * Turns the column {@code add.stats_parsed} of a checkpoint into the statistics JSON of a commit, for
 * checkpoints that hold statistics in this form only ({@code delta.checkpoint.writeStatsAsStruct}).
 */
final class ParsedStatsConverter extends GroupConverter {
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS");
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    private final Converter[] children;
    private final Consumer<ObjectNode> sink;
    private ObjectNode json;

    private ParsedStatsConverter(GroupType type, Consumer<ObjectNode> sink) {
        this.sink = sink;
        this.children = new Converter[type.getFieldCount()];
        for (int i = 0; i < children.length; i++) {
            Type field = type.getType(i);
            children[i] = field.isPrimitive()
                    ? new ValueConverter(value(field.asPrimitiveType()), node -> json.set(field.getName(), node))
                    : new ParsedStatsConverter(field.asGroupType(), node -> json.set(field.getName(), node));
        }
    }

    /** Gives the JSON text. */
    static Converter toText(GroupType type, Consumer<Object> sink) {
        return new ParsedStatsConverter(type, node -> sink.accept(node.toString()));
    }

    @Override
    public Converter getConverter(int fieldIndex) {
        return children[fieldIndex];
    }

    @Override
    public void start() {
        json = JsonNodeFactory.instance.objectNode();
    }

    @Override
    public void end() {
        sink.accept(json);
    }

    /** How to write a Long, Double, Boolean or Binary of this type; null for what cannot be written. */
    @SuppressWarnings("deprecation") // INT96, which Spark still writes
    static Function<Object, JsonNode> value(PrimitiveType type) {
        LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
        JsonNodeFactory nodes = JsonNodeFactory.withExactBigDecimals(true);
        if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
            return value -> nodes.numberNode(new BigDecimal(unscaled(value), decimal.getScale()));
        }
        if (logical instanceof DateLogicalTypeAnnotation) {
            return value -> nodes.textNode(LocalDate.ofEpochDay((Long) value).toString());
        }
        if (logical instanceof TimestampLogicalTypeAnnotation timestamp) {
            String zone = timestamp.isAdjustedToUTC() ? "Z" : "";
            return value -> nodes.textNode(timestamp(instant((Long) value, timestamp), zone));
        }
        if (logical instanceof StringLogicalTypeAnnotation) {
            return value -> nodes.textNode(((Binary) value).toStringUsingUTF8());
        }
        return switch (type.getPrimitiveTypeName()) {
            case INT96 -> value -> nodes.textNode(timestamp(int96((Binary) value), "Z"));
            case INT32, INT64 -> value -> nodes.numberNode((Long) value);
            case BOOLEAN -> value -> nodes.booleanNode((Boolean) value);
            case FLOAT -> value -> number(nodes.numberNode(((Double) value).floatValue()), (Double) value);
            case DOUBLE -> value -> number(nodes.numberNode((Double) value), (Double) value);
            default -> value -> null;
        };
    }

    /** NaN and the infinities as strings, as Spark has them. */
    private static JsonNode number(JsonNode node, double value) {
        return Double.isFinite(value) ? node : JsonNodeFactory.instance.textNode(Double.toString(value));
    }

    private static BigInteger unscaled(Object value) {
        return value instanceof Binary binary ? new BigInteger(binary.getBytes()) : BigInteger.valueOf((Long) value);
    }

    private static Instant instant(long value, TimestampLogicalTypeAnnotation type) {
        return switch (type.getUnit()) {
            case MILLIS -> Instant.ofEpochMilli(value);
            case MICROS -> Instant.EPOCH.plus(value, ChronoUnit.MICROS);
            case NANOS -> Instant.EPOCH.plusNanos(value);
        };
    }

    private static Instant int96(Binary value) {
        ByteBuffer bytes = ByteBuffer.wrap(value.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = bytes.getLong();
        long day = bytes.getInt() - JULIAN_DAY_OF_EPOCH;
        return Instant.EPOCH.plus(day, ChronoUnit.DAYS).plusNanos(nanosOfDay);
    }

    /** In milliseconds, as writers of statistics have it, unless that would cut something off. */
    private static String timestamp(Instant instant, String zone) {
        LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        boolean exact = time.equals(time.truncatedTo(ChronoUnit.MILLIS));
        return (exact ? MILLIS : MICROS).format(time) + zone;
    }

    private static final class ValueConverter extends PrimitiveConverter {
        private final Function<Object, JsonNode> toJson;
        private final Consumer<JsonNode> sink;

        ValueConverter(Function<Object, JsonNode> toJson, Consumer<JsonNode> sink) {
            this.toJson = toJson;
            this.sink = sink;
        }

        private void take(Object value) {
            JsonNode node = toJson.apply(value);
            if (node != null) {
                sink.accept(node);
            }
        }

        @Override
        public void addBinary(Binary value) {
            take(value);
        }

        @Override
        public void addBoolean(boolean value) {
            take(value);
        }

        @Override
        public void addInt(int value) {
            take((long) value);
        }

        @Override
        public void addLong(long value) {
            take(value);
        }

        @Override
        public void addFloat(float value) {
            take((double) value);
        }

        @Override
        public void addDouble(double value) {
            take(value);
        }
    }
}
