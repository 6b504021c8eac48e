/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a version of a table is, apart from its files: the result of replaying the small actions. Made
 * by {@link ActionReconciliation}, read by snapshots and the commit loop.
 *
 * @param protocol empty before the first protocol action was replayed
 * @param metadata empty before the first metadata action was replayed
 * @param transactions by application id
 * @param domainMetadata by domain; removed domains are not in it
 * @param inCommitTimestamp of the newest commit whose file was read; a checkpoint says nothing about it
 */
public record TableState(
        Optional<Protocol> protocol,
        Optional<Metadata> metadata,
        Map<String, SetTransaction> transactions,
        Map<String, DomainMetadata> domainMetadata,
        Optional<InCommitTimestamp> inCommitTimestamp) {
    private static final TableState EMPTY =
            new TableState(Optional.empty(), Optional.empty(), Map.of(), Map.of(), Optional.empty());

    public TableState {
        transactions = Map.copyOf(transactions);
        domainMetadata = Map.copyOf(domainMetadata);
    }

    /** The in-commit timestamp of {@code version}, epoch milliseconds, if it is known without reading the commit. */
    public OptionalLong inCommitTimestampOf(long version) {
        return inCommitTimestamp
                .filter(known -> known.version() == version)
                .map(known -> OptionalLong.of(known.timestampMillis()))
                .orElse(OptionalLong.empty());
    }

    TableState withInCommitTimestampOf(TableState other) {
        return new TableState(protocol, metadata, transactions, domainMetadata, other.inCommitTimestamp);
    }

    /** Before version 0. */
    public static TableState empty() {
        return EMPTY;
    }
}
