/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the statistics of certain columns out of the JSON of {@code add.stats}, one file after the
 * other. Text that is no JSON object, or that says something twice, says nothing. One thread.
 */
public final class JsonFileStats implements FileStats {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Node columns = new Node();
    private final StatsScalar[] minValues;
    private final StatsScalar[] maxValues;
    private final StatsScalar[] nullCounts;
    private StatsScalar numRecords;

    /**
     * Of these columns.
     *
     * @param columns physical names from the top down
     */
    public JsonFileStats(List<List<String>> columns) {
        minValues = new StatsScalar[columns.size()];
        maxValues = new StatsScalar[columns.size()];
        nullCounts = new StatsScalar[columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            Node node = this.columns;
            for (String name : columns.get(i)) {
                node = node.children.computeIfAbsent(name, key -> new Node());
            }
            node.column = i;
        }
    }

    /** Turns to the next file. */
    public JsonFileStats read(String stats) {
        try (JsonParser json = JSON.createParser(stats)) {
            return read(json);
        } catch (IOException e) {
            return clear();
        }
    }

    /** Turns to the next file, whose statistics are these bytes in UTF-8. */
    public JsonFileStats read(byte[] stats, int offset, int length) {
        try (JsonParser json = JSON.createParser(stats, offset, length)) {
            return read(json);
        } catch (IOException e) {
            return clear();
        }
    }

    /** Turns to a file without statistics. */
    public JsonFileStats clear() {
        numRecords = null;
        Arrays.fill(minValues, null);
        Arrays.fill(maxValues, null);
        Arrays.fill(nullCounts, null);
        return this;
    }

    private JsonFileStats read(JsonParser json) throws IOException {
        clear();
        if (json.nextToken() != JsonToken.START_OBJECT) {
            return this;
        }
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            switch (field) {
                case "numRecords" -> numRecords = scalar(json, value);
                case "minValues" -> columns(json, value, columns, minValues);
                case "maxValues" -> columns(json, value, columns, maxValues);
                case "nullCount" -> columns(json, value, columns, nullCounts);
                default -> json.skipChildren();
            }
        }
        return json.currentToken() == JsonToken.END_OBJECT ? this : clear();
    }

    private static void columns(JsonParser json, JsonToken start, Node node, StatsScalar[] into) throws IOException {
        if (start != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            Node child = node.children.get(field);
            if (child == null) {
                json.skipChildren();
            } else if (value == JsonToken.START_OBJECT) {
                columns(json, value, child, into);
            } else if (child.column >= 0) {
                into[child.column] = scalar(json, value);
            }
        }
    }

    private static StatsScalar scalar(JsonParser json, JsonToken value) throws IOException {
        return switch (value) {
            case VALUE_STRING -> new StatsScalar(json.getText(), true);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new StatsScalar(json.getText(), false);
            default -> {
                json.skipChildren();
                yield null;
            }
        };
    }

    @Override
    public StatsScalar numRecords() {
        return numRecords;
    }

    @Override
    public StatsScalar minValue(int column) {
        return minValues[column];
    }

    @Override
    public StatsScalar maxValue(int column) {
        return maxValues[column];
    }

    @Override
    public StatsScalar nullCount(int column) {
        return nullCounts[column];
    }

    private static final class Node {
        private final Map<String, Node> children = new HashMap<>(4);
        private int column = -1;
    }
}
