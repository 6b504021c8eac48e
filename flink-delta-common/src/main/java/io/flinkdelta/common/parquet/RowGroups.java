/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.parquet.column.ColumnEncoder;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;

/**
 * The row groups of one open file. Row by row it only counts; from time to time it looks at the
 * sizes, and then finishes pages that are full and row groups that are.
 */
final class RowGroups {
    /** Even if rows are small: the next ones may not be. */
    private static final long MAX_ROWS_BETWEEN_CHECKS = 1_000;

    /** What the objects of a column take beside its buffers, as measured. */
    private static final long COLUMN_OVERHEAD_BYTES = 1_792;

    private final ParquetFileWriter file;
    private final ColumnStores stores;
    private final ColumnEncoder[] encoders;
    private final List<ColumnDescriptor> columns;

    private ColumnChunkPageWriteStore pages;
    private long rows;
    private long nextCheck;
    private long bytesPerRow;
    private long finishedBytes;
    private boolean fileStarted;

    /** @param encoders of the columns, in the order of the Parquet schema */
    RowGroups(ParquetFileWriter file, ColumnStores stores, List<ColumnEncoder> encoders) {
        this.file = file;
        this.stores = stores;
        this.encoders = encoders.toArray(ColumnEncoder[]::new);
        this.columns = stores.message().getColumns();
        start();
    }

    /**
     * To be called when the values of a row were given to all encoders.
     *
     * @return whether the row had a large value
     */
    boolean endRow() throws IOException {
        rows++;
        boolean large = stores.scratch().takeLargeValue();
        if (large || rows >= nextCheck) {
            check();
        }
        return large;
    }

    /** About how large the file would be if it ended now. */
    long estimatedFileSize() {
        return finishedBytes + bytesPerRow * rows;
    }

    long allocatedBytes() {
        long bytes = encoders.length * COLUMN_OVERHEAD_BYTES;
        for (ColumnEncoder encoder : encoders) {
            bytes += encoder.allocatedBytes();
        }
        return bytes;
    }

    /** Writes the last row group. */
    void end() throws IOException {
        startFile();
        if (rows > 0) {
            finish();
        }
        pages.close();
    }

    /** Lets go of what is buffered. */
    void abort() {
        pages.close();
    }

    private void start() {
        pages = stores.newPages();
        for (int i = 0; i < encoders.length; i++) {
            encoders[i].startChunk(pages.getPageWriter(columns.get(i)));
        }
        rows = 0;
        nextCheck = 1;
    }

    private void check() throws IOException {
        long bytes = 0;
        long fileBytes = 0;
        long rowsToGo = MAX_ROWS_BETWEEN_CHECKS;
        for (ColumnEncoder encoder : encoders) {
            rowsToGo = Math.min(rowsToGo, encoder.endPageIfFull(rows));
            bytes += encoder.pageBytes() + encoder.openBytes();
            fileBytes += encoder.pageBytes() + encoder.estimatedOpenPageBytes();
        }
        bytesPerRow = fileBytes / rows;
        long rowsToFullGroup = (stores.rowGroupBytes() - bytes) / Math.max(1, bytes / rows);
        if (rowsToFullGroup <= 1) {
            finish();
            pages.close();
            start();
        } else {
            // Halfway only: the rows to come may be larger than those before.
            nextCheck = rows + Math.max(1, Math.min(rowsToGo, rowsToFullGroup / 2));
        }
    }

    private void startFile() throws IOException {
        if (!fileStarted) {
            fileStarted = true;
            file.start();
        }
    }

    private void finish() throws IOException {
        startFile();
        file.startBlock(rows);
        for (ColumnEncoder encoder : encoders) {
            encoder.endChunk(rows);
        }
        pages.flushToFileWriter(file);
        file.endBlock();
        finishedBytes = file.getPos();
    }
}
