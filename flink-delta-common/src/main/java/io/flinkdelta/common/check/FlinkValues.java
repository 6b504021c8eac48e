/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** The values of expressions in Flink's internal form. */
final class FlinkValues {
    private static final int MICROS_PER_MILLI = 1_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private FlinkValues() {}

    /** {@code value} of the Delta type {@code type}; null stays null. */
    static Object of(Object value, DataType type) {
        if (value == null) {
            return null;
        }
        if (type instanceof DecimalType decimal) {
            return DecimalData.fromBigDecimal((BigDecimal) value, decimal.precision(), decimal.scale());
        }
        if (type == PrimitiveType.STRING) {
            return StringData.fromString((String) value);
        }
        if (type == PrimitiveType.BINARY) {
            ByteBuffer buffer = ((ByteBuffer) value).duplicate();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        }
        if (type == PrimitiveType.TIMESTAMP || type == PrimitiveType.TIMESTAMP_NTZ) {
            long micros = (Long) value;
            return TimestampData.fromEpochMillis(
                    Math.floorDiv(micros, MICROS_PER_MILLI), Math.floorMod(micros, MICROS_PER_MILLI) * NANOS_PER_MICRO);
        }
        return value;
    }
}
