/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read.column;

import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * From the values of one physical type to Flink's internal values. Only the method of the column's physical type is
 * called; the others refuse. Any thread.
 */
public interface ValueMapping {
    /** Of BOOLEAN. */
    default Object of(boolean value) {
        throw new IllegalStateException("not a BOOLEAN column");
    }

    /** Of INT32. */
    default Object of(int value) {
        throw new IllegalStateException("not an INT32 column");
    }

    /** Of INT64. */
    default Object of(long value) {
        throw new IllegalStateException("not an INT64 column");
    }

    /** Of FLOAT. */
    default Object of(float value) {
        throw new IllegalStateException("not a FLOAT column");
    }

    /** Of DOUBLE. */
    default Object of(double value) {
        throw new IllegalStateException("not a DOUBLE column");
    }

    /** Of BINARY, FIXED_LEN_BYTE_ARRAY and INT96; the bytes may be reused after the call. */
    default Object of(Binary value) {
        throw new IllegalStateException("not a BINARY column");
    }

    /** Whether the column holds binaries, whose conversion is worth remembering. */
    default boolean isBinary() {
        return false;
    }

    /**
     * A vector for the values of a column: one that holds what {@link #of} would give, if with fewer objects.
     *
     * @param physical the column's physical type
     * @param capacity in rows
     */
    default ColumnVector newVector(PrimitiveTypeName physical, int capacity) {
        return new ObjectVector(this, capacity);
    }
}
