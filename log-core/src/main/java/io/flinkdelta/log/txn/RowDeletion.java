/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.txn.RowDeletes.FileChange;
import java.util.List;
import java.util.Optional;

/**
 * Rows that a transaction deletes by deletion vectors, told as rows, so that they can be hidden in what other commits
 * have made of their files.
 *
 * @param changes as they are in the version that was read; their actions are among those of the transaction
 * @param relocation finds rows in rewritten files where the table does not track its rows
 */
public record RowDeletion(List<FileChange> changes, Optional<RowRelocation> relocation) {
    public RowDeletion {
        changes = List.copyOf(changes);
    }
}
