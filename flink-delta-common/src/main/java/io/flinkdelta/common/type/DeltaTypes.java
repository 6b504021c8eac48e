/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.type;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.NullType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.VariantType;

/**
 * The mapping between Flink's logical types and Delta's data types, both ways. Nullability and
 * comments of columns are kept; lengths of CHAR, VARCHAR, BINARY and VARBINARY are not, since
 * Delta has none. TIMESTAMP is timestamp_ntz, TIMESTAMP_LTZ is timestamp. VARIANT can be read, not written.
 */
public final class DeltaTypes {
    /** The digits after the second that a Delta timestamp holds: microseconds. */
    static final int MAX_TIMESTAMP_PRECISION = 6;

    private static final String COMMENT = "comment";

    private DeltaTypes() {}

    /**
     * The Delta schema of {@code rowType}.
     *
     * @throws InvalidRequestException for a type without a Delta type, naming the column
     */
    public static StructType toDelta(RowType rowType) {
        return toStruct(rowType, "");
    }

    /**
     * The Delta type of the column {@code column}.
     *
     * @throws InvalidRequestException for a type without a Delta type, naming the column
     */
    public static DataType toDelta(LogicalType type, String column) {
        return toData(type, column);
    }

    /**
     * The Flink type of {@code schema}, itself not nullable.
     *
     * @throws UnsupportedFeatureException when a column has a name that Flink does not take
     */
    public static RowType toFlink(StructType schema) {
        return toRow(schema, false);
    }

    /** The Flink type of one column's type. */
    public static LogicalType toFlink(DataType type, boolean nullable) {
        return toLogical(type, nullable);
    }

    private static StructType toStruct(RowType rowType, String path) {
        if (rowType.getFieldCount() == 0) {
            throw refused(path, rowType, "a row without fields cannot be stored");
        }
        List<StructField> fields = new ArrayList<>(rowType.getFieldCount());
        for (RowType.RowField field : rowType.getFields()) {
            LogicalType type = field.getType();
            FieldMetadata metadata = field.getDescription()
                    .map(comment -> FieldMetadata.empty().with(COMMENT, comment))
                    .orElseGet(FieldMetadata::empty);
            DataType deltaType = toData(type, child(path, field.getName()));
            fields.add(new StructField(field.getName(), deltaType, type.isNullable(), metadata));
        }
        return new StructType(fields);
    }

