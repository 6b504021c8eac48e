/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The fields of one struct of a checkpoint row, by name; a field that the file does not have is null.
 * Filled by {@link StructConverter}, valid until the next row.
 */
final class Fields {
    private final String struct;
    private final Map<String, Integer> index;
    private final Object[] values;

    Fields(String struct, Map<String, Integer> index) {
        this.struct = struct;
        this.index = index;
        this.values = new Object[index.size()];
    }

    void clear() {
        Arrays.fill(values, null);
    }

    void set(int position, Object value) {
        values[position] = value;
    }

    Optional<String> string(String name) {
        return Optional.ofNullable((String) value(name));
    }

    String requiredString(String name) {
        return require(name, (String) value(name));
    }

    OptionalLong number(String name) {
        Number value = (Number) value(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value.longValue());
    }

    long requiredNumber(String name) {
        return require(name, (Number) value(name)).longValue();
    }

    OptionalInt integer(String name) {
        Number value = (Number) value(name);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value.intValue());
    }

    boolean bool(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    /** Empty when it is null. */
    @SuppressWarnings("unchecked")
    Map<String, String> map(String name) {
        Map<String, String> value = (Map<String, String>) value(name);
        return value == null ? new LinkedHashMap<>() : value;
    }

    /** {@link #map} without its null values. */
    Map<String, String> mapWithoutNulls(String name) {
        Map<String, String> value = map(name);
        value.values().removeIf(Objects::isNull);
        return value;
    }

    boolean isPresent(String name) {
        return value(name) != null;
    }

    /** Empty when it is null. */
    @SuppressWarnings("unchecked")
    Optional<List<String>> list(String name) {
        return Optional.ofNullable((List<String>) value(name));
    }

    <T> Optional<T> struct(String name, Class<T> type) {
        return Optional.ofNullable(type.cast(value(name)));
    }

    private Object value(String name) {
        Integer position = index.get(name);
        return position == null ? null : values[position];
    }

    private <T> T require(String name, T value) {
        if (value == null) {
            throw new IllegalArgumentException(struct + "." + name + " is missing");
        }
        return value;
    }
}
