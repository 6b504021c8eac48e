/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.listType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.mapType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * The Parquet schema of a row type, laid out as Spark's writer lays out a Delta table's data
 * files: everything optional but map keys (NOT NULL is the log's business, checked on writing),
 * three-level lists, decimals by precision, timestamps as INT64 microseconds.
 */
final class ParquetSchemas {
    /** The largest precision of a decimal in an INT32. */
    static final int MAX_INT_DECIMAL = 9;
    /** The largest precision of a decimal in an INT64. */
    static final int MAX_LONG_DECIMAL = 18;

    private static final String MESSAGE_NAME = "spark_schema";

    private ParquetSchemas() {}

    /** The schema of these columns. */
    static MessageType message(List<RowType.RowField> columns) {
        List<Type> fields = new ArrayList<>(columns.size());
        for (RowType.RowField column : columns) {
            fields.add(type(column.getName(), column.getType(), Repetition.OPTIONAL));
        }
        return new MessageType(MESSAGE_NAME, fields);
    }

    /** The least number of bytes that hold every unscaled value of this precision. */
    static int fixedBytes(int precision) {
        return BigInteger.TEN.pow(precision).subtract(BigInteger.ONE).bitLength() / Byte.SIZE + 1;
    }

    private static Type type(String name, LogicalType type, Repetition repetition) {
        return switch (type.getTypeRoot()) {
            case ARRAY -> list(name, (ArrayType) type, repetition);
            case MAP -> map(name, (MapType) type, repetition);
            case ROW -> struct(name, (RowType) type, repetition);
            default -> primitive(name, type, repetition);
        };
    }

    private static Type list(String name, ArrayType type, Repetition repetition) {
        Type element = type("element", type.getElementType(), Repetition.OPTIONAL);
        return Types.buildGroup(repetition)
                .as(listType())
                .addField(Types.repeatedGroup().addField(element).named("list"))
                .named(name);
    }

    private static Type map(String name, MapType type, Repetition repetition) {
        Type key = type("key", type.getKeyType(), Repetition.REQUIRED);
        Type value = type("value", type.getValueType(), Repetition.OPTIONAL);
        return Types.buildGroup(repetition)
                .as(mapType())
                .addField(Types.repeatedGroup().addFields(key, value).named("key_value"))
                .named(name);
    }

    private static Type struct(String name, RowType type, Repetition repetition) {
        List<Type> fields = new ArrayList<>(type.getFieldCount());
        for (RowType.RowField field : type.getFields()) {
            fields.add(type(field.getName(), field.getType(), Repetition.OPTIONAL));
        }
        return new GroupType(repetition, name, fields);
    }

    private static Type primitive(String name, LogicalType type, Repetition repetition) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR ->
                Types.primitive(PrimitiveTypeName.BINARY, repetition)
                        .as(stringType())
                        .named(name);
            case BINARY, VARBINARY ->
                Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
            case BOOLEAN ->
                Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
            case TINYINT ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(intType(Byte.SIZE, true))
                        .named(name);
            case SMALLINT ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(intType(Short.SIZE, true))
                        .named(name);
            case INTEGER -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
            case BIGINT -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
            case FLOAT -> Types.primitive(PrimitiveTypeName.FLOAT, repetition).named(name);
            case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
            case DATE ->
                Types.primitive(PrimitiveTypeName.INT32, repetition)
                        .as(dateType())
                        .named(name);
            case DECIMAL -> decimal(name, (DecimalType) type, repetition);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> timestamp(name, false, repetition);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(name, true, repetition);
            default -> throw new IllegalStateException("no Parquet type for " + type);
        };
    }

    private static Type timestamp(String name, boolean adjustedToUtc, Repetition repetition) {
        return Types.primitive(PrimitiveTypeName.INT64, repetition)
                .as(timestampType(adjustedToUtc, TimeUnit.MICROS))
                .named(name);
    }

    private static Type decimal(String name, DecimalType type, Repetition repetition) {
        int precision = type.getPrecision();
        Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> builder;
        if (precision <= MAX_INT_DECIMAL) {
            builder = Types.primitive(PrimitiveTypeName.INT32, repetition);
        } else if (precision <= MAX_LONG_DECIMAL) {
            builder = Types.primitive(PrimitiveTypeName.INT64, repetition);
        } else {
            builder = Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                    .length(fixedBytes(precision));
        }
        return builder.as(decimalType(type.getScale(), precision)).named(name);
    }
}
