/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * The statistics of a file some of whose rows a deletion vector hides (PROTOCOL.md, "Per-file Statistics"):
 * the same numbers, which hold for what is left, but need no longer be met ({@code tightBounds} is false), and
 * always the number of rows in the file. Everything else stays as it is, digit by digit.
 */
public final class WideBounds {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String NUM_RECORDS = "numRecords";
    private static final String TIGHT_BOUNDS = "tightBounds";

    private WideBounds() {}

    /**
     * {@code stats} as a file with a deletion vector has them.
     *
     * @param stats an {@code add.stats}
     * @param numRecords of the file, hidden ones included
     * @throws IllegalArgumentException when {@code stats} is no JSON object, or says another number of rows
     */
    public static String of(String stats, long numRecords) {
        try (JsonParser json = JSON.createParser(stats)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("no JSON object");
            }
            int start = offset(json) + 1;
            StringBuilder wide = new StringBuilder(stats);
            boolean counted = false;
            boolean bounded = false;
            boolean empty = true;
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                JsonToken value = json.nextToken();
                empty = false;
                if (field.equals(NUM_RECORDS)) {
                    counted = true;
                    requireSame(json.getValueAsLong(-1), numRecords);
                } else if (field.equals(TIGHT_BOUNDS) && value.isScalarValue()) {
                    bounded = true;
                    // Offsets before here stand, because nothing was changed before here.
                    wide.replace(offset(json), offset(json) + json.getText().length(), "false");
                }
                json.skipChildren();
            }
            String added = (counted ? "" : "\"" + NUM_RECORDS + "\":" + numRecords)
                    + (counted || bounded ? "" : ",")
                    + (bounded ? "" : "\"" + TIGHT_BOUNDS + "\":false");
            return wide.insert(start, added.isEmpty() || empty ? added : added + ",")
                    .toString();
        } catch (IOException e) {
            throw new IllegalArgumentException("no JSON: " + e.getMessage(), e);
        }
    }

    private static int offset(JsonParser json) {
        return (int) json.currentTokenLocation().getCharOffset();
    }

    private static void requireSame(long stated, long numRecords) {
        if (stated != numRecords) {
            throw new IllegalArgumentException("they say " + stated + " rows, the file has " + numRecords);
        }
    }
}
