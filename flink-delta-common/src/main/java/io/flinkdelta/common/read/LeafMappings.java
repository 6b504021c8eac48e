/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

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
    static Optional<LeafConverter.Mapping> of(PrimitiveType file, LogicalType expected) {
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
    static LeafConverter.Mapping bytes() {
        return new BytesMapping();
    }

    private static Optional<LeafConverter.Mapping> when(boolean readable, LeafConverter.Mapping mapping) {
        return readable ? Optional.of(mapping) : Optional.empty();
    }

    private static Optional<LeafConverter.Mapping> toLong(PrimitiveType file) {
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

    private record BooleanMapping() implements LeafConverter.Mapping {
        @Override
        public Object of(boolean value) {
            return value;
        }
    }

    private record ByteMapping() implements LeafConverter.Mapping {
        @Override
        public Object of(int value) {
            if (value != (byte) value) {
                throw new ArithmeticException("the number " + value + " does not fit into a byte");
            }
            return (byte) value;
        }
    }

    private record ShortMapping() implements LeafConverter.Mapping {
        @Override
        public Object of(int value) {
            if (value != (short) value) {
                throw new ArithmeticException("the number " + value + " does not fit into a short");
            }
            return (short) value;
        }
    }

    private record IntMapping() implements LeafConverter.Mapping {
        @Override
        public Object of(int value) {
            return value;
        }
    }

    private record LongMapping(boolean unsigned) implements LeafConverter.Mapping {
        @Override
        public Object of(int value) {
            return unsigned ? Integer.toUnsignedLong(value) : (long) value;
        }

        @Override
        public Object of(long value) {
            return value;
        }
    }

    private record FloatMapping() implements LeafConverter.Mapping {
        @Override
        public Object of(float value) {
            return value;
        }
    }

    private record DoubleMapping() implements LeafConverter.Mapping {
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
    }

    private record StringMapping() implements LeafConverter.Mapping {
        @Override
        public Object of(Binary value) {
            return StringData.fromBytes(value.getBytes());
        }

        @Override
        public boolean isBinary() {
            return true;
        }
    }

    private record BytesMapping() implements LeafConverter.Mapping {
        @Override
        public Object of(Binary value) {
            return value.getBytes();
        }

        @Override
        public boolean isBinary() {
            return true;
        }
    }
}
