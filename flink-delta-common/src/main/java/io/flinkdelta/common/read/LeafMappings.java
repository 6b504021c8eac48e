/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.BooleanVector;
import io.flinkdelta.common.read.column.BytesVector;
import io.flinkdelta.common.read.column.ColumnVector;
import io.flinkdelta.common.read.column.DoubleVector;
import io.flinkdelta.common.read.column.FloatVector;
import io.flinkdelta.common.read.column.IntVector;
import io.flinkdelta.common.read.column.LongVector;
import io.flinkdelta.common.read.column.ValueMapping;
import java.util.Optional;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Which physical and annotated types can be read as which Flink type, and how. Wider types are read
 * from narrower ones (an INT32 as BIGINT, a FLOAT as DOUBLE), never the other way round.
 */
final class LeafMappings {
    private LeafMappings() {}

    /** The mapping, or empty when the column cannot be read as {@code expected}. */
    static Optional<ValueMapping> of(PrimitiveType file, LogicalType expected) {
        PrimitiveTypeName physical = file.getPrimitiveTypeName();
        return switch (expected.getTypeRoot()) {
            case BOOLEAN -> when(physical == PrimitiveTypeName.BOOLEAN, new BooleanMapping());
            case TINYINT -> when(isPlainInt(file), new ByteMapping());
            case SMALLINT -> when(isPlainInt(file), new ShortMapping());
            case INTEGER -> when(isPlainInt(file), new IntMapping());
            case BIGINT -> toLong(file);
            case FLOAT -> when(physical == PrimitiveTypeName.FLOAT, new FloatMapping());
            case DOUBLE ->
                when(
                        physical == PrimitiveTypeName.DOUBLE || physical == PrimitiveTypeName.FLOAT || isPlainInt(file),
                        new DoubleMapping());
            case CHAR, VARCHAR -> when(physical == PrimitiveTypeName.BINARY && !isDecimal(file), new StringMapping());
            case BINARY, VARBINARY ->
                when(
                        physical == PrimitiveTypeName.BINARY || physical == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                        new BytesMapping());
            case DATE -> when(isDate(file), new IntMapping());
            case DECIMAL -> DecimalMappings.of(file, (DecimalType) expected);
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimestampMappings.of(file);
            default -> Optional.empty();
        };
    }

    /** Binaries as they are. */
    static ValueMapping bytes() {
        return new BytesMapping();
    }

    private static Optional<ValueMapping> when(boolean readable, ValueMapping mapping) {
        return readable ? Optional.of(mapping) : Optional.empty();
    }

    private static Optional<ValueMapping> toLong(PrimitiveType file) {
        if (file.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
            return when(!isDecimal(file), new LongMapping(false));
        }
        return when(isPlainInt(file), new LongMapping(isUnsigned(file)));
    }

    /** An INT32 that is a number, signed or not. */
    static boolean isPlainInt(PrimitiveType file) {
        return file.getPrimitiveTypeName() == PrimitiveTypeName.INT32 && !isDecimal(file);
    }

    static boolean isDate(PrimitiveType file) {
        return file.getPrimitiveTypeName() == PrimitiveTypeName.INT32
                && (file.getLogicalTypeAnnotation() == null
                        || file.getLogicalTypeAnnotation() instanceof DateLogicalTypeAnnotation);
    }

    static boolean isDecimal(PrimitiveType file) {
        return file.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation;
    }

    static boolean isUnsigned(PrimitiveType file) {
        return file.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation annotation && !annotation.isSigned();
    }

    private record BooleanMapping() implements ValueMapping {
        @Override
        public Object of(boolean value) {
            return value;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return new BooleanVector(capacity);
        }
    }

    private record ByteMapping() implements ValueMapping {
        @Override
        public Object of(int value) {
            if (value != (byte) value) {
                throw new ArithmeticException("the number " + value + " does not fit into a byte");
            }
            return (byte) value;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return IntVector.ofBytes(capacity);
        }
    }

    private record ShortMapping() implements ValueMapping {
        @Override
        public Object of(int value) {
            if (value != (short) value) {
                throw new ArithmeticException("the number " + value + " does not fit into a short");
            }
            return (short) value;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return IntVector.ofShorts(capacity);
        }
    }

    private record IntMapping() implements ValueMapping {
        @Override
        public Object of(int value) {
            return value;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return IntVector.ofInts(capacity);
        }
    }

    private record LongMapping(boolean unsigned) implements ValueMapping {
        @Override
        public Object of(int value) {
            return unsigned ? Integer.toUnsignedLong(value) : (long) value;
        }

        @Override
        public Object of(long value) {
            return value;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            if (physical == PrimitiveTypeName.INT64) {
                return new LongVector(capacity);
            }
            return unsigned ? ValueMapping.super.newVector(physical, capacity) : IntVector.ofInts(capacity);
        }
    }

    private record FloatMapping() implements ValueMapping {
        @Override
        public Object of(float value) {
            return value;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return new FloatVector(capacity);
        }
    }

    private record DoubleMapping() implements ValueMapping {
        @Override
        public Object of(int value) {
            return (double) value;
        }

        @Override
        public Object of(float value) {
            return (double) value;
        }

        @Override
        public Object of(double value) {
            return value;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return switch (physical) {
                case INT32 -> IntVector.ofInts(capacity);
                case FLOAT -> new FloatVector(capacity);
                default -> new DoubleVector(capacity);
            };
        }
    }

    private record StringMapping() implements ValueMapping {
        @Override
        public Object of(Binary value) {
            return StringData.fromBytes(value.getBytes());
        }

        @Override
        public boolean isBinary() {
            return true;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return new BytesVector(capacity);
        }
    }

    private record BytesMapping() implements ValueMapping {
        @Override
        public Object of(Binary value) {
            return value.getBytes();
        }

        @Override
        public boolean isBinary() {
            return true;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return new BytesVector(capacity);
        }
    }
}
