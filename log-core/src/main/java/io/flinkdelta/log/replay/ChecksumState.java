/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.replay.StateReplay.Base;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link TableState} that a version checksum holds (PROTOCOL.md, "Version Checksum File"). A checksum
 * is somebody's account of the log, not the log: it is taken only when it tells everything, when it spares
 * reads, and when it agrees with the commit that it belongs to; whatever else costs nothing but the slow
 * way. Any thread.
 */
final class ChecksumState {
    private static final Logger LOG = LoggerFactory.getLogger(ChecksumState.class);

    private final LogStore log;
    private final ErrorContext table;

    ChecksumState(LogStore log, ErrorContext table) {
        this.log = log;
        this.table = table;
    }

    /** The state at the segment's checksum, if it can be taken. */
    Optional<Base> base(LogSegment segment) {
        OptionalLong version = segment.checksum();
        if (version.isEmpty() || !sparesReads(segment, version.getAsLong())) {
            return Optional.empty();
        }
        long at = version.getAsLong();
        try {
            return VersionChecksum.read(log, at)
                    .flatMap(checksum -> confirmed(checksum, at))
                    .map(state -> new Base(segment, state, at + 1));
        } catch (IOException | DeltaException e) {
            LOG.warn("Passing over the checksum of version {} of {}", at, table, e);
            return Optional.empty();
        }
    }

    /** The checksum and its commit are read instead of the checkpoint and all commits up to there. */
    private static boolean sparesReads(LogSegment segment, long version) {
        long checkpoint =
                segment.checkpoint().map(files -> files.parts().size()).orElse(0);
        return segment.tailFiles(segment.firstCommit()) + checkpoint > segment.tailFiles(version + 1) + 2;
    }

    /** Empty when the checksum does not tell everything. */
    private static Optional<TableState> state(VersionChecksum checksum, long version) {
        if (checksum.setTransactions().isEmpty() || checksum.domainMetadata().isEmpty()) {
            return Optional.empty();
        }
        Map<String, SetTransaction> transactions = new HashMap<>();
        checksum.setTransactions().get().forEach(txn -> transactions.put(txn.appId(), txn));
        Map<String, DomainMetadata> domains = new HashMap<>();
        checksum.domainMetadata().get().forEach(domain -> domains.put(domain.domain(), domain));
        boolean unique = transactions.size() == checksum.setTransactions().get().size();
        return unique
                ? Optional.of(new TableState(
                        Optional.of(checksum.protocol()),
                        Optional.of(checksum.metadata()),
                        transactions,
                        domains,
                        inCommitTimestamp(checksum, version)))
                : Optional.empty();
    }

    private static Optional<InCommitTimestamp> inCommitTimestamp(VersionChecksum checksum, long version) {
        return checksum.inCommitTimestamp().isPresent()
                ? Optional.of(new InCommitTimestamp(
                        version, checksum.inCommitTimestamp().getAsLong()))
                : Optional.empty();
    }

    /**
     * What {@code checksum} tells, if it is that of the version's commit, going by their ids, and if replaying
     * the commit, which is in it already, changes nothing.
     */
    private Optional<TableState> confirmed(VersionChecksum checksum, long version) {
        Optional<TableState> told = state(checksum, version);
        if (told.isEmpty()) {
            return told;
        }
        TableState state = told.get();
        CommitFile commit = CommitFile.read(log, version, table);
        TableState replayed = ActionReconciliation.from(state).replay(commit).apply();
        boolean sameTime =
                state.inCommitTimestamp().isEmpty() || state.inCommitTimestamp().equals(replayed.inCommitTimestamp());
        if (isOf(commit, checksum)
                && sameTime
                && replayed.withInCommitTimestampOf(state).equals(state)) {
            return Optional.of(replayed);
        }
        LOG.warn("The checksum of version {} of {} contradicts its commit and is not used", version, table);
        return Optional.empty();
    }

    /** Not when both say which commit they are of, and it is not the same. */
    private static boolean isOf(CommitFile commit, VersionChecksum checksum) {
        Optional<String> ofCommit = commit.commitInfo().flatMap(CommitInfo::txnId);
        return ofCommit.isEmpty() || checksum.txnId().isEmpty() || ofCommit.equals(checksum.txnId());
    }
}
