/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.DataStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;

/**
 * Opens the data files of one table for writing: everything that the files have in common is made
 * once here. Used by one thread, as are the writers that it opens; many may be open at once, and a
 * nearly empty one holds some kilobytes per column.
 */
public final class DataFileWriters implements AutoCloseable {
    private final DataStore store;
    private final FileLayout layout;
    private final ColumnStores columnStores;
    private final Clock clock;

    private DataFileWriters(DataStore store, FileLayout layout, ColumnStores columnStores, Clock clock) {
        this.store = store;
        this.layout = layout;
        this.columnStores = columnStores;
        this.clock = clock;
    }

    /**
     * For rows of {@code rowType}, partition columns included.
     *
     * @param tableConfiguration the table's properties, which choose the columns with statistics
     * @throws InvalidRequestException when a type has no Delta type, or no column is left to store
     */
    public static DataFileWriters create(
            DataStore store,
            RowType rowType,
            List<String> partitionColumns,
            Map<String, String> tableConfiguration,
            DataFileFormat format) {
        return create(store, rowType, partitionColumns, tableConfiguration, format, Clock.systemUTC());
    }

    /** The same with the clock that dates the files. */
    public static DataFileWriters create(
            DataStore store,
            RowType rowType,
            List<String> partitionColumns,
            Map<String, String> tableConfiguration,
            DataFileFormat format,
            Clock clock) {
        return create(store, rowType, TableLayout.of(rowType, partitionColumns, tableConfiguration), format, clock);
    }

    /**
     * For rows of {@code rowType}, which are added to an existing table.
     *
     * @param rowType all columns of the table, partition columns included, in any order
     * @throws InvalidRequestException when a type has no Delta type, or no column is left to store
     */
    public static DataFileWriters create(
            DataStore store, RowType rowType, TableLayout table, DataFileFormat format, Clock clock) {
        FileLayout layout = FileLayout.of(store.location(), rowType, table);
        if (layout.columns().isEmpty()) {
            throw new InvalidRequestException(
                    "Every column is a partition column, so that no column is left for the data files.",
                    ErrorContext.table(store.location()).with("partitionColumns", table.partitionColumns()),
                    "Add a column or partition by fewer columns.");
        }
        return new DataFileWriters(store, layout, new ColumnStores(layout.message(), format), clock);
    }

    /**
     * Opens a new file.
     *
     * @param relativePath decoded, relative to the table
     * @param partitionValues of every row that will be written to it; not checked
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public DataFileWriter open(String relativePath, PartitionValues partitionValues) {
        return DataFileWriter.open(store, relativePath, partitionValues, layout, columnStores, clock);
    }

    /** Releases the compressors. The open writers must be closed or aborted before. */
    @Override
    public void close() {
        columnStores.close();
    }
}
