/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/**
 * The column {@code add.stats_parsed} in one row group, or a field inside it: its leaves, of which the JSON
 * of a row is made when it is asked for. Rows are asked for in ascending order. One thread.
 */
sealed interface ParsedStatsColumns {

    /** The column itself. */
    static ParsedStatsColumns of(LeafColumns leaves, GroupType type) {
        return struct(leaves, type, new String[] {type.getName()});
    }

    String name();

    /** A leaf of this field, or the leaf itself. */
    NestedColumn witness();

    /** The value of row {@code wanted}; null for null, and for what JSON has no form of. */
    JsonNode json(long wanted);

    private static ParsedStatsColumns of(LeafColumns leaves, Type type, String[] parent) {
        String[] path =
                Stream.concat(Stream.of(parent), Stream.of(type.getName())).toArray(String[]::new);
        return type.isPrimitive()
                ? new Leaf(type.getName(), leaves.nested(path), ParsedStatsConverter.value(type.asPrimitiveType()))
                : struct(leaves, type.asGroupType(), path);
    }

    private static Struct struct(LeafColumns leaves, GroupType type, String[] path) {
        return new Struct(
                type.getName(),
                leaves.definitionLevel(path),
                type.getFields().stream().map(field -> of(leaves, field, path)).toList());
    }

    /**
     * A struct.
     *
     * @param level the definition level from which on it is not null
     */
    record Struct(String name, int level, List<ParsedStatsColumns> fields) implements ParsedStatsColumns {
        @Override
        public NestedColumn witness() {
            return fields.get(0).witness();
        }

        @Override
        public ObjectNode json(long wanted) {
            if (witness().definitionLevel(wanted) < level) {
                return null;
            }
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            for (ParsedStatsColumns field : fields) {
                JsonNode value = field.json(wanted);
                if (value != null) {
                    json.set(field.name(), value);
                }
            }
            return json;
        }
    }

    /**
     * A scalar.
     *
     * @param toJson makes the JSON of what the column holds
     */
    record Leaf(String name, NestedColumn witness, Function<Object, JsonNode> toJson) implements ParsedStatsColumns {
        @Override
        public JsonNode json(long wanted) {
            return witness.isPresent(wanted) ? toJson.apply(witness.value()) : null;
        }
    }
}
