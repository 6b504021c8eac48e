/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.read.RowBatch;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitFile;
import java.util.Queue;
import org.apache.flink.types.RowKind;

/**
 * Successive rows of a split, on their way from the thread that reads to the one that emits: of a batch of its file those
 * that passed the filter. One thread at a time.
 */
final class SplitBatch {
    private final DeltaSplit split;
    private final int step;
    private final ReadStep file;
    private final RowBatch rows;
    private final Queue<RowBatch> free;
    /** Null when all rows passed. */
    private final int[] places;

    private int count;

    /**
     * Of all rows of a batch, or of none yet.
     *
     * @param step of the split, and {@code file} what it reads
     * @param free takes the batch back when the rows are through
     */
    SplitBatch(DeltaSplit split, int step, ReadStep file, RowBatch rows, Queue<RowBatch> free, boolean all) {
        this.split = split;
        this.step = step;
        this.file = file;
        this.rows = rows;
        this.free = free;
        this.places = all ? null : new int[rows.size()];
        this.count = all ? rows.size() : 0;
    }

    /** Adds the row at this place of the batch. */
    void add(int place) {
        places[count++] = place;
    }

    /** Keeps the first rows only. */
    void keep(int rows) {
        count = rows;
    }

    int count() {
        return count;
    }

    /** Where in the batch the row number {@code index} is. */
    int place(int index) {
        return places == null ? index : places[index];
    }

    DeltaSplit split() {
        return split;
    }

    int step() {
        return step;
    }

    /** Of the rows. */
    SplitFile file() {
        return file.file();
    }

    String path() {
        return file.file().path();
    }

    RowBatch rows() {
        return rows;
    }

    /** Of all rows; null when the last column says it. */
    RowKind kind() {
        return file.kind();
    }

    /** Gives the batch back; it may be filled again at once. */
    void recycle() {
        free.add(rows);
    }
}
