/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.TableProperties;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses a transaction that would leave the table contradicting itself. Pure. */
final class TransactionCheck {
    private TransactionCheck() {}

    /**
     * Passes a transaction that fits.
     *
     * @param protocol of the table after the transaction
     * @param metadata of the table after the transaction
     * @throws InvalidRequestException naming what does not fit
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when this build may not write the table
     */
    static void require(Transaction transaction, Protocol protocol, Metadata metadata, ErrorContext table) {
        if (transaction.isEmpty()) {
            throw new InvalidRequestException(
                    "The commit has no action.", table, "Add files, a txn, metadata or a protocol.");
        }
        ProtocolCheck.requireWritable(protocol, metadata, table);
        requireFiles(transaction.adds(), metadata.partitionColumns(), table);
        if (TableProperties.ofTable(metadata.configuration(), table).appendOnly()
                && transaction.removes().stream().anyMatch(RemoveFile::dataChange)) {
            throw new InvalidRequestException(
                    "The table is append-only; this commit would remove rows.",
                    table.with("property", TableProperties.APPEND_ONLY),
                    "Set " + TableProperties.APPEND_ONLY + "=false if rows may be removed.");
        }
        if (transaction.blindAppend()
                && (!transaction.removes().isEmpty() || transaction.readScope() != ReadScope.NOTHING)) {
            throw new InvalidRequestException(
                    "A commit that removes or read files is no blind append.", table, "Leave out blindAppend(true).");
        }
    }

    private static void requireFiles(List<AddFile> adds, List<String> partitionColumns, ErrorContext table) {
        Set<String> expected = new HashSet<>(partitionColumns);
        Set<String> paths = new HashSet<>();
        for (AddFile add : adds) {
            if (!add.partitionValues().asMap().keySet().equals(expected)) {
                throw new InvalidRequestException(
                        "A file to be added has values for the partition columns "
                                + add.partitionValues().asMap().keySet() + ", the table is partitioned by "
                                + partitionColumns + ".",
                        table.with("file", add.path()),
                        "Write the file for the table's partition columns.");
            }
            if (!paths.add(add.path())) {
                throw new InvalidRequestException(
                        "A file is to be added twice in one commit.", table.with("file", add.path()), "Add it once.");
            }
        }
    }
}
