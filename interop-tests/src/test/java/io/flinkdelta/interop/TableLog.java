/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A table's commits as raw JSON, read without the product. */
final class TableLog {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private TableLog() {}

    /** All actions of one kind, in the log's order. */
    static List<JsonNode> actions(Path table, String kind) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        for (Path commit : commits(table)) {
            for (String line : Files.readAllLines(commit)) {
                JsonNode action = JSON.readTree(line).path(kind);
                if (!action.isMissingNode()) {
                    found.add(action);
                }
            }
        }
        return found;
    }

    /** The statistics of an add action. */
    static JsonNode statistics(JsonNode add) throws IOException {
        return JSON.readTree(add.path("stats").asText());
    }

    /** Every file below the table with its size and time, to see that a table was left alone. */
    static SortedMap<String, String> contents(Path table) throws IOException {
        SortedMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(table)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(
                        table.relativize(file).toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return contents;
    }

    private static List<Path> commits(Path table) throws IOException {
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{20}\\.json"))
                    .sorted()
                    .toList();
        }
    }
}
