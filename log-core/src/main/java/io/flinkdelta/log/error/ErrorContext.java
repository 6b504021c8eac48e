/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The "where" of an error: ordered key=value pairs (table, version, file, column, ...) that every
 * {@link DeltaException} appends to its message. Immutable; null values are left out.
 */
public final class ErrorContext {
    private static final ErrorContext NONE = new ErrorContext(Map.of());

    private final Map<String, String> pairs;

    private ErrorContext(Map<String, String> pairs) {
        this.pairs = pairs;
    }

    /** No context. */
    public static ErrorContext none() {
        return NONE;
    }

    /** The context of the table at {@code path}. */
    public static ErrorContext table(String path) {
        return NONE.with("table", path);
    }

    /** This context and one more pair; a null value leaves the context as it is. */
    public ErrorContext with(String key, Object value) {
        if (value == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(pairs);
        more.put(key, String.valueOf(value));
        return new ErrorContext(more);
    }

    /** This context and the pairs of {@code more}, which win where both have a key. */
    public ErrorContext with(ErrorContext more) {
        if (pairs.isEmpty()) {
            return more;
        }
        Map<String, String> all = new LinkedHashMap<>(pairs);
        all.putAll(more.pairs);
        return new ErrorContext(all);
    }

    /** The pairs, in the order in which they were added. */
    public Map<String, String> pairs() {
        return Collections.unmodifiableMap(pairs);
    }

    /** {@code table=/data/t, version=3}, or the empty string. */
    @Override
    public String toString() {
        StringJoiner joined = new StringJoiner(", ");
        pairs.forEach((key, value) -> joined.add(key + "=" + value));
        return joined.toString();
    }
}
