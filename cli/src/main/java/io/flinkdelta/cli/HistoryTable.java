/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.snapshot.HistoryEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The history of a table, with the names of Spark's DESCRIBE HISTORY, for people or as JSON. */
final class HistoryTable {
    private static final int CELL_WIDTH = 60;
    private static final List<String> FIELDS = List.of(
            "userId",
            "userName",
            "operation",
            "operationParameters",
            "job",
            "notebook",
            "clusterId",
            "readVersion",
            "isolationLevel",
            "isBlindAppend",
            "operationMetrics",
            "userMetadata",
            "engineInfo",
            "txnId");

    private HistoryTable() {}

    /** Without the columns that make it wide. */
    static List<String> narrowLines(List<HistoryEntry> entries) {
        TextTable table = TextTable.withHeader("version", "timestamp", "operation", "operationMetrics");
        for (HistoryEntry entry : entries) {
            ObjectNode json = json(entry);
            table.row(
                    String.valueOf(entry.version()),
                    Timestamps.shown(entry.timestamp()),
                    text(json.path("operation")),
                    pairs(json.path("operationMetrics")));
        }
        return table.lines();
    }

    static List<String> lines(List<HistoryEntry> entries) {
        TextTable table = TextTable.withHeader(
                "version", "timestamp", "operation", "operationParameters", "operationMetrics", "engineInfo");
        for (HistoryEntry entry : entries) {
            ObjectNode json = json(entry);
            table.row(
                    String.valueOf(entry.version()),
                    Timestamps.shown(entry.timestamp()),
                    text(json.path("operation")),
                    pairs(json.path("operationParameters")),
                    pairs(json.path("operationMetrics")),
                    text(json.path("engineInfo")));
        }
        return table.lines();
    }

    /** The fields of Spark's DESCRIBE HISTORY that the commit has. */
    static ObjectNode json(HistoryEntry entry) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("version", entry.version());
        json.put("timestamp", Timestamps.iso(entry.timestamp()));
        ObjectNode commit = entry.commitInfo().map(info -> info.toJson()).orElseGet(json::objectNode);
        for (String field : FIELDS) {
            JsonNode value = commit.get(field);
            if (value != null && !value.isNull()) {
                json.set(field, value);
            }
        }
        return json;
    }

    /** {@code key=value} pairs, broken into lines between pairs. */
    private static String pairs(JsonNode object) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            String pair = entry.getKey() + "=" + oneLine(text(entry.getValue()));
            if (!line.isEmpty() && line.length() + pair.length() + 2 > CELL_WIDTH) {
                lines.add(line.append(',').toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : ", ").append(pair);
        }
        lines.add(line.toString());
        return String.join("\n", lines);
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.isMissingNode() ? "" : value.toString();
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("\\R", " ");
        return line.length() <= CELL_WIDTH ? line : line.substring(0, CELL_WIDTH - 3) + "...";
    }
}
