/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The schema string of a table, both ways (PROTOCOL.md, "Schema Serialization Format"). */
public final class SchemaJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern DECIMAL = Pattern.compile("decimal\\(\\s*(\\d{1,9})\\s*,\\s*(-?\\d{1,9})\\s*\\)");
    private static final DecimalType DEFAULT_DECIMAL = new DecimalType(10, 0);

    private SchemaJson() {}

    /**
     * Parses a {@code schemaString}.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException when it is no schema
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException on a type that this build does not know, naming the column
     */
    public static StructType parse(String schemaString) {
        JsonNode json;
        try {
            json = MAPPER.readTree(schemaString);
        } catch (JsonProcessingException e) {
            throw new CorruptLogException(
                    "The schema string of the table is no JSON.",
                    ErrorContext.none().with("schemaString", excerpt(schemaString)),
                    "Repair the metaData action of the table.",
                    e);
        }
        if (json == null || !"struct".equals(json.path("type").asText())) {
            throw noSchema("", "the top is no struct");
        }
        return struct(json, "");
    }

    /**
     * Parses the name of a type without parts, such as {@code integer} or {@code decimal(10,2)}.
     *
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException on a type that this build does not know
     */
    public static DataType parseType(String name) {
        return primitive(name, null);
    }

    /** The schema string, byte for byte as Spark writes it. */
    public static String write(StructType schema) {
        return json(schema).toString();
    }

    private static DataType type(JsonNode json, String column) {
        if (json == null) {
            throw noSchema(column, "a type is missing");
        }
        if (json.isTextual()) {
            return primitive(json.textValue(), column);
        }
        String kind = json.path("type").asText();
        return switch (kind) {
            case "struct" -> struct(json, column);
            case "array" ->
                new ArrayType(type(json.get("elementType"), column + ".element"), flag(json, "containsNull"));
            case "map" ->
                new MapType(
                        type(json.get("keyType"), column + ".key"),
                        type(json.get("valueType"), column + ".value"),
                        flag(json, "valueContainsNull"));
            case "" -> throw noSchema(column, "not a type: " + excerpt(json.toString()));
            default -> throw unknownType(kind, column);
        };
    }

    private static StructType struct(JsonNode struct, String parent) {
        JsonNode fields = struct.get("fields");
        if (fields == null || !fields.isArray()) {
            throw noSchema(parent, "a struct without fields");
        }
        List<StructField> result = new ArrayList<>(fields.size());
        Set<String> names = new HashSet<>();
        for (JsonNode json : fields) {
            StructField field = field(json, parent);
            if (!names.add(field.name())) {
                throw noSchema(parent, "two fields of the name " + field.name());
            }
            result.add(field);
        }
        return new StructType(result);
    }

    private static StructField field(JsonNode json, String parent) {
        JsonNode name = json.get("name");
        if (name == null || !name.isTextual()) {
            throw noSchema(parent, "a field without a name");
        }
        String column = parent.isEmpty() ? name.textValue() : parent + "." + name.textValue();
        JsonNode metadata = json.get("metadata");
        FieldMetadata parsed = metadata instanceof ObjectNode object ? FieldMetadata.of(object) : FieldMetadata.empty();
        return new StructField(name.textValue(), type(json.get("type"), column), flag(json, "nullable"), parsed);
    }

    private static DataType primitive(String name, String column) {
        for (PrimitiveType type : PrimitiveType.values()) {
            if (type.jsonName().equals(name)) {
                return type;
            }
        }
        if (name.equals("null")) {
            return PrimitiveType.VOID;
        }
        if (name.equals("decimal")) {
            return DEFAULT_DECIMAL;
        }
        Matcher decimal = DECIMAL.matcher(name);
        if (!decimal.matches()) {
            throw unknownType(name, column);
        }
        try {
            return new DecimalType(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
        } catch (IllegalArgumentException e) {
            throw unknownType(name, column);
        }
    }

    /** A flag that Spark takes for true where it is absent. */
    private static boolean flag(JsonNode json, String key) {
        return json.path(key).asBoolean(true);
    }

    private static JsonNode json(DataType type) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (type instanceof StructType struct) {
            ArrayNode fields = nodes.arrayNode();
            for (StructField field : struct.fields()) {
                ObjectNode json = nodes.objectNode().put("name", field.name());
                json.set("type", json(field.type()));
                json.put("nullable", field.nullable());
                json.set("metadata", field.metadata().toJson());
                fields.add(json);
            }
            return nodes.objectNode().put("type", "struct").set("fields", fields);
        }
        if (type instanceof ArrayType array) {
            ObjectNode json = nodes.objectNode().put("type", "array");
            json.set("elementType", json(array.elementType()));
            return json.put("containsNull", array.containsNull());
        }
        if (type instanceof MapType map) {
            ObjectNode json = nodes.objectNode().put("type", "map");
            json.set("keyType", json(map.keyType()));
            json.set("valueType", json(map.valueType()));
            return json.put("valueContainsNull", map.valueContainsNull());
        }
        return nodes.textNode(type.describe());
    }

    private static CorruptLogException noSchema(String column, String what) {
        return new CorruptLogException(
                "The schema string of the table is no schema: " + what + ".",
                ErrorContext.none().with("column", column.isEmpty() ? null : column),
                "Repair the metaData action of the table.");
    }

    private static UnsupportedFeatureException unknownType(String type, String column) {
        return new UnsupportedFeatureException(
                "The table has a column of a type that flink-delta does not know.",
                ErrorContext.none().with("column", column).with("type", type),
                "Read the table with a client that knows the type.");
    }

    private static String excerpt(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}
