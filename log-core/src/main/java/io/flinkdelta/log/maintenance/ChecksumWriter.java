/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.LandedCommit;
import io.flinkdelta.log.txn.Transaction;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes the version checksums of our own commits (PROTOCOL.md, "Version Checksum File") from what is
 * known anyway: the checksum of the version before, kept from the last commit or read, or a checkpoint
 * that was just written, and what the commit changes. Where nothing is known there is no checksum;
 * the table is never read for one. One thread at a time.
 */
public final class ChecksumWriter {
    /** As in Spark: a checksum with more transactions or domains goes without. */
    private static final int MOST_ACTIONS = 100;

    private final TableStorage storage;
    private long knownVersion = -1;
    private FileTotals known = FileTotals.none();

    public ChecksumWriter(TableStorage storage) {
        this.storage = storage;
    }

    /** What a commit of ours changed. */
    record Change(LogSnapshot snapshot, Optional<FileTotals> totals, Optional<String> txnId, boolean newMetadata) {
        static Change of(LandedCommit landed) {
            Optional<Transaction> known = landed.transaction();
            return new Change(
                    landed.snapshot(),
                    known.flatMap(transaction -> FileTotals.change(transaction.adds(), transaction.removes())),
                    known.map(Transaction::txnId),
                    known.flatMap(Transaction::metadata).isPresent());
        }

        long version() {
            return snapshot.version();
        }
    }

    /** Writes the checksum of a commit, if it can be told. */
    void afterCommit(Change change) throws IOException {
        Optional<FileTotals> totals = change.totals()
                .flatMap(delta -> before(change).map(before -> before.plus(delta)))
                .filter(sum -> sum.files() >= 0 && sum.bytes() >= 0);
        if (totals.isPresent()) {
            know(change.version(), totals.get());
            put(change.snapshot(), totals.get(), change.txnId());
        }
    }

    /** Writes the checksum of a version whose files were all seen, unless it has one. */
    void afterCheckpoint(LogSnapshot snapshot, FileTotals totals) throws IOException {
        know(snapshot.version(), totals);
        put(snapshot, totals, Optional.empty());
    }

    private void know(long version, FileTotals totals) {
        knownVersion = version;
        known = totals;
    }

    private Optional<FileTotals> before(Change change) {
        long version = change.version() - 1;
        if (version == knownVersion) {
            return Optional.of(known); // Of an empty table before version 0.
        }
        try {
            Metadata metadata = change.snapshot().metadata();
            return VersionChecksum.read(storage.log(), version)
                    .filter(checksum ->
                            change.newMetadata() || checksum.metadata().equals(metadata))
                    .map(FileTotals::of);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void put(LogSnapshot snapshot, FileTotals totals, Optional<String> txnId) throws IOException {
        TableState state = snapshot.state();
        ErrorContext where = storage.context().with("version", snapshot.version());
        boolean expires = TableProperties.ofTable(snapshot.metadata().configuration(), where)
                .transactionRetention()
                .isPresent();
        boolean hasVectors = snapshot.protocol().hasWriterFeature("deletionVectors");
        VersionChecksum checksum = new VersionChecksum(
                txnId,
                totals.bytes(),
                totals.files(),
                hasVectors ? totals.deletedRows() : OptionalLong.empty(),
                hasVectors ? totals.deletionVectors() : OptionalLong.empty(),
                state.inCommitTimestampOf(snapshot.version()),
                // Which of them are live depends on the time when one asks.
                expires ? Optional.empty() : few(state.transactions().values()),
                few(state.domainMetadata().values()),
                snapshot.metadata(),
                snapshot.protocol(),
                Optional.empty());
        storage.log().putIfAbsent(new LogFile.Checksum(snapshot.version()).fileName(), checksum.toContent());
    }

    private static <T> Optional<List<T>> few(Collection<T> actions) {
        return actions.size() <= MOST_ACTIONS ? Optional.of(List.copyOf(actions)) : Optional.empty();
    }
}
