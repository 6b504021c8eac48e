/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.stats.FileStatistics;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.RowData;

/**
 * Writes one field of the schema, with everything below it, straight into the encoders of
 * its Parquet columns. It knows its definition level, so nothing is looked up for a
 * value. One instance serves one file.
 */
abstract class ValueWriter {
    private final ColumnPlace place;
    private final boolean nullable;
    /** The definition level of a value that is there. */
    final int definition;
    /** The definition level of null: whatever encloses the value is there, the value is not. */
    private final int nullDefinition;

    ValueWriter(ColumnPlace place) {
        this.place = place;
        this.nullable = place.nullable();
        this.definition = place.definition();
        this.nullDefinition = place.nullDefinition();
    }

    final ColumnPlace place() {
        return place;
    }

    /** Writes the value at {@code position} of the row. */
    final void writeField(RowData row, int position, int repetition) {
        if (!row.isNullAt(position)) {
            write(row, position, repetition);
        } else if (nullable) {
            writeNull(repetition, nullDefinition);
        } else {
            throw place.nullInNotNull();
        }
    }

    /** Writes the value at {@code position} of the array. */
    final void writeElement(ArrayData array, int position, int repetition) {
        if (!array.isNullAt(position)) {
            write(array, position, repetition);
        } else if (nullable) {
            writeNull(repetition, nullDefinition);
        } else {
            throw place.nullInNotNull();
        }
    }

    /** Writes that nothing is there from the level {@code nullLevel} on. */
    abstract void writeNull(int repetition, int nullLevel);

    /** Adds what is known about the values of this column or of the columns below, once the file is finished. */
    abstract void addStatistics(ChunkStatistics chunks, FileStatistics.Builder statistics);

    /** Writes a value that is not null. */
    abstract void write(RowData row, int position, int repetition);

    /** Writes a value that is not null. */
    abstract void write(ArrayData array, int position, int repetition);
}