    private static DataType toData(LogicalType type, String path) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> PrimitiveType.STRING;
            case BOOLEAN -> PrimitiveType.BOOLEAN;
            case BINARY, VARBINARY -> PrimitiveType.BINARY;
            case DECIMAL -> toDecimal((org.apache.flink.table.types.logical.DecimalType) type);
            case TINYINT -> PrimitiveType.BYTE;
            case SMALLINT -> PrimitiveType.SHORT;
            case INTEGER -> PrimitiveType.INTEGER;
            case BIGINT -> PrimitiveType.LONG;
            case FLOAT -> PrimitiveType.FLOAT;
            case DOUBLE -> PrimitiveType.DOUBLE;
            case DATE -> PrimitiveType.DATE;
            case TIMESTAMP_WITHOUT_TIME_ZONE -> {
                requireMicros(((TimestampType) type).getPrecision(), type, path);
                yield PrimitiveType.TIMESTAMP_NTZ;
            }
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
                requireMicros(((LocalZonedTimestampType) type).getPrecision(), type, path);
                yield PrimitiveType.TIMESTAMP;
            }
            case ARRAY -> toArray((org.apache.flink.table.types.logical.ArrayType) type, path);
            case MAP -> toMap((org.apache.flink.table.types.logical.MapType) type, path);
            case ROW -> toStruct((RowType) type, path);
            case VARIANT ->
                throw refused(path, type, "this version of flink-delta reads variants but cannot write them");
            default -> throw refused(path, type, "Delta has no such type");
        };
    }

    private static DataType toDecimal(org.apache.flink.table.types.logical.DecimalType type) {
        return new DecimalType(type.getPrecision(), type.getScale());
    }

    private static DataType toArray(org.apache.flink.table.types.logical.ArrayType type, String path) {
        LogicalType element = type.getElementType();
        return new ArrayType(toData(element, child(path, "element")), element.isNullable());
    }

    /** Keys are never null in Delta; Flink's default of a nullable key type is accepted, a null key is not. */
    private static DataType toMap(org.apache.flink.table.types.logical.MapType type, String path) {
        LogicalType value = type.getValueType();
        return new MapType(
                toData(type.getKeyType(), child(path, "key")), toData(value, child(path, "value")), value.isNullable());
    }

    private static void requireMicros(int precision, LogicalType type, String path) {
        if (precision > MAX_TIMESTAMP_PRECISION) {
            throw refused(path, type, "Delta holds microseconds, so digits would be lost");
        }
    }

    private static InvalidRequestException refused(String path, LogicalType type, String why) {
        return new InvalidRequestException(
                "The Flink type " + type.asSummaryString() + " has no Delta type: " + why + ".",
                ErrorContext.none().with("column", path.isEmpty() ? null : path),
                "Cast the column to a supported type or leave it out.");
    }

    private static RowType toRow(StructType struct, boolean nullable) {
        List<RowType.RowField> fields = new ArrayList<>(struct.fields().size());
        for (StructField field : struct.fields()) {
            if (field.name().isBlank()) {
                throw new UnsupportedFeatureException(
                        "A column has a blank name, which Flink does not take.",
                        ErrorContext.none().with("column", "'" + field.name() + "'"),
                        "Rename the column.");
            }
            LogicalType type = toLogical(field.type(), field.nullable());
            fields.add(field.metadata()
                    .get(COMMENT)
                    .map(comment -> new RowType.RowField(field.name(), type, comment.asText()))
                    .orElseGet(() -> new RowType.RowField(field.name(), type)));
        }
        return new RowType(nullable, fields);
    }

    private static LogicalType toLogical(DataType type, boolean nullable) {
        if (type instanceof PrimitiveType primitive) {
            return toPrimitive(primitive, nullable);
        }
        if (type instanceof DecimalType decimal) {
            return new org.apache.flink.table.types.logical.DecimalType(nullable, decimal.precision(), decimal.scale());
        }
        if (type instanceof ArrayType array) {
            LogicalType element = toLogical(array.elementType(), array.containsNull());
            return new org.apache.flink.table.types.logical.ArrayType(nullable, element);
        }
        if (type instanceof MapType map) {
            return new org.apache.flink.table.types.logical.MapType(
                    nullable, toLogical(map.keyType(), false), toLogical(map.valueType(), map.valueContainsNull()));
        }
        return toRow((StructType) type, nullable);
    }

    private static LogicalType toPrimitive(PrimitiveType type, boolean nullable) {
        return switch (type) {
            case STRING -> new VarCharType(nullable, VarCharType.MAX_LENGTH);
            case LONG -> new BigIntType(nullable);
            case INTEGER -> new IntType(nullable);
            case SHORT -> new SmallIntType(nullable);
            case BYTE -> new TinyIntType(nullable);
            case FLOAT -> new FloatType(nullable);
            case DOUBLE -> new DoubleType(nullable);
            case BOOLEAN -> new BooleanType(nullable);
            case BINARY -> new VarBinaryType(nullable, VarBinaryType.MAX_LENGTH);
            case DATE -> new DateType(nullable);
            case TIMESTAMP -> new LocalZonedTimestampType(nullable, MAX_TIMESTAMP_PRECISION);
            case TIMESTAMP_NTZ -> new TimestampType(nullable, MAX_TIMESTAMP_PRECISION);
            case VOID -> new NullType();
            case VARIANT -> new VariantType(nullable);
        };
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
