/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.ColumnVector;
import io.flinkdelta.common.read.column.MappedLongVector;
import io.flinkdelta.common.read.column.ValueMapping;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decimals from each of their physical types. */
final class DecimalMappings {
    private DecimalMappings() {}

    static Optional<ValueMapping> of(PrimitiveType file, DecimalType expected) {
        int scale = file.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
                ? decimal.getScale()
                : 0;
        DecimalMapping mapping =
                new DecimalMapping(expected.getPrecision(), expected.getScale(), scale, LeafMappings.isUnsigned(file));
        return switch (file.getPrimitiveTypeName()) {
            case INT32, INT64 -> Optional.of(mapping);
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                LeafMappings.isDecimal(file) ? Optional.of(new BinaryDecimalMapping(mapping)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** @param fileScale the scale of the unscaled values in the file */
    private record DecimalMapping(int precision, int scale, int fileScale, boolean unsigned) implements ValueMapping {
        @Override
        public Object of(int value) {
            return of(unsigned ? Integer.toUnsignedLong(value) : (long) value);
        }

        @Override
        public Object of(long value) {
            if (unsigned && value < 0) {
                return of(new BigInteger(Long.toUnsignedString(value)));
            }
            if (isAsInTheFile()) {
                return DecimalData.fromUnscaledLong(value, precision, scale);
            }
            return of(BigInteger.valueOf(value));
        }

        private boolean isAsInTheFile() {
            return !unsigned && DecimalData.isCompact(precision) && scale == fileScale;
        }

        @Override
        public ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
            return physical == PrimitiveTypeName.INT64 && isAsInTheFile()
                    ? new MappedLongVector(this, capacity)
                    : ValueMapping.super.newVector(physical, capacity);
        }

        Object of(BigInteger unscaled) {
            BigDecimal value = new BigDecimal(unscaled, fileScale);
            DecimalData decimal = DecimalData.fromBigDecimal(value, precision, scale);
            if (decimal == null || decimal.toBigDecimal().compareTo(value) != 0) {
                throw new ArithmeticException("the decimal " + value.toPlainString() + " does not fit into decimal("
                        + precision + "," + scale + ")");
            }
            return decimal;
        }
    }

    private record BinaryDecimalMapping(DecimalMapping decimals) implements ValueMapping {
        @Override
        public Object of(Binary value) {
            return decimals.of(new BigInteger(value.getBytesUnsafe()));
        }

        @Override
        public boolean isBinary() {
            return true;
        }
    }
}
