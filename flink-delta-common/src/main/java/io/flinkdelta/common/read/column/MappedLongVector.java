/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;

/** INT64 whose values become objects when they are asked for: timestamps, and decimals of up to 18 digits. */
public final class MappedLongVector extends LongVector {
    private final ValueMapping mapping;

    public MappedLongVector(ValueMapping mapping, int capacity) {
        super(capacity);
        this.mapping = mapping;
    }

    @Override
    DecimalData decimalAt(int row) {
        return (DecimalData) mapping.of(longAt(row));
    }

    @Override
    TimestampData timestampAt(int row) {
        return (TimestampData) mapping.of(longAt(row));
    }
}
