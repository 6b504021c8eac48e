/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.DataStore;
import java.util.List;
import java.util.Optional;

/**
 * Opens the data files of one version of a table for reading: what the log says about a file, its
 * partition values, its deletion vector, under which names its columns lie, ends here, so that the rows are
 * the table's. Any thread; each reader that it opens is used by one.
 */
public final class DataFileReaders {
    private final DataStore store;
    private final StructType schema;
    private final StructType fileColumns;
    private final List<String> partitionColumns;
    private final ColumnMapping mapping;
    private final DeletionVectorReader deletionVectors;
    private final Optional<ScanFilter> filter;

    private DataFileReaders(
            DataStore store,
            StructType schema,
            StructType fileColumns,
            List<String> partitionColumns,
            ColumnMapping mapping,
            Optional<ScanFilter> filter) {
        this.store = store;
        this.schema = schema;
        this.fileColumns = fileColumns;
        this.partitionColumns = partitionColumns.stream()
                .filter(column -> schema.indexOf(column) >= 0)
                .toList();
        this.mapping = mapping;
        this.deletionVectors = new DeletionVectorReader(store);
        this.filter = filter;
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
     * @param schema the columns of the rows: all of the table, or some of them, also of nested ones; {@link DeltaTypes#toFlink} tells
     *     the rows' type
     * @param mapping how these columns are found in the files and in partition values
     */
    public static DataFileReaders create(
            DataStore store, StructType schema, List<String> partitionColumns, ColumnMapping mapping) {
        return new DataFileReaders(store, schema, StructType.of(), partitionColumns, mapping, Optional.empty());
    }

    /**
     * Readers of the same files that pass over row groups and pages in which, by their statistics, no row fulfils {@code
     * passed}. Other rows that do not fulfil it come as before.
     *
     * @param passed about the columns that are read
     */
    public DataFileReaders skipping(ScanFilter passed) {
        return new DataFileReaders(store, schema, fileColumns, partitionColumns, mapping, Optional.of(passed));
    }

    /**
     * Readers of the same files whose rows have some columns more, after the others, that are not the table's: they are
     * found by their names, and null where a file lacks them.
     */
    public DataFileReaders withFileColumns(StructType columns) {
        return new DataFileReaders(store, schema, columns, partitionColumns, mapping, filter);
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
        String path = DataPath.decode(file.path());
        return openBatches(path, file.partitionValues(), FileRows.except(deletionVector(path, file.deletionVector())));
    }

    /**
     * Opens some rows of a file of the table.
     *
     * @param path decoded, relative to the table or absolute
     * @throws io.flinkdelta.log.error.CorruptLogException as {@link #open}, also when the file has fewer rows than are
     *     listed
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public DataFileBatches openBatches(String path, PartitionValues partitionValues, FileRows rows) {
        PartitionConstants constants = constants(partitionValues, path);
        OpenDataFile open = OpenDataFile.open(
                store,
                path,
                (fileSchema, context) ->
                        new ReadPlanner(mapping, context).plan(fileSchema, schema, constants.columns(), fileColumns),
                constants,
                rows);
        try {
            return new DataFileBatches(open, filter.map(passed -> skipping(passed, partitionValues, open)));
        } catch (RuntimeException e) {
            open.close();
            throw open.failure(e);
        }
    }

    private RowSkipping skipping(ScanFilter passed, PartitionValues partitionValues, OpenDataFile open) {
        String createdBy = open.parquet().getFileMetaData().getCreatedBy();
        return new RowSkipping(
                passed,
                partitionValues,
                passed.statsColumns().stream()
                        .map(path -> FilterColumn.find(path, schema, mapping, open.plan(), createdBy))
                        .toList());
    }

    /**
     * The rows of a file that are deleted; none without a descriptor.
     *
     * @param path of the data file, decoded
     * @throws io.flinkdelta.log.error.CorruptLogException when it is missing or broken
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public DeletionVector deletionVector(String path, Optional<DeletionVectorDescriptor> descriptor) {
        return descriptor.map(found -> deletionVectors.read(path, found)).orElse(DeletionVector.empty());
    }

    private PartitionConstants constants(PartitionValues values, String path) {
        try {
            return PartitionConstants.of(schema, partitionColumns, mapping, values);
        } catch (CorruptLogException e) {
            ErrorContext where = ErrorContext.table(store.location()).with("file", path);
            throw new CorruptLogException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
    }
}
