/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.stats.FileStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Refuses file actions that make no valid commit (PROTOCOL.md, "Add File and Remove File"), or lack what a
 * feature of the table asks of every file. Pure.
 */
final class FileActionsCheck {
    private final Set<String> partitionColumns;
    private final FileDuties duties;
    private final FileKeys keys;
    private final ErrorContext table;

    /**
     * For one table.
     *
     * @param partitionColumns as the log names them
     */
    FileActionsCheck(List<String> partitionColumns, FileDuties duties, FileKeys keys, ErrorContext table) {
        this.partitionColumns = Set.copyOf(partitionColumns);
        this.duties = duties;
        this.keys = keys;
        this.table = table;
    }

    /** Passes file actions that fit; an InvalidRequestException names the file that does not. */
    void require(Transaction transaction) {
        Set<String> removed = new HashSet<>();
        for (RemoveFile remove : transaction.removes()) {
            requireOnce(remove.path(), removed, "removed");
        }
        Set<String> added = new HashSet<>();
        for (AddFile add : transaction.adds()) {
            requireFile(add);
            requireColumns(add.path(), add.partitionValues(), "A file to be added");
            requireOnce(add.path(), added, "added");
            requireDuties(add, removed.contains(keys.canonical(add.path())));
        }
        Set<String> changes = new HashSet<>();
        for (AddCDCFile change : transaction.changeFiles()) {
            requireColumns(change.path(), change.partitionValues(), "A change data file");
            requireOnce(change.path(), changes, "added as change data");
        }
    }

    private void requireFile(AddFile add) {
        if (add.path().isEmpty()) {
            throw refused("A file to be added has no path.", add.path(), "Give it the path of the file.");
        }
        if (add.size() < 0) {
            throw refused("A file to be added has a size below zero.", add.path(), "Give it the size of the file.");
        }
        try {
            keys.canonical(add.path());
        } catch (CorruptLogException e) {
            throw refused("The path of a file to be added is not URI-encoded.", add.path(), "Encode it once.");
        }
    }

    private void requireColumns(String path, PartitionValues values, String what) {
        if (!values.asMap().keySet().equals(partitionColumns)) {
            throw refused(
                    what + " has values for the partition columns "
                            + values.asMap().keySet() + ", the table is partitioned by " + partitionColumns + ".",
                    path,
                    "Write the file for the table's partition columns.");
        }
    }

    private void requireOnce(String path, Set<String> seen, String what) {
        if (!seen.add(keys.canonical(path))) {
            throw refused("A file is to be " + what + " twice in one commit.", path, "Name it once.");
        }
    }

    private void requireDuties(AddFile add, boolean thereBefore) {
        boolean hidesRows = add.deletionVector().isPresent();
        if (hidesRows && !duties.deletionVectors()) {
            throw refused(
                    "A file comes with a deletion vector; the table takes none.",
                    add.path(),
                    "Write the rows that are left to a new file.");
        }
        String stats = add.stats().orElse("");
        if ((hidesRows || duties.numRecords())
                && FileStatistics.numRecords(stats).isEmpty()) {
            throw refused(
                    "A file comes without its number of records, which the table asks for.",
                    add.path(),
                    "Give the file statistics with numRecords.");
        }
        if (!add.dataChange() || thereBefore) {
            return;
        }
        for (List<String> column : duties.statisticsOn().paths()) {
            if (!FileStatistics.covers(stats, column)) {
                throw new InvalidRequestException(
                        "A file comes without statistics on a clustering column of the table.",
                        table.with("file", add.path()).with("column", String.join(".", column)),
                        "Collect the statistics of the clustering columns when the file is written.");
            }
        }
    }

    private InvalidRequestException refused(String problem, String path, String remedy) {
        return new InvalidRequestException(problem, table.with("file", path), remedy);
    }
}
