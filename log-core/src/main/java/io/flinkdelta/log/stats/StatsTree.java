/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** The statistics of columns as they are nested: a struct with its children, or a leaf with its bounds. */
final class StatsTree {
    /** Of a leaf; null for a struct. */
    private final DataType leafType;

    private final Map<String, StatsTree> children = new LinkedHashMap<>();
    private Optional<StatValue> min = Optional.empty();
    private Optional<StatValue> max = Optional.empty();
    private OptionalLong nullCount = OptionalLong.empty();

    private StatsTree(DataType leafType) {
        this.leafType = leafType;
    }

    static StatsTree root() {
        return new StatsTree(null);
    }

    /** The leaf at {@code path} below this struct, made if it is new. */
    StatsTree leaf(StructType struct, List<String> path) {
        StructField field = struct.field(path.get(0)).orElseThrow(() -> noColumn(struct, path));
        if (path.size() == 1) {
            return children.computeIfAbsent(field.name(), name -> new StatsTree(field.type()));
        }
        if (!(field.type() instanceof StructType nested)) {
            throw noColumn(struct, path);
        }
        return children.computeIfAbsent(field.name(), name -> new StatsTree(null))
                .leaf(nested, path.subList(1, path.size()));
    }

    private static IllegalArgumentException noColumn(StructType struct, List<String> path) {
        return new IllegalArgumentException("no column " + path + " in " + struct.describe());
    }

    /** Of a leaf; null for a bound that is not known. */
    void setBounds(Object least, Object greatest, int stringPrefixLength) {
        min = least == null ? Optional.empty() : StatValue.lower(leafType, least, stringPrefixLength);
        max = greatest == null ? Optional.empty() : StatValue.upper(leafType, greatest, stringPrefixLength);
    }

    /** Of a leaf. */
    void setNullCount(long count) {
        nullCount = OptionalLong.of(count);
    }

    /** Writes the fields {@code minValues}, {@code maxValues} and {@code nullCount} of the root. */
    void write(JsonGenerator json) throws IOException {
        writeBounds(json, "minValues", leaf -> leaf.min);
        writeBounds(json, "maxValues", leaf -> leaf.max);
        if (!children.isEmpty()) {
            writeNullCounts(json, "nullCount");
        }
    }

    /** Whether a leaf here or below is of a type that has bounds, known or not. */
    private boolean hasBounds() {
        return leafType == null
                ? children.values().stream().anyMatch(StatsTree::hasBounds)
                : StatValue.hasBounds(leafType);
    }

    private void writeBounds(JsonGenerator json, String name, Function<StatsTree, Optional<StatValue>> bound)
            throws IOException {
        if (leafType != null) {
            Optional<StatValue> value = bound.apply(this);
            if (value.isPresent()) {
                json.writeFieldName(name);
                value.get().write(json);
            }
        } else if (hasBounds()) {
            json.writeObjectFieldStart(name);
            for (Map.Entry<String, StatsTree> child : children.entrySet()) {
                child.getValue().writeBounds(json, child.getKey(), bound);
            }
            json.writeEndObject();
        }
    }

    private void writeNullCounts(JsonGenerator json, String name) throws IOException {
        if (leafType == null) {
            json.writeObjectFieldStart(name);
            for (Map.Entry<String, StatsTree> child : children.entrySet()) {
                child.getValue().writeNullCounts(json, child.getKey());
            }
            json.writeEndObject();
        } else if (nullCount.isPresent()) {
            json.writeNumberField(name, nullCount.getAsLong());
        }
    }
}
