/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.DataStore;
import java.util.List;

/**
 * Opens the data files of one version of a table for reading: what the log says about a file, its
 * partition values, its deletion vector, under which names its columns lie, ends here, so that the rows are
 * the table's. Any thread; each reader that it opens is used by one.
 */
public final class DataFileReaders {
    private final DataStore store;
    private final StructType schema;
    private final List<String> partitionColumns;
    private final ColumnMapping mapping;
    private final DeletionVectorReader deletionVectors;

    private DataFileReaders(DataStore store, StructType schema, List<String> partitionColumns, ColumnMapping mapping) {
        this.store = store;
        this.schema = schema;
        this.partitionColumns = List.copyOf(partitionColumns);
        this.mapping = mapping;
        this.deletionVectors = new DeletionVectorReader(store);
    }

    /** For the files of {@code snapshot}. */
    public static DataFileReaders of(DataStore store, Snapshot snapshot) {
        return create(
                store,
                snapshot.schema(),
                snapshot.partitionColumns(),
                ColumnMapping.of(snapshot.protocol(), snapshot.metadata()));
    }

    /**
     * For files of a table.
     *
     * @param schema the columns of the rows, partition columns included; {@link DeltaTypes#toFlink} tells
     *     the rows' type
     * @param mapping how these columns are found in the files and in partition values
     */
    public static DataFileReaders create(
            DataStore store, StructType schema, List<String> partitionColumns, ColumnMapping mapping) {
        return new DataFileReaders(store, schema, partitionColumns, mapping);
    }

    /**
     * Opens a file of the table.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException when the file or its deletion vector is missing or
     *     broken, or when the file does not have the table's types
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public DataFileReader open(AddFile file) {
        return new DataFileReader(openBatches(file));
    }

    /** As {@link #open}, the rows many at a time. */
    public DataFileBatches openBatches(AddFile file) {
        OpenDataFile open = openFile(file);
        try {
            return new DataFileBatches(open);
        } catch (RuntimeException e) {
            open.close();
            throw open.failure(e);
        }
    }

    private OpenDataFile openFile(AddFile file) {
        String path = DataPath.decode(file.path());
        PartitionConstants constants = constants(file, path);
        DeletionVector deleted = file.deletionVector()
                .map(descriptor -> deletionVectors.read(path, descriptor))
                .orElse(DeletionVector.empty());
        return OpenDataFile.open(
                store,
                path,
                (fileSchema, context) ->
                        new ReadPlanner(mapping, context).plan(fileSchema, schema, constants.columns()),
                constants,
                deleted);
    }

    private PartitionConstants constants(AddFile file, String path) {
        try {
            return PartitionConstants.of(schema, partitionColumns, mapping, file.partitionValues());
        } catch (CorruptLogException e) {
            ErrorContext where = ErrorContext.table(store.location()).with("file", path);
            throw new CorruptLogException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
    }
}
