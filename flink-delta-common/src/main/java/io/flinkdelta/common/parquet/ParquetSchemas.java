/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.listType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.mapType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The Parquet schema of a table's columns, laid out as Spark's writer lays out a Delta table's data
 * files: everything optional but map keys (NOT NULL is the log's business, checked on writing),
 * three-level lists, decimals by precision, timestamps as INT64 microseconds. Under column mapping
 * fields have their physical names and their ids (PROTOCOL.md, "Writer Requirements for Column Mapping"),
 * and the parts of lists and maps the ids that the field around them holds for them.
 */
final class ParquetSchemas {
    /** The largest precision of a decimal in an INT32. */
    static final int MAX_INT_DECIMAL = 9;
    /** The largest precision of a decimal in an INT64. */
    static final int MAX_LONG_DECIMAL = 18;

    private static final String MESSAGE_NAME = "spark_schema";

    private final ColumnMapping mapping;

    ParquetSchemas(ColumnMapping mapping) {
        this.mapping = mapping;
    }

    /** The schema of these columns. */
    MessageType message(StructType columns) {
        return new MessageType(MESSAGE_NAME, fields(columns));
    }

    /** The least number of bytes that hold every unscaled value of this precision. */
    static int fixedBytes(int precision) {
        return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
    }

    private List<Type> fields(StructType struct) {
        List<Type> fields = new ArrayList<>(struct.fields().size());
        for (StructField field : struct.fields()) {
            String name = mapping.physicalName(field);
            NestedIds ids = NestedIds.of(mapping, field);
            Type type = type(name, field.type(), Repetition.OPTIONAL, ids);
            boolean withoutId = mapping == ColumnMapping.NONE || isChangeType(field);
            fields.add(withoutId ? type : type.withId(mapping.id(field)));
        }
        return fields;
    }

    /** Whether the column is ours, of a change data file, and none of the table's, which all have ids. */
    private static boolean isChangeType(StructField field) {
        return field.name().equals(ChangeType.COLUMN)
                && field.metadata().get(ColumnMapping.FIELD_ID).isEmpty();
    }

    private Type type(String name, DataType type, Repetition repetition, NestedIds ids) {
        if (type instanceof StructType struct) {
            return new GroupType(repetition, name, fields(struct));
        }
        if (type instanceof ArrayType array) {
            return list(name, array, repetition, ids);
        }
        if (type instanceof MapType map) {
            return map(name, map, repetition, ids);
        }
        return type instanceof DecimalType decimal
                ? decimal(name, decimal, repetition)
                : primitive(name, (io.flinkdelta.log.schema.PrimitiveType) type, repetition);
    }

    private Type list(String name, ArrayType type, Repetition repetition, NestedIds ids) {
        return Types.buildGroup(repetition)
                .as(listType())
                .addField(Types.repeatedGroup()
                        .addField(part("element", type.elementType(), Repetition.OPTIONAL, ids))
                        .named("list"))
                .named(name);
    }

    private Type map(String name, MapType type, Repetition repetition, NestedIds ids) {
        return Types.buildGroup(repetition)
                .as(mapType())
                .addField(Types.repeatedGroup()
                        .addField(part("key", type.keyType(), Repetition.REQUIRED, ids))
                        .addField(part("value", type.valueType(), Repetition.OPTIONAL, ids))
                        .named("key_value"))
                .named(name);
    }

    private Type part(String name, DataType type, Repetition repetition, NestedIds ids) {
        NestedIds below = ids.part(name);
        Type part = type(name, type, repetition, below);
        return below.own().map(part::withId).orElse(part);
    }

    /**
     * The ids of the elements, keys and values below one field, which other table formats need (PROTOCOL.md,
     * "Example of storing identifiers for nested fields in ArrayType and MapType").
     *
     * @param ids of the field, by paths such as {@code name.key.element}
     * @param path down to here
     */
    private record NestedIds(Optional<JsonNode> ids, String path) {
        private static final String KEY = "delta.columnMapping.nested.ids";

        static NestedIds of(ColumnMapping mapping, StructField field) {
            boolean mapped = mapping != ColumnMapping.NONE;
            return new NestedIds(mapped ? field.metadata().get(KEY) : Optional.empty(), mapping.physicalName(field));
        }

        NestedIds part(String name) {
            return new NestedIds(ids, path + "." + name);
        }

        Optional<Integer> own() {
            return ids.map(byPath -> byPath.get(path)).map(JsonNode::asInt);
        }
    }

    private static Type primitive(String name, io.flinkdelta.log.schema.PrimitiveType type, Repetition repetition) {
        return switch (type) {
            case STRING ->
                Types.primitive(PrimitiveTypeName.BINARY, repetition)
                        .as(stringType())
                        .named(name);
            case BINARY -> Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
            case BOOLEAN ->
                Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
            case BYTE ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(intType(Byte.SIZE, true))
                        .named(name);
            case SHORT ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(intType(Short.SIZE, true))
                        .named(name);
            case INTEGER -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
            case LONG -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
            case FLOAT -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
            case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
            case DATE ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(dateType())
                        .named(name);
            case TIMESTAMP_NTZ -> timestamp(name, false, repetition);
            case TIMESTAMP -> timestamp(name, true, repetition);
            case VARIANT, VOID -> throw new IllegalStateException("no Parquet type for " + type);
        };
    }

    private static Type timestamp(String name, boolean adjustedToUtc, Repetition repetition) {
        return Types.primitive(PrimitiveTypeName.INT64, repetition)
                .as(timestampType(adjustedToUtc, TimeUnit.MICROS))
                .named(name);
    }

    private static Type decimal(String name, DecimalType type, Repetition repetition) {
        int precision = type.precision();
        Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> builder;
        if (precision <= MAX_INT_DECIMAL) {
            builder = Types.primitive(PrimitiveTypeName.INT32, repetition);
        } else if (precision <= MAX_LONG_DECIMAL) {
            builder = Types.primitive(PrimitiveTypeName.INT64, repetition);
        } else {
            builder = Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                    .length(fixedBytes(precision));
        }
        return builder.as(decimalType(type.scale(), precision)).named(name);
    }
}
