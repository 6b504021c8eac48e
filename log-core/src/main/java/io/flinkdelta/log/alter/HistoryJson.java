/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The parameters of operations as delta-spark writes them into commitInfo: JSON within texts. Pure. */
final class HistoryJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private HistoryJson() {}

    static JsonNode text(String text) {
        return text == null ? NODES.nullNode() : NODES.textNode(text);
    }

    static JsonNode flag(boolean flag) {
        return NODES.booleanNode(flag);
    }

    /** {@code json} as a text. */
    static JsonNode quoted(JsonNode json) {
        return NODES.textNode(json.toString());
    }

    static JsonNode list(List<String> texts) {
        ArrayNode array = NODES.arrayNode();
        texts.forEach(array::add);
        return quoted(array);
    }

    /** Sorted by key. */
    static JsonNode map(Map<String, String> map) {
        ObjectNode object = NODES.objectNode();
        new TreeMap<>(map).forEach(object::put);
        return quoted(object);
    }

    /** A column that was added, with its place when it has one. */
    static ObjectNode added(ColumnPath path, StructField field, NewColumn column) {
        ObjectNode json = NODES.objectNode();
        json.set("column", column(path, field));
        column.position().ifPresent(position -> json.put("position", position.toString()));
        return json;
    }

    static ObjectNode column(ColumnPath path, StructField field) {
        ObjectNode json = NODES.objectNode();
        json.put("name", path.toString());
        json.put("type", typeName(field.type()));
        json.put("nullable", field.nullable());
        json.set("metadata", field.metadata().toJson());
        return json;
    }

    private static String typeName(DataType type) {
        if (type instanceof StructType) {
            return "struct";
        }
        if (type instanceof ArrayType) {
            return "array";
        }
        return type instanceof MapType ? "map" : type.describe();
    }

    static JsonNode array(List<ObjectNode> objects) {
        ArrayNode array = NODES.arrayNode();
        objects.forEach(array::add);
        return quoted(array);
    }

    static JsonNode protocol(Protocol protocol) {
        ObjectNode json = NODES.objectNode();
        json.put("minReaderVersion", protocol.minReaderVersion());
        json.put("minWriterVersion", protocol.minWriterVersion());
        protocol.readerFeatures().ifPresent(features -> json.set("readerFeatures", names(features)));
        protocol.writerFeatures().ifPresent(features -> json.set("writerFeatures", names(features)));
        return quoted(json);
    }

    private static ArrayNode names(Set<String> names) {
        ArrayNode array = NODES.arrayNode();
        names.forEach(array::add);
        return array;
    }
}
