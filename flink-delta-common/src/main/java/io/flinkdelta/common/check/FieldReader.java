/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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

    private final List<RowData.FieldGetter> getters;
    private final LogicalType type;

    private FieldReader(List<RowData.FieldGetter> getters, LogicalType type) {
        this.getters = getters;
        this.type = type;
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
        return new FieldReader(List.copyOf(getters), type);
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
        return toJava(value, type);
    }

    private static Object toJava(Object value, LogicalType type) {
        return switch (type.getTypeRoot()) {
            case CHAR, VARCHAR -> value.toString();
            case BINARY, VARBINARY -> ByteBuffer.wrap((byte[]) value);
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                // A value whose scale differs from its type's is looked at when it is written.
                yield ((DecimalData) value).toBigDecimal().scale() == decimal.getScale()
                        ? ((DecimalData) value).toBigDecimal()
                        : ((DecimalData) value).toBigDecimal().stripTrailingZeros();
            }
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> micros((TimestampData) value);
            default -> value;
        };
    }

    /** Digits after the microseconds are refused when the row is written, so they do not matter here. */
    private static long micros(TimestampData value) {
        return value.getMillisecond() * MICROS_PER_MILLI + value.getNanoOfMillisecond() / NANOS_PER_MICRO;
    }
}
