/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One action of a log for people: its name, and each of its fields on a line of its own. Works on the line itself, so
 * that actions and fields which this build does not know are shown, too.
 */
final class ActionText {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int SHORT = 160;
    /** Fields that hold milliseconds since the epoch. */
    private static final Set<String> TIMES = Set.of(
            "timestamp", "inCommitTimestamp", "modificationTime", "deletionTimestamp", "createdTime", "lastUpdated");

    private final boolean full;

    /** @param full whether long values are kept as they are */
    ActionText(boolean full) {
        this.full = full;
    }

    /** The lines for one line of a commit file; one that is no JSON object is shown as it is. */
    List<String> lines(String line) {
        TextTable block = TextTable.withoutHeader();
        JsonNode actions = parse(line);
        if (!actions.isObject()) {
            block.row("(no action)", shortened(line.strip()));
        }
        for (Map.Entry<String, JsonNode> action : actions.properties()) {
            add(action.getKey(), action.getValue(), block);
        }
        return block.lines();
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            return JSON.nullNode();
        }
    }

    private void add(String name, JsonNode action, TextTable block) {
        if (!action.isObject() || action.isEmpty()) {
            block.row(name, shortened(action.toString()));
            return;
        }
        String first = name;
        for (Map.Entry<String, JsonNode> field : action.properties()) {
            block.row(first, field.getKey(), value(field.getKey(), field.getValue()));
            first = "";
        }
    }

    private String value(String name, JsonNode value) {
        if (TIMES.contains(name) && value.canConvertToLong() && value.isNumber()) {
            return value.asText() + " (" + Timestamps.shown(value.asLong()) + ")";
        }
        if (name.equals("schemaString") && value.isTextual()) {
            return String.join("\n", SchemaLines.of(value.asText()));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(entry -> entry.getKey() + "=" + shortened(text(entry.getValue())))
                    .collect(Collectors.joining("\n"));
        }
        return shortened(text(value));
    }

    private static String text(JsonNode value) {
        return value.isTextual() ? value.asText() : value.toString();
    }

    private String shortened(String text) {
        if (full) {
            return text;
        }
        String line = text.replaceAll("\\R", " ");
        int length = line.codePointCount(0, line.length());
        if (length <= SHORT) {
            return line;
        }
        return line.substring(0, line.offsetByCodePoints(0, SHORT)) + "... (" + length + " characters)";
    }
}
