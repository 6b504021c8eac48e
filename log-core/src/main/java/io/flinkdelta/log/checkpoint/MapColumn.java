/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnReader;

/** The two leaves of a map of strings. Rows are asked for in ascending order. */
final class MapColumn {
    /** Null when the file does not have the column. */
    private final ColumnReader keys;

    private final ColumnReader values;
    private final int keyLevel;
    private final int valueLevel;
    private long row;

    MapColumn(ColumnReader keys, ColumnReader values) {
        this.keys = keys;
        this.values = values;
        this.keyLevel = keys == null ? 0 : keys.getDescriptor().getMaxDefinitionLevel();
        this.valueLevel = values == null ? 0 : values.getDescriptor().getMaxDefinitionLevel();
    }

    /** Empty in each row. */
    static MapColumn absent() {
        return new MapColumn(null, null);
    }

    /** Gives the entries of row {@code wanted} of the row group, which may be asked for once. */
    void read(long wanted, Entries entries) {
        if (keys == null) {
            return;
        }
        for (; row < wanted; row++) {
            step(null);
        }
        step(entries);
        row++;
    }

    /** Passes one row; a null or empty map is one entry without a key. */
    private void step(Entries entries) {
        do {
            boolean hasKey = keys.getCurrentDefinitionLevel() == keyLevel;
            boolean hasValue = values.getCurrentDefinitionLevel() == valueLevel;
            if (hasKey && entries != null) {
                entries.entry(
                        FlatColumn.bytes(keys.getBinary()), hasValue ? FlatColumn.bytes(values.getBinary()) : null);
            } else {
                skip(keys, hasKey);
                skip(values, hasValue);
            }
            keys.consume();
            values.consume();
        } while (keys.getCurrentRepetitionLevel() > 0);
    }

    private static void skip(ColumnReader reader, boolean hasValue) {
        if (hasValue) {
            reader.skip();
        }
    }

    /** Takes the entries of a row. */
    @FunctionalInterface
    interface Entries {
        /**
         * One entry.
         *
         * @param value may be null
         */
        void entry(ByteBuffer key, ByteBuffer value);
    }
}
