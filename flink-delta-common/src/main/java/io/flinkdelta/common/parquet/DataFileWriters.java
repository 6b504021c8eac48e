/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ClusteringColumns;
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
        return create(store, rowType, partitionColumns, tableConfiguration, ClusteringColumns.none(), format);
    }

    /**
     * The same for a table that is clustered.
     *
     * @param clustering columns that have statistics, whatever the properties say
     */
    public static DataFileWriters create(
            DataStore store,
            RowType rowType,
            List<String> partitionColumns,
            Map<String, String> tableConfiguration,
            ClusteringColumns clustering,
            DataFileFormat format) {
        FileLayout layout = FileLayout.of(store.location(), rowType, partitionColumns, tableConfiguration, clustering);
        return create(store, partitionColumns, layout, format, Clock.systemUTC());
    }

    /** The same with the clock that dates the files. */
    public static DataFileWriters create(
            DataStore store,
            RowType rowType,
            List<String> partitionColumns,
            Map<String, String> tableConfiguration,
            DataFileFormat format,
            Clock clock) {
        FileLayout layout = FileLayout.of(
                store.location(), rowType, partitionColumns, tableConfiguration, ClusteringColumns.none());
        return create(store, partitionColumns, layout, format, clock);
    }

    private static DataFileWriters create(
            DataStore store, List<String> partitionColumns, FileLayout layout, DataFileFormat format, Clock clock) {
        if (layout.columns().isEmpty()) {
            throw new InvalidRequestException(
                    "Every column is a partition column, so that no column is left for the data files.",
                    ErrorContext.table(store.location()).with("partitionColumns", partitionColumns),
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
