/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.Arrays;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;

/**
 * The two leaves of a map of strings. Rows are asked for in ascending order, and read some hundred at a
 * time. Repeated texts of a dictionary page are the same {@link Binary}.
 */
final class MapColumn {
    /** Null when the file does not have the column. */
    private final ColumnReader keyReader;

    private final ColumnReader valueReader;
    private final long rowCount;
    private final int keyLevel;
    private final int valueLevel;
    /** The entries of the rows in memory, and for each row where those of the next begin. */
    private Binary[] keys = new Binary[FlatColumn.BATCH];

    private Binary[] values = new Binary[FlatColumn.BATCH];
    private final int[] ends = new int[FlatColumn.BATCH];
    private int entries;
    private long firstRow;
    private long endRow;
    /** The place among them of the row that was asked for. */
    private int place;

    MapColumn(ColumnReader keys, ColumnReader values, long rowCount) {
        this.keyReader = keys;
        this.valueReader = values;
        this.rowCount = rowCount;
        this.keyLevel = keys == null ? 0 : keys.getDescriptor().getMaxDefinitionLevel();
        this.valueLevel = values == null ? 0 : values.getDescriptor().getMaxDefinitionLevel();
    }

    /** Empty in each row. */
    static MapColumn absent() {
        return new MapColumn(null, null, 0);
    }

    /** Turns to row {@code wanted} of the row group; the number of its entries. */
    int entries(long wanted) {
        if (keyReader == null) {
            return 0;
        }
        if (wanted >= endRow) {
            for (; endRow < wanted; endRow++) {
                readRow(false);
            }
            fill();
        }
        place = (int) (wanted - firstRow);
        return ends[place] - begin();
    }

    /** The key of an entry of the row. */
    Binary key(int entry) {
        return keys[begin() + entry];
    }

    /** The value of an entry of the row; may be null. */
    Binary value(int entry) {
        return values[begin() + entry];
    }

    private int begin() {
        return place == 0 ? 0 : ends[place - 1];
    }

    private void fill() {
        firstRow = endRow;
        entries = 0;
        int count = (int) Math.min(FlatColumn.BATCH, rowCount - firstRow);
        for (int i = 0; i < count; i++) {
            readRow(true);
            ends[i] = entries;
        }
        endRow = firstRow + count;
    }

    /** Passes one row; a null or empty map is one entry without a key. */
    private void readRow(boolean keep) {
        do {
            boolean hasKey = keyReader.getCurrentDefinitionLevel() == keyLevel;
            boolean hasValue = valueReader.getCurrentDefinitionLevel() == valueLevel;
            if (hasKey && keep) {
                add(keyReader.getBinary(), hasValue ? valueReader.getBinary() : null);
            } else {
                skip(keyReader, hasKey);
                skip(valueReader, hasValue);
            }
            keyReader.consume();
            valueReader.consume();
        } while (keyReader.getCurrentRepetitionLevel() > 0);
    }

    private void add(Binary key, Binary value) {
        if (entries == keys.length) {
            keys = Arrays.copyOf(keys, entries * 2);
            values = Arrays.copyOf(values, entries * 2);
        }
        keys[entries] = key;
        values[entries] = value;
        entries++;
    }

    private static void skip(ColumnReader reader, boolean hasValue) {
        if (hasValue) {
            reader.skip();
        }
    }
}
