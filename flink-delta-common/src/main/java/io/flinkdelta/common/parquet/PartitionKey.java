/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.util.Arrays;
import org.apache.flink.table.data.StringData;

/**
 * The partition of a row as a key of a hash map. Made by {@link Partitioner#key}, whose result is
 * overwritten by the next call: {@link #copy} it to keep it.
 */
public final class PartitionKey {
    private final Object[] values;
    private int hash;

    PartitionKey(int columns) {
        this.values = new Object[columns];
    }

    private PartitionKey(Object[] values, int hash) {
        this.values = values;
        this.hash = hash;
    }

    /** A key that stays as it is. */
    public PartitionKey copy() {
        Object[] copies = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            copies[i] = copy(values[i]);
        }
        return new PartitionKey(copies, hash);
    }

    void set(int column, Object value) {
        values[column] = value;
    }

    void finish() {
        hash = Arrays.deepHashCode(values);
    }

    /** Strings and bytes may lie in the memory of a row that will be reused. */
    private static Object copy(Object value) {
        if (value instanceof StringData string) {
            return StringData.fromBytes(string.toBytes().clone());
        }
        return value instanceof byte[] bytes ? bytes.clone() : value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionKey that && hash == that.hash && Arrays.deepEquals(values, that.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values);
    }
}
