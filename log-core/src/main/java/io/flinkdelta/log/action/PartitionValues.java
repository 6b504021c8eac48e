/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The partition values of a file as the log stores them: column name to string, null for the null
 * value (PROTOCOL.md, "Partition Value Serialization"). Ordered as given, immutable.
 */
public final class PartitionValues {
    private static final PartitionValues NONE = new PartitionValues(Map.of());

    private final Map<String, String> values;

    private PartitionValues(Map<String, String> values) {
        this.values = values;
    }

    /** Of an unpartitioned table. */
    public static PartitionValues none() {
        return NONE;
    }

    /** A copy; values may be null. */
    public static PartitionValues of(Map<String, String> values) {
        return values.isEmpty() ? NONE : new PartitionValues(Collections.unmodifiableMap(new LinkedHashMap<>(values)));
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }

    public boolean contains(String column) {
        return values.containsKey(column);
    }

    /** The serialized value, null for the null value or an absent column. */
    public String get(String column) {
        return values.get(column);
    }

    /** An unmodifiable view whose values may be null. */
    public Map<String, String> asMap() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionValues that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
