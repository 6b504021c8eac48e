/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.stats.StatsScalar;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The bounds of a Parquet column in the form of the log's statistics. They become values of the table's type as the
 * column's values do. What does not hold as a bound, or is not known to, is null. Any thread.
 */
final class BoundDecoder {
    /** Those that order NaN, where others leave it out of the statistics. */
    private static final Pattern ORDERS_NAN = Pattern.compile("parquet-mr version 1\\.[1-9][0-9].*");

    private final ReadNode.Leaf leaf;
    private final PrimitiveType physical;
    private final DataType type;
    private final boolean ordersNan;

    /**
     * @param type in the table
     * @param createdBy which software wrote the file; null when unknown
     */
    BoundDecoder(ReadNode.Leaf leaf, DataType type, String createdBy) {
        this.leaf = leaf;
        this.physical = leaf.type().asPrimitiveType();
        this.type = type;
        this.ordersNan = createdBy != null && ORDERS_NAN.matcher(createdBy).matches();
    }

    StatsScalar least(ByteBuffer bytes) {
        return bound(bytes);
    }

    /** Unknown where there may be a NaN above it. */
    StatsScalar greatest(ByteBuffer bytes) {
        return isFloating() && !ordersNan ? null : bound(bytes);
    }

    private boolean isFloating() {
        return physical.getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
                || physical.getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE;
    }

    private StatsScalar bound(ByteBuffer bytes) {
        // Unsigned numbers have another order in the file than the table's.
        if (LeafMappings.isUnsigned(physical)) {
            return null;
        }
        try {
            return value(bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN));
        } catch (ArithmeticException | BufferUnderflowException | CharacterCodingException | DateTimeException e) {
            return null;
        }
    }

    private StatsScalar value(ByteBuffer bytes) throws CharacterCodingException {
        return switch (physical.getPrimitiveTypeName()) {
            case INT32 -> scalar(leaf.mapping().of(bytes.getInt()));
            case INT64 -> scalar(leaf.mapping().of(bytes.getLong()));
            case FLOAT -> floating(leaf.mapping().of(bytes.getFloat()));
            case DOUBLE -> floating(leaf.mapping().of(bytes.getDouble()));
            case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(bytes);
            case BOOLEAN, INT96 -> null;
        };
    }

    private static StatsScalar floating(Object value) {
        return Double.isNaN(((Number) value).doubleValue()) ? null : new StatsScalar(value.toString(), false);
    }

    private StatsScalar bytes(ByteBuffer bytes) throws CharacterCodingException {
        if (type instanceof DecimalType) {
            return scalar(leaf.mapping().of(Binary.fromReusedByteBuffer(bytes)));
        }
        // A text that is cut within a character is no text.
        return type == io.flinkdelta.log.schema.PrimitiveType.STRING
                ? new StatsScalar(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString(), true)
                : null;
    }

    private StatsScalar scalar(Object value) {
        if (value instanceof DecimalData decimal) {
            return new StatsScalar(decimal.toBigDecimal().toString(), false);
        }
        if (value instanceof TimestampData timestamp) {
            return new StatsScalar(timestamp(timestamp), true);
        }
        if (type == io.flinkdelta.log.schema.PrimitiveType.DATE) {
            return new StatsScalar(LocalDate.ofEpochDay((Integer) value).toString(), true);
        }
        return new StatsScalar(value.toString(), false);
    }

    private String timestamp(TimestampData value) {
        return type == io.flinkdelta.log.schema.PrimitiveType.TIMESTAMP
                ? value.toLocalDateTime().atOffset(ZoneOffset.UTC).toString()
                : value.toLocalDateTime().toString();
    }
}
