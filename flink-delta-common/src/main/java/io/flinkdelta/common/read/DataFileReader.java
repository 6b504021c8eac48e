/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import java.util.NoSuchElementException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * The rows of one data file, row by row, whoever wrote it and in whatever Parquet layout, without those
 * that a deletion vector hides. A row is of use until the next one is asked for: whoever keeps it copies it.
 * Columns that the file lacks are null; partition columns come from the log, even if the file has columns of their
 * names. Made by {@link DataFileReaders}.
 */
public final class DataFileReader implements CloseableIterator<RowData> {
    private final DataFileBatches batches;
    private final RowBatch batch;
    private int next;
    private boolean closed;

    /** Reads {@code batches}, which it closes. */
    DataFileReader(DataFileBatches batches) {
        this.batches = batches;
        this.batch = batches.newBatch();
    }

    @Override
    public boolean hasNext() {
        if (closed) {
            return false;
        }
        if (next < batch.size()) {
            return true;
        }
        next = 0;
        return batches.read(batch);
    }

    @Override
    public RowData next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        RowData row = batch.row(next++);
        // It is the same object for each row, and whoever had the last one may have marked it.
        row.setRowKind(RowKind.INSERT);
        return row;
    }

    @Override
    public void close() {
        closed = true;
        batches.close();
    }
}
