/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The statistics of one data file (PROTOCOL.md, "Per-file Statistics"), made by the writer of the
 * file, written as the JSON of {@code add.stats}: the number of records, and for the columns of
 * {@link StatsColumns} bounds and null counts. It promises: a bound that is written holds for every
 * value of the column, and what is not known is left out. Immutable.
 */
public final class FileStatistics {
    private static final JsonFactory JSON = new JsonFactory();

    private final long numRecords;
    private final String json;

    private FileStatistics(long numRecords, String json) {
        this.numRecords = numRecords;
        this.json = json;
    }

    /** A builder for a file of these columns. */
    public static Builder builder(StructType schema, StatsColumns columns) {
        return new Builder(schema, columns);
    }

    public long numRecords() {
        return numRecords;
    }

    /** The value of {@code add.stats}, byte for byte as Spark writes it where Spark's bounds hold. */
    public String toJson() {
        return json;
    }

    /** The {@code numRecords} of an {@code add.stats}; empty when it is not there or the text is no JSON object. */
    public static OptionalLong numRecords(String stats) {
        try (JsonParser json = JSON.createParser(stats)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return OptionalLong.empty();
            }
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                JsonToken value = json.nextToken();
                if (field.equals("numRecords") && value == JsonToken.VALUE_NUMBER_INT) {
                    return OptionalLong.of(json.getLongValue());
                }
                json.skipChildren();
            }
            return OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** Whether an {@code add.stats} tells of the column at {@code path} how often it is null, and so knows the column. */
    public static boolean covers(String stats, List<String> path) {
        try (JsonParser json = JSON.createParser(stats)) {
            boolean inside = json.nextToken() == JsonToken.START_OBJECT && enter(json, "nullCount");
            for (String name : path) {
                inside = inside && json.currentToken() == JsonToken.START_OBJECT && enter(json, name);
            }
            return inside && json.currentToken() == JsonToken.VALUE_NUMBER_INT;
        } catch (IOException e) {
            return false;
        }
    }

    /** From the start of an object to the value of {@code field}; false when there is none. */
    private static boolean enter(JsonParser json, String field) throws IOException {
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            if (name.equals(field)) {
                return true;
            }
            json.skipChildren();
        }
        return false;
    }

    /**
     * Collects the statistics of one file. Columns that {@link StatsColumns} does not name are passed
     * over. Values must be ordered as Spark orders them: numbers by value, NaN above all and -0.0
     * not above 0.0 (as {@code Double.compare}), strings by their UTF-8 bytes. Not thread-safe.
     */
    public static final class Builder {
        private final StatsTree root = StatsTree.root();
        private final Map<List<String>, StatsTree> leaves = new LinkedHashMap<>();
        private final int stringPrefixLength;
        private long numRecords;

        private Builder(StructType schema, StatsColumns columns) {
            this.stringPrefixLength = columns.stringPrefixLength();
            for (List<String> path : columns.paths()) {
                leaves.put(path, root.leaf(schema, path));
            }
        }

        /** The number of rows in the file. */
        public Builder numRecords(long count) {
            numRecords = count;
            return this;
        }

        /**
         * Bounds and null count of a column. The Java values: Byte, Short, Integer, Long, Float, Double;
         * BigDecimal; String; Integer days since the epoch; Long microseconds for both timestamp types.
         *
         * @param min the smallest value, null when all are null
         * @param max the largest value, null when all are null
         * @throws IllegalArgumentException when a value is not of the Java type for the column, or the type has no bounds
         */
        public Builder column(List<String> path, Object min, Object max, long nullCount) {
            StatsTree leaf = leaves.get(path);
            if (leaf == null) {
                return this;
            }
            try {
                leaf.setBounds(min, max, stringPrefixLength);
            } catch (ClassCastException e) {
                throw new IllegalArgumentException(
                        "column " + String.join(".", path) + ": values of the wrong type", e);
            }
            return nullCount(path, nullCount);
        }

        /** The null count of a column without known bounds. */
        public Builder nullCount(List<String> path, long nullCount) {
            StatsTree leaf = leaves.get(path);
            if (leaf != null) {
                leaf.setNullCount(nullCount);
            }
            return this;
        }

        public FileStatistics build() {
            StringWriter text = new StringWriter();
            try (JsonGenerator json = JSON.createGenerator(text)) {
                json.writeStartObject();
                json.writeNumberField("numRecords", numRecords);
                root.write(json);
                json.writeEndObject();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new FileStatistics(numRecords, text.toString());
        }
    }
}
