/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.replay.FileKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Refuses file actions that make no valid commit (PROTOCOL.md, "Add File and Remove File"): values for other
 * partition columns than the table's, one path added or removed twice. Pure.
 */
final class FileActionsCheck {
    private final Set<String> partitionColumns;
    private final FileKeys keys;
    private final ErrorContext table;

    /**
     * For one table.
     *
     * @param partitionColumns as the log names them
     */
    FileActionsCheck(List<String> partitionColumns, FileKeys keys, ErrorContext table) {
        this.partitionColumns = Set.copyOf(partitionColumns);
        this.keys = keys;
        this.table = table;
    }

    /** Passes file actions that fit; an InvalidRequestException names the file that does not. */
    void require(Transaction transaction) {
        Set<String> added = new HashSet<>();
        for (AddFile add : transaction.adds()) {
            requireColumns(add.path(), add.partitionValues(), "A file to be added");
            requireOnce(add.path(), added, "added");
        }
        Set<String> removed = new HashSet<>();
        for (RemoveFile remove : transaction.removes()) {
            requireOnce(remove.path(), removed, "removed");
        }
        Set<String> changes = new HashSet<>();
        for (AddCDCFile change : transaction.changeFiles()) {
            requireColumns(change.path(), change.partitionValues(), "A change data file");
            requireOnce(change.path(), changes, "added as change data");
        }
    }

    private void requireColumns(String path, PartitionValues values, String what) {
        if (!values.asMap().keySet().equals(partitionColumns)) {
            throw new InvalidRequestException(
                    what + " has values for the partition columns "
                            + values.asMap().keySet() + ", the table is partitioned by " + partitionColumns + ".",
                    table.with("file", path),
                    "Write the file for the table's partition columns.");
        }
    }

    private void requireOnce(String path, Set<String> seen, String what) {
        if (!seen.add(keys.canonical(path))) {
            throw new InvalidRequestException(
                    "A file is to be " + what + " twice in one commit.", table.with("file", path), "Name it once.");
        }
    }
}
