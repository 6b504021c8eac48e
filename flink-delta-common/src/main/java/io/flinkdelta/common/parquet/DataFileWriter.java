/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.stats.FileStatistics;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.data.RowData;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open data file. Rows are encoded column by column as they come and are not kept, so that they
 * may be reused. Ends by {@link #close} or {@link #abort}; after any exception only {@link #abort}
 * is left. One thread.
 */
public final class DataFileWriter {
    private static final Logger LOG = LoggerFactory.getLogger(DataFileWriter.class);

    private final DataStore store;
    private final String relativePath;
    private final PartitionValues partitionValues;
    private final FileLayout layout;
    private final Clock clock;
    private final ParquetFileWriter file;
    private final ValueWriter[] columns;
    private final int[] positions;

    private RowGroups rowGroups;
    private State state = State.OPEN;
    private long rows;

    private enum State {
        OPEN,
        FAILED,
        ENDED
    }

    private DataFileWriter(
            DataStore store,
            String relativePath,
            PartitionValues partitionValues,
            FileLayout layout,
            ColumnStores columnStores,
            Clock clock,
            ParquetFileWriter file) {
        this.store = store;
        this.relativePath = relativePath;
        this.partitionValues = partitionValues;
        this.layout = layout;
        this.clock = clock;
        this.file = file;
        ValueWriters writers = columnStores.newValueWriters(layout.mapping());
        this.columns = layout.newWriters(writers).toArray(ValueWriter[]::new);
        this.positions =
                layout.columns().stream().mapToInt(FileLayout.Column::position).toArray();
        this.rowGroups = new RowGroups(file, columnStores, writers.encoders());
    }

    static DataFileWriter open(
            DataStore store,
            String relativePath,
            PartitionValues partitionValues,
            FileLayout layout,
            ColumnStores columnStores,
            Clock clock) {
        try {
            ParquetFileWriter file = columnStores.create(store.create(relativePath));
            return new DataFileWriter(store, relativePath, partitionValues, layout, columnStores, clock, file);
        } catch (IOException e) {
            throw failure("create a data file", store, relativePath, e);
        }
    }

    /** The path that {@link DataFileWriters#open} was called with. */
    public String relativePath() {
        return relativePath;
    }

    /**
     * Appends a row. Columns that are partition columns are passed over.
     *
     * @param fullRow a row of the row type that the writers were made for
     * @return whether the row had a large value, so that the sizes may have grown more than by rows before
     * @throws io.flinkdelta.log.error.InvalidRequestException when a value cannot be stored: null in a NOT NULL
     *     column, a decimal that does not fit, a timestamp that does not fit; names table, column and value; or when the
     *     storage refuses the file
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public boolean write(RowData fullRow) {
        requireOpen();
        state = State.FAILED;
        for (int i = 0; i < columns.length; i++) {
            columns[i].writeField(fullRow, positions[i], 0);
        }
        rows++;
        boolean large;
        try {
            large = rowGroups.endRow();
        } catch (IOException e) {
            throw failure("write a data file", store, relativePath, e);
        }
        state = State.OPEN;
        return large;
    }

    /** How many rows were written. */
    public long rows() {
        return rows;
    }

    /** About how large the file would be if it were closed now, in bytes. Cheap. */
    public long estimatedFileSize() {
        return state == State.ENDED ? 0 : rowGroups.estimatedFileSize();
    }

    /** The memory that the buffers take, in bytes. Looks at every column. */
    public long bufferedBytes() {
        return state == State.ENDED ? 0 : rowGroups.allocatedBytes();
    }

    /**
     * Finishes the file.
     *
     * @return what to add to the log
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     * @throws io.flinkdelta.log.error.InvalidRequestException when the storage refuses the file
     */
    public AddFile close() {
        requireOpen();
        state = State.FAILED;
        long size;
        try {
            rowGroups.end();
            file.end(Map.of());
            size = file.getPos();
            file.close();
        } catch (IOException e) {
            throw failure("finish a data file", store, relativePath, e);
        }
        state = State.ENDED;
        rowGroups = null;
        return AddFile.ofNewFile(
                DataPath.encode(relativePath), partitionValues, size, clock.millis(), Optional.of(statistics()));
    }

    /** Gives the file up and deletes it. What goes wrong in that is logged only. Does nothing after {@link #close}. */
    public void abort() {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        rowGroups.abort();
        rowGroups = null;
        try {
            file.close();
        } catch (IOException e) {
            LOG.debug("Closing the abandoned data file {} failed", relativePath, e);
        }
        try {
            store.delete(relativePath);
        } catch (IOException e) {
            LOG.warn("The abandoned data file {} of {} cannot be deleted", relativePath, store.location(), e);
        }
    }

    private String statistics() {
        FileStatistics.Builder statistics = FileStatistics.builder(layout.physicalSchema(), layout.statsColumns())
                .numRecords(rows);
        ChunkStatistics chunks = new ChunkStatistics(file.getFooter().getBlocks());
        for (ValueWriter column : columns) {
            column.addStatistics(chunks, statistics);
        }
        return statistics.build().toJson();
    }

    private void requireOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the writer of " + relativePath
                    + (state == State.ENDED ? " has ended" : " has failed, it can only be aborted"));
        }
    }

    private static DeltaException failure(String doing, DataStore store, String relativePath, IOException cause) {
        ErrorContext where = ErrorContext.table(store.location()).with("file", relativePath);
        return StorageErrors.ofWrite(cause, where, doing);
    }
}
