/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.VariantVal;
import scala.jdk.javaapi.CollectionConverters;

/** The exact text of Spark's rows; the session must hand out the classes of java.time. */
final class SparkText {
    private SparkText() {}

    static String row(Row row) {
        StringBuilder line = new StringBuilder();
        struct(line, row, row.schema());
        return line.toString();
    }

    private static void struct(StringBuilder out, Row row, StructType type) {
        StructField[] fields = type.fields();
        out.append('{');
        for (int i = 0; i < fields.length; i++) {
            out.append(i == 0 ? "" : ",");
            ExactText.string(out, fields[i].name());
            out.append(':');
            value(out, row.get(i), fields[i].dataType());
        }
        out.append('}');
    }

    private static void value(StringBuilder out, Object value, DataType type) {
        if (value == null) {
            out.append("null");
        } else if (type instanceof StructType struct) {
            struct(out, (Row) value, struct);
        } else if (type instanceof ArrayType array) {
            out.append('[').append(String.join(",", texts(elements(value), array.elementType())));
            out.append(']');
        } else if (type instanceof MapType map) {
            var entries = CollectionConverters.asJava((scala.collection.Map<?, ?>) value);
            List<Object> values = new ArrayList<>(entries.values());
            List<String> keys = texts(new ArrayList<>(entries.keySet()), map.keyType());
            ExactText.map(out, keys, texts(values, map.valueType()));
        } else {
            primitive(out, value, type);
        }
    }

    private static List<?> elements(Object sequence) {
        return CollectionConverters.asJava((scala.collection.Seq<?>) sequence);
    }

    private static List<String> texts(List<?> values, DataType type) {
        List<String> texts = new ArrayList<>(values.size());
        for (Object value : values) {
            StringBuilder text = new StringBuilder();
            value(text, value, type);
            texts.add(text.toString());
        }
        return texts;
    }

    private static void primitive(StringBuilder out, Object value, DataType type) {
        if (value instanceof String text) {
            ExactText.string(out, text);
        } else if (value instanceof Boolean || value instanceof Long || value instanceof Integer) {
            out.append(value);
        } else if (value instanceof Short || value instanceof Byte) {
            out.append(value);
        } else if (value instanceof Float number) {
            ExactText.real(out, number);
        } else if (value instanceof Double number) {
            ExactText.real(out, number);
        } else if (value instanceof BigDecimal number) {
            ExactText.decimal(out, number, ((DecimalType) type).scale());
        } else if (value instanceof byte[] bytes) {
            ExactText.binary(out, bytes);
        } else if (value instanceof LocalDate date) {
            out.append('"').append(date).append('"');
        } else if (value instanceof Instant instant) {
            out.append(micros(instant));
        } else if (value instanceof LocalDateTime local) {
            out.append(micros(local.toInstant(ZoneOffset.UTC)));
        } else if (value instanceof VariantVal variant) {
            ExactText.string(out, variant.toJson(ZoneOffset.UTC));
        } else {
            throw new IllegalArgumentException("no exact text for Spark's type " + type);
        }
    }

    private static long micros(Instant instant) {
        long seconds = instant.getEpochSecond();
        long fraction = instant.getNano() / 1000;
        // The smallest long needs the fraction first: its whole seconds alone are below the range.
        return seconds < 0
                ? Math.addExact(Math.multiplyExact(seconds + 1, 1_000_000L), fraction - 1_000_000L)
                : Math.addExact(Math.multiplyExact(seconds, 1_000_000L), fraction);
    }
}
