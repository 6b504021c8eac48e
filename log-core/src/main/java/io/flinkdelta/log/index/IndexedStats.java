/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.flinkdelta.log.stats.FileStats;
import io.flinkdelta.log.stats.JsonFileStats;
import io.flinkdelta.log.stats.StatsScalar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The statistics of certain columns out of a block of files, without the JSON being made: which hole of a
 * shape holds what is found out once for each shape. One thread.
 */
final class IndexedStats implements FileStats {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<List<String>> columns;
    private final JsonFileStats whole;
    private final Scratch scratch;
    private ShapedTexts texts;
    private Places[] places;
    private int file;
    private int shape;

    IndexedStats(List<List<String>> columns, Scratch scratch) {
        this.columns = columns;
        this.whole = new JsonFileStats(columns);
        this.scratch = scratch;
    }

    /** Turns to a block. */
    void block(FileBlock block) {
        texts = block.stats();
        places = new Places[texts.shapes()];
    }

    /** Turns to a file of the block. */
    IndexedStats file(int number) {
        file = number;
        shape = texts.shapeOf(number);
        if (shape == places.length) {
            whole.read(texts.get(number, scratch));
        } else if (places[shape] == null) {
            places[shape] = Places.of(texts.shape(shape), columns);
        }
        return this;
    }

    @Override
    public StatsScalar numRecords() {
        return shape == places.length ? whole.numRecords() : scalar(places[shape].numRecords);
    }

    @Override
    public StatsScalar minValue(int column) {
        return shape == places.length ? whole.minValue(column) : scalar(places[shape].minValues[column]);
    }

    @Override
    public StatsScalar maxValue(int column) {
        return shape == places.length ? whole.maxValue(column) : scalar(places[shape].maxValues[column]);
    }

    @Override
    public StatsScalar nullCount(int column) {
        return shape == places.length ? whole.nullCount(column) : scalar(places[shape].nullCounts[column]);
    }

    private StatsScalar scalar(int hole) {
        if (hole < 0) {
            return null;
        }
        scratch.text().clear();
        texts.appendHole(file, shape, hole, scratch);
        boolean quoted = texts.shape(shape).hole(hole).equals(Hole.STRING);
        String text = scratch.toText();
        return new StatsScalar(quoted && text.indexOf('\\') >= 0 ? unescaped(text) : text, quoted);
    }

    private static String unescaped(String content) {
        try (JsonParser json = JSON.createParser('"' + content + '"')) {
            return json.nextTextValue();
        } catch (IOException e) {
            // The bound that bounds nothing; a replacement character says that it cannot be relied on.
            return "\ufffd";
        }
    }

    /** In which holes of a shape the values are; -1 where there is none. */
    private static final class Places {
        private final int numRecords;
        private final int[] minValues;
        private final int[] maxValues;
        private final int[] nullCounts;

        private Places(JsonFileStats holes, int columns) {
            numRecords = hole(holes.numRecords());
            minValues = new int[columns];
            maxValues = new int[columns];
            nullCounts = new int[columns];
            for (int i = 0; i < columns; i++) {
                minValues[i] = hole(holes.minValue(i));
                maxValues[i] = hole(holes.maxValue(i));
                nullCounts[i] = hole(holes.nullCount(i));
            }
        }

        /** Reads a text of the shape that has in each hole the hole's number. */
        static Places of(Shape shape, List<List<String>> columns) {
            ByteList text = new ByteList();
            for (int i = 0; i <= shape.holes(); i++) {
                text.add(shape.literal(i), 0, shape.literal(i).length);
                if (i < shape.holes()) {
                    byte[] number = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
                    text.add(number, 0, number.length);
                }
            }
            return new Places(new JsonFileStats(columns).read(text.array(), 0, text.size()), columns.size());
        }

        private static int hole(StatsScalar number) {
            return number == null ? -1 : Integer.parseInt(number.text());
        }
    }
}
