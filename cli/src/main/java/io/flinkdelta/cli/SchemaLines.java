/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A schema as one line for each column: name, type as SQL writes it, NOT NULL, and what the column's metadata says.
 * Works on the schema string itself, so that types which this build does not know are shown, too.
 */
final class SchemaLines {
    private static final Map<String, String> SQL_NAMES =
            Map.of("byte", "tinyint", "short", "smallint", "integer", "int", "long", "bigint");

    private SchemaLines() {}

    /** Of a {@code schemaString}; itself when it is no schema. */
    static List<String> of(String schemaString) {
        List<String> lines = new ArrayList<>();
        try {
            for (JsonNode field : new JsonMapper().readTree(schemaString).path("fields")) {
                lines.add(column(field));
            }
            return lines;
        } catch (IOException e) {
            return List.of(schemaString);
        }
    }

    private static String column(JsonNode field) {
        StringBuilder line = new StringBuilder(field.path("name").asText());
        line.append(' ').append(type(field.path("type")));
        if (!field.path("nullable").asBoolean(true)) {
            line.append(" NOT NULL");
        }
        JsonNode metadata = field.path("metadata");
        return metadata.isEmpty()
                ? line.toString()
                : line.append(' ').append(metadata).toString();
    }

    private static String type(JsonNode type) {
        return switch (type.path("type").asText()) {
            case "struct" ->
                StreamSupport.stream(type.path("fields").spliterator(), false)
                        .map(field -> field.path("name").asText() + ": " + type(field.path("type")))
                        .collect(Collectors.joining(", ", "struct<", ">"));
            case "array" -> "array<" + type(type.path("elementType")) + ">";
            case "map" -> "map<" + type(type.path("keyType")) + ", " + type(type.path("valueType")) + ">";
            default -> type.isTextual() ? SQL_NAMES.getOrDefault(type.asText(), type.asText()) : type.toString();
        };
    }
}
