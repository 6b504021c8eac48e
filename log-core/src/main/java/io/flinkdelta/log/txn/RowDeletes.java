/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorFile;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.FileStatistics;
import io.flinkdelta.log.stats.WideBounds;
import io.flinkdelta.log.store.DataStore;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Deletes rows of data files without rewriting the files, for one commit (PROTOCOL.md, "Deletion Vectors"):
 * each file is removed as it is and added again with a deletion vector that hides the rows, too. A file
 * of which no row is left is removed only. The vectors go into one file. On a table with a change data feed the
 * commit also brings the deleted rows in change data files: {@link TransactionBuilder#changeFiles}.
 * {@link TransactionBuilder#deleteRows} takes what {@link #delete} gives.
 *
 * <p>Ends by {@link #close}, after which what {@link #delete} gave may be committed, or by {@link #abort},
 * which is all that is left after an exception. The files must be those of the version that the commit is
 * computed from. One thread.
 */
public final class RowDeletes implements AutoCloseable {
    private final DataStore store;
    private final DeletionVectorReader reader;
    private final DeletionVectorFile vectors;
    private final Clock clock;

    private RowDeletes(DataStore store, DeletionVectorFile vectors, Clock clock) {
        this.store = store;
        this.reader = new DeletionVectorReader(store);
        this.vectors = vectors;
        this.clock = clock;
    }

    /**
     * For a commit on top of {@code table}.
     *
     * @param store of the table
     * @param id names the file of vectors; never used before
     * @param clock dates the removals
     * @throws UnsupportedFeatureException when the table does not ask for deletion vectors
     */
    public static RowDeletes on(Snapshot table, DataStore store, UUID id, Clock clock) {
        if (!TableProperties.isOn(table.metadata().configuration(), TableProperties.DELETION_VECTORS)) {
            throw new UnsupportedFeatureException(
                    "Rows cannot be deleted from files of a table without deletion vectors.",
                    ErrorContext.table(store.location()).with("version", table.version()),
                    "Set the table property " + TableProperties.DELETION_VECTORS + " = true.");
        }
        OptionalLong prefixLength = TableProperties.ofTable(
                        table.metadata().configuration(), ErrorContext.table(store.location()))
                .randomPrefixLength();
        String prefix = prefixLength.isEmpty() ? "" : prefix(id, (int) prefixLength.getAsLong());
        return new RowDeletes(store, new DeletionVectorFile(store, prefix, id), clock);
    }

    private static String prefix(UUID id, int length) {
        String digits = id.toString().replace("-", "");
        return digits.substring(digits.length() - Math.min(length, digits.length()));
    }

    /**
     * What deleting rows of one file takes.
     *
     * @param remove the file as it was
     * @param add the file without the rows; empty when none is left
     * @param hidden the rows that were there before and are deleted now
     */
    public record FileChange(RemoveFile remove, Optional<AddFile> add, HiddenRows hidden) {
        /** How many rows are deleted. */
        public long rows() {
            return hidden.rows().cardinality();
        }
    }

    /**
     * Deletes rows of a file whose statistics tell its number of rows.
     *
     * @param file live, deleted from once at most
     * @param rows positions in the file; those that are hidden already make no difference
     * @return empty when no row is deleted that was there
     * @throws InvalidRequestException when the file has no such row, or its statistics do not tell how many it has
     * @throws CorruptLogException when the file's deletion vector or statistics are broken
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    public Optional<FileChange> delete(AddFile file, DeletionVector rows) {
        OptionalLong numRecords = file.stats().map(FileStatistics::numRecords).orElse(OptionalLong.empty());
        return delete(
                file,
                rows,
                numRecords.orElseThrow(() -> new InvalidRequestException(
                        "Rows cannot be deleted from a file whose statistics do not tell its number of rows.",
                        context(file),
                        "Read the number from the file and pass it.")));
    }

    /**
     * {@link #delete(AddFile, DeletionVector)} with the number of rows that the caller found in the file.
     *
     * @param numRecords all rows in the file, deleted ones included
     */
    public Optional<FileChange> delete(AddFile file, DeletionVector rows, long numRecords) {
        if (!rows.isEmpty() && rows.last() >= numRecords) {
            throw new InvalidRequestException(
                    "A row that is to be deleted is not in the file.",
                    context(file).with("position", rows.last()).with("rows", numRecords),
                    "Find the rows in the version of the table that the commit is computed from.");
        }
        DeletionVector before = file.deletionVector()
                .map(descriptor -> reader.read(DataPath.decode(file.path()), descriptor))
                .orElse(DeletionVector.empty());
        DeletionVector after = before.union(rows);
        DeletionVector deleted = rows.minus(before);
        if (deleted.isEmpty()) {
            return Optional.empty();
        }
        Optional<AddFile> add = after.cardinality() == numRecords
                ? Optional.empty()
                : Optional.of(hiding(file, wideStats(file, numRecords), vectors.add(after)));
        return Optional.of(new FileChange(RemoveFile.of(file, clock.millis()), add, new HiddenRows(file, deleted)));
    }

    private String wideStats(AddFile file, long numRecords) {
        try {
            return WideBounds.of(file.stats().orElse("{}"), numRecords);
        } catch (IllegalArgumentException e) {
            throw new CorruptLogException(
                    "The statistics of a data file are broken: " + e.getMessage() + ".",
                    context(file),
                    "Rewrite the file (OPTIMIZE), or repair its add action.",
                    e);
        }
    }

    private static AddFile hiding(AddFile file, String stats, DeletionVectorDescriptor vector) {
        return new AddFile(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                true,
                Optional.of(stats),
                file.tags(),
                Optional.of(vector),
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                file.clusteringProvider());
    }

    private ErrorContext context(AddFile file) {
        return ErrorContext.table(store.location()).with("file", DataPath.decode(file.path()));
    }

    /**
     * Finishes the file of vectors.
     *
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails
     */
    @Override
    public void close() {
        vectors.close();
    }

    /** Gives everything up and deletes the file of vectors. Does nothing after {@link #close}. */
    public void abort() {
        vectors.abort();
    }
}
