/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * How a value of a table's column is stored in a checkpoint's typed structs (PROTOCOL.md, "Delta Data
 * Type to Parquet Type Mappings"). The Java values are those of {@code PartitionValueFormat}, but strings
 * are {@code Binary}.
 *
 * @param column the Parquet column of a name
 * @param writer writes one Java value, not null
 */
record ParsedType(Function<String, Type> column, BiConsumer<RecordConsumer, Object> writer) {
    private static final int INT_DIGITS = 9;
    private static final int LONG_DIGITS = 18;
    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    /** Empty for types that are no partition columns and have no bounds. */
    static Optional<ParsedType> of(DataType type) {
        if (type instanceof DecimalType decimal) {
            return Optional.of(decimal(decimal));
        }
        return type instanceof PrimitiveType primitive ? primitive(primitive) : Optional.empty();
    }

    /** A count. */
    static ParsedType number() {
        return new ParsedType(
                name -> Types.optional(INT64).named(name), (out, value) -> out.addLong(((Number) value).longValue()));
    }

    private static Optional<ParsedType> primitive(PrimitiveType type) {
        return Optional.ofNullable(
                switch (type) {
                    case STRING ->
                        new ParsedType(
                                name -> Types.optional(BINARY).as(stringType()).named(name),
                                (out, value) -> out.addBinary((Binary) value));
                    case LONG -> number();
                    case INTEGER -> int32(name -> Types.optional(INT32).named(name));
                    case SHORT ->
                        int32(name ->
                                Types.optional(INT32).as(intType(16, true)).named(name));
                    case BYTE ->
                        int32(name -> Types.optional(INT32).as(intType(8, true)).named(name));
                    case FLOAT ->
                        new ParsedType(
                                name -> Types.optional(FLOAT).named(name), (out, value) -> out.addFloat((Float) value));
                    case DOUBLE ->
                        new ParsedType(
                                name -> Types.optional(DOUBLE).named(name),
                                (out, value) -> out.addDouble((Double) value));
                    case BOOLEAN ->
                        new ParsedType(
                                name -> Types.optional(BOOLEAN).named(name),
                                (out, value) -> out.addBoolean((Boolean) value));
                    case BINARY ->
                        new ParsedType(
                                name -> Types.optional(BINARY).named(name),
                                (out, value) -> out.addBinary(Binary.fromConstantByteArray((byte[]) value)));
                    case DATE ->
                        int32(name -> Types.optional(INT32).as(dateType()).named(name));
                    case TIMESTAMP -> micros(true);
                    case TIMESTAMP_NTZ -> micros(false);
                    case VARIANT, VOID -> null;
                });
    }

    private static ParsedType int32(Function<String, Type> column) {
        return new ParsedType(column, (out, value) -> out.addInteger(((Number) value).intValue()));
    }

    private static ParsedType micros(boolean utc) {
        return new ParsedType(
                name -> Types.optional(INT64)
                        .as(timestampType(utc, TimeUnit.MICROS))
                        .named(name),
                (out, value) -> out.addLong((Long) value));
    }

    /** As Spark lays them out: the smallest of INT32, INT64 and bytes that holds the precision. */
    private static ParsedType decimal(DecimalType type) {
        var annotation = decimalType(type.scale(), type.precision());
        if (type.precision() <= INT_DIGITS) {
            return new ParsedType(
                    name -> Types.optional(INT32).as(annotation).named(name),
                    (out, value) ->
                            out.addInteger(((BigDecimal) value).unscaledValue().intValueExact()));
        }
        if (type.precision() <= LONG_DIGITS) {
            return new ParsedType(
                    name -> Types.optional(INT64).as(annotation).named(name),
                    (out, value) ->
                            out.addLong(((BigDecimal) value).unscaledValue().longValueExact()));
        }
        int length = (int) Math.ceil((type.precision() * BITS_PER_DIGIT + 1) / Byte.SIZE);
        return new ParsedType(
                name -> Types.optional(FIXED_LEN_BYTE_ARRAY)
                        .length(length)
                        .as(annotation)
                        .named(name),
                (out, value) -> out.addBinary(fixed((BigDecimal) value, length)));
    }

    private static Binary fixed(BigDecimal value, int length) {
        byte[] shortest = value.unscaledValue().toByteArray();
        byte[] padded = new byte[length];
        if (value.signum() < 0) {
            Arrays.fill(padded, (byte) -1);
        }
        System.arraycopy(shortest, 0, padded, length - shortest.length, shortest.length);
        return Binary.fromConstantByteArray(padded);
    }
}
