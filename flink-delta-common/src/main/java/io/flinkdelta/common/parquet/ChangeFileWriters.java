/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.DataStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Opens the change data files of one table for writing (PROTOCOL.md, "Change Data Files"): data files in the
 * folder {@code _change_data} with one more column, which says what happened to the row. Used by one thread.
 */
public final class ChangeFileWriters implements AutoCloseable {
    /** Where the files lie, below the table. */
    static final String FOLDER = "_change_data/";

    private final DataFileWriters files;

    private ChangeFileWriters(DataFileWriters files) {
        this.files = files;
    }

    /**
     * For changes of rows of {@code rowType}.
     *
     * @param rowType all columns of the table, partition columns included, in any order
     * @throws InvalidRequestException when a type has no Delta type, or the table has a column of the name of ours
     */
    public static ChangeFileWriters create(
            DataStore store, RowType rowType, TableLayout table, DataFileFormat format, Clock clock) {
        if (table.schema().field(ChangeType.COLUMN).isPresent()) {
            throw new InvalidRequestException(
                    "A table with a change data feed cannot have a column of the name " + ChangeType.COLUMN + ".",
                    ErrorContext.table(store.location()).with("column", ChangeType.COLUMN),
                    "Rename the column, or turn the change data feed off.");
        }
        List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
        fields.add(new RowType.RowField(ChangeType.COLUMN, new VarCharType(false, VarCharType.MAX_LENGTH)));
        RowType withType = new RowType(false, fields);
        return new ChangeFileWriters(DataFileWriters.create(store, withType, table.ofChanges(), format, clock));
    }

    /**
     * Opens a new file.
     *
     * @param name of the file, below the folder of its partition
     * @param partitionValues of every row that will be written to it; not checked
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public ChangeFileWriter open(String name, PartitionValues partitionValues) {
        String path = FOLDER + Partitioner.folder(partitionValues) + name;
        return new ChangeFileWriter(files.open(path, partitionValues), partitionValues);
    }

    /** Releases the compressors. The open writers must be closed or aborted before. */
    @Override
    public void close() {
        files.close();
    }
}
