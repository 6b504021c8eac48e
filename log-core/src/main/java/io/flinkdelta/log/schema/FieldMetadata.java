/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * The metadata object of a {@link StructField}: comment, column mapping id, invariants, generation
 * expression and whatever else a writer put there. Kept as JSON so that nothing is lost when the
 * schema is written again. Immutable.
 */
public final class FieldMetadata {
    private static final FieldMetadata EMPTY = new FieldMetadata(JsonNodeFactory.instance.objectNode());

    private final ObjectNode json;

    private FieldMetadata(ObjectNode json) {
        this.json = json;
    }

    /** The empty object. */
    public static FieldMetadata empty() {
        return EMPTY;
    }

    /** A copy of {@code json}. */
    public static FieldMetadata of(ObjectNode json) {
        return json.isEmpty() ? EMPTY : new FieldMetadata(json.deepCopy());
    }

    /** This metadata and one more entry. */
    public FieldMetadata with(String key, String value) {
        return new FieldMetadata(json.deepCopy().put(key, value));
    }

    /** The value under {@code key}, or empty when it is absent or JSON null. */
    public Optional<JsonNode> get(String key) {
        JsonNode value = json.get(key);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value.deepCopy());
    }

    public boolean isEmpty() {
        return json.isEmpty();
    }

    /** A copy as a JSON object. */
    public ObjectNode toJson() {
        return json.deepCopy();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldMetadata that && json.equals(that.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
