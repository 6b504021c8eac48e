/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything about one commit that is to be made. Made by {@link TransactionBuilder}, carried out by
 * {@link CommitLoop}, judged by {@link ConflictChecker}. Immutable.
 *
 * @param read the version that it was computed from; empty for a new table
 * @param txnId unique, the same in every attempt
 * @param readApplications those whose progress it depends on, besides its own
 * @param rowDeletion rows that follow their files; its actions are among {@code removes} and {@code adds}
 * @param changeFiles what a reader of the change data feed is to read instead of adds and removes
 * @param operationParameters in order
 * @param operationMetrics in order
 * @param commitInfoFields more fields of commitInfo, in order
 */
public record Transaction(
        Optional<LogSnapshot> read,
        Operation operation,
        String txnId,
        String engineInfo,
        ReadSet readSet,
        Set<String> readApplications,
        boolean blindAppend,
        Optional<Protocol> protocol,
        Optional<Metadata> metadata,
        List<SetTransaction> transactions,
        List<DomainMetadata> domainMetadata,
        List<RemoveFile> removes,
        List<AddFile> adds,
        RowDeletion rowDeletion,
        List<AddCDCFile> changeFiles,
        Map<String, JsonNode> operationParameters,
        Map<String, String> operationMetrics,
        Map<String, JsonNode> commitInfoFields) {
    public Transaction {
        readApplications = Collections.unmodifiableSet(new LinkedHashSet<>(readApplications));
        transactions = List.copyOf(transactions);
        domainMetadata = List.copyOf(domainMetadata);
        removes = List.copyOf(removes);
        adds = List.copyOf(adds);
        changeFiles = List.copyOf(changeFiles);
        operationParameters = Collections.unmodifiableMap(new LinkedHashMap<>(operationParameters));
        operationMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(operationMetrics));
        commitInfoFields = Collections.unmodifiableMap(new LinkedHashMap<>(commitInfoFields));
    }

    /** The version that it was computed from, -1 for a new table. */
    public long readVersion() {
        return read.map(LogSnapshot::version).orElse(-1L);
    }

    /** The table's protocol with this commit on top of {@code base}, which is empty for a new table. */
    Protocol protocolOn(Optional<LogSnapshot> base) {
        return protocol.or(() -> base.map(LogSnapshot::protocol)).orElseThrow();
    }

    /** The table's metadata with this commit on top of {@code base}, which is empty for a new table. */
    Metadata metadataOn(Optional<LogSnapshot> base) {
        return metadata.or(() -> base.map(LogSnapshot::metadata)).orElseThrow();
    }

    /** The same with other file actions for its rows. */
    Transaction withRows(RowDeletion newRows, List<RemoveFile> newRemoves, List<AddFile> newAdds) {
        return new Transaction(
                read,
                operation,
                txnId,
                engineInfo,
                readSet,
                readApplications,
                blindAppend,
                protocol,
                metadata,
                transactions,
                domainMetadata,
                newRemoves,
                newAdds,
                newRows,
                changeFiles,
                operationParameters,
                operationMetrics,
                commitInfoFields);
    }

    /** Whether there is nothing to commit. */
    public boolean isEmpty() {
        return adds.isEmpty()
                && removes.isEmpty()
                && protocol.isEmpty()
                && metadata.isEmpty()
                && transactions.isEmpty()
                && domainMetadata.isEmpty();
    }

    /** Whether rows are changed, as opposed to rearranged. */
    public boolean changesData() {
        return addsData() || removesData();
    }

    /** Whether files come with rows that the table did not have. */
    boolean addsData() {
        return adds.stream().anyMatch(AddFile::dataChange);
    }

    /** Whether files go with rows that the table does not keep. */
    boolean removesData() {
        return removes.stream().anyMatch(RemoveFile::dataChange);
    }
}
