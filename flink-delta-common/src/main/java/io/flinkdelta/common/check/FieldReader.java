/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Reads one column, or a field inside of struct columns, as the Java class that {@link
 * io.flinkdelta.log.expression.Expression} names for its type. Any thread.
 */
final class FieldReader {
    private static final int MICROS_PER_MILLI = 1_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private final RowData.FieldGetter[] getters;
    private final UnaryOperator<Object> toJava;

    private FieldReader(List<RowData.FieldGetter> getters, LogicalType type) {
        this.getters = getters.toArray(RowData.FieldGetter[]::new);
        this.toJava = toJava(type);
    }

    /** For rows of {@code rowType}, which has the fields of {@code path} in this spelling. */
    static FieldReader of(RowType rowType, List<String> path) {
        List<RowData.FieldGetter> getters = new ArrayList<>();
        LogicalType type = rowType;
        for (String name : path) {
            RowType struct = (RowType) type;
            int position = struct.getFieldIndex(name);
            type = struct.getTypeAt(position);
            getters.add(RowData.createFieldGetter(type, position));
        }
        return new FieldReader(getters, type);
    }

    /** The value, null when it or a struct around it is null. Values of nested types are handed out as they are. */
    Object read(RowData row) {
        Object value = row;
        for (RowData.FieldGetter getter : getters) {
            value = getter.getFieldOrNull((RowData) value);
            if (value == null) {
                return null;
            }
        }
        return toJava.apply(value);
    }

    private static UnaryOperator<Object> toJava(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> Object::toString;
            case BINARY, VARBINARY -> value -> ByteBuffer.wrap((byte[]) value);
            case DECIMAL -> {
                int scale = ((DecimalType) type).getScale();
                yield value -> decimal((DecimalData) value, scale);
            }
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> value -> micros((TimestampData) value);
            default -> UnaryOperator.identity();
        };
    }

    /** A value whose scale differs from its type's is looked at when it is written. */
    private static BigDecimal decimal(DecimalData value, int scale) {
        BigDecimal decimal = value.toBigDecimal();
        return decimal.scale() == scale ? decimal : decimal.stripTrailingZeros();
    }

    /** Digits after the microseconds are refused when the row is written, so they do not matter here. */
    private static long micros(TimestampData value) {
        return value.getMillisecond() * MICROS_PER_MILLI + value.getNanoOfMillisecond() / NANOS_PER_MICRO;
    }
}
