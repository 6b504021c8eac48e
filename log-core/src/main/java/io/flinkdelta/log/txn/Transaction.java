/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything about one commit that is to be made. Made by {@link TransactionBuilder}, carried out by
 * {@link CommitLoop}, judged by {@link ConflictChecker}. Immutable.
 *
 * @param read the version that it was computed from; empty for a new table
 * @param txnId unique, the same in every attempt
 * @param operationParameters in order
 * @param operationMetrics in order
 * @param commitInfoFields more fields of commitInfo, in order
 */
public record Transaction(
        Optional<LogSnapshot> read,
        Operation operation,
        String txnId,
        String engineInfo,
        ReadScope readScope,
        boolean blindAppend,
        Optional<Protocol> protocol,
        Optional<Metadata> metadata,
        Optional<SetTransaction> transaction,
        List<DomainMetadata> domainMetadata,
        List<RemoveFile> removes,
        List<AddFile> adds,
        Map<String, String> operationParameters,
        Map<String, String> operationMetrics,
        Map<String, JsonNode> commitInfoFields) {
    public Transaction {
        domainMetadata = List.copyOf(domainMetadata);
        removes = List.copyOf(removes);
        adds = List.copyOf(adds);
        operationParameters = Collections.unmodifiableMap(new LinkedHashMap<>(operationParameters));
        operationMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(operationMetrics));
        commitInfoFields = Collections.unmodifiableMap(new LinkedHashMap<>(commitInfoFields));
    }

    /** The version that it was computed from, -1 for a new table. */
    public long readVersion() {
        return read.map(LogSnapshot::version).orElse(-1L);
    }

    /** The actions of the commit that change what a table is, in the order in which they are written. */
    public List<Action> stateActions() {
        List<Action> actions = new ArrayList<>();
        protocol.ifPresent(actions::add);
        metadata.ifPresent(actions::add);
        transaction.ifPresent(actions::add);
        actions.addAll(domainMetadata);
        return actions;
    }

    /** Whether there is nothing to commit. */
    public boolean isEmpty() {
        return adds.isEmpty() && removes.isEmpty() && stateActions().isEmpty();
    }

    /** Whether rows are changed, as opposed to rearranged. */
    public boolean changesData() {
        return adds.stream().anyMatch(AddFile::dataChange) || removes.stream().anyMatch(RemoveFile::dataChange);
    }
}
