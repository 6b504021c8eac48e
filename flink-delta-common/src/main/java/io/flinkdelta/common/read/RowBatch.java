/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.BatchRow;
import io.flinkdelta.common.read.column.ColumnVector;
import java.util.List;
import org.apache.flink.table.data.RowData;

/**
 * Some successive rows of a data file, without the deleted ones, in vectors that are filled again and again. Made by
 * {@link DataFileBatches#newBatch}. One thread at a time.
 */
public final class RowBatch {
    /** Rows at a time: enough for tight loops, few enough for the nearer caches. */
    static final int CAPACITY = 2048;

    private final List<ColumnVector> columns;
    private final BatchRow row;
    private final int[] places = new int[CAPACITY];
    private long firstPosition;
    private int size;
    /** Whether the rows are those of {@link #places}, else all. */
    private boolean selected;

    /** @param columns a vector for each field of the rows */
    RowBatch(List<ColumnVector> columns) {
        this.columns = List.copyOf(columns);
        this.row = new BatchRow(columns);
    }

    ColumnVector column(int field) {
        return columns.get(field);
    }

    /** All of {@code rows} rows from {@code position} on. */
    void fillAll(long position, int rows) {
        firstPosition = position;
        size = rows;
        selected = false;
    }

    /** Of the rows from {@code position} on, those of {@code wanted}, ascending and relative to it. */
    void fillSelected(long position, int[] wanted, int count) {
        firstPosition = position;
        size = count;
        selected = true;
        System.arraycopy(wanted, 0, places, 0, count);
    }

    /** How many rows there are; 0 before the first batch was read and after the last one. */
    public int size() {
        return size;
    }

    /**
     * A row: always the same object, which shows that row until the next call, and is of use only as long as the batch
     * is not filled again. Its kind is the caller's.
     */
    public RowData row(int index) {
        row.moveTo(place(index));
        return row;
    }

    /** Where a row stands in the file, counted from 0 over all rows, deleted ones included. */
    public long position(int index) {
        return firstPosition + place(index);
    }

    private int place(int index) {
        return selected ? places[index] : index;
    }
}
