/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.replay.ActionReconciliation;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.LogListing.Answer;
import io.flinkdelta.log.replay.LogListing.Found;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.CommitPut.Owner;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;

/** One transaction on its way through the {@link CommitLoop}. One thread, used once. */
final class CommitRun {
    private final Transaction transaction;
    private final TableStorage storage;
    private final CommitPut put;
    private final SnapshotReader reader;
    private final Clock clock;
    private final FileKeys keys;
    private final ConflictChecker checker;
    /** The version that the next attempt goes on top of; null for a new table. */
    private LogSnapshot base;

    private IsolationLevel isolation;

    CommitRun(Transaction transaction, TableStorage storage, CommitPut put, SnapshotReader reader, Clock clock) {
        this.transaction = transaction;
        this.storage = storage;
        this.put = put;
        this.reader = reader;
        this.clock = clock;
        this.keys = new FileKeys(storage.tablePath());
        this.checker = new ConflictChecker(keys);
        this.base = transaction.read().orElse(null);
    }

    CommitResult run(int maxRaces, Runnable pause) {
        Optional<CommitResult> before = alreadyIn(base);
        if (before.isPresent()) {
            return before.get();
        }
        requireFit();
        for (int attempts = 1; ; attempts++) {
            long version = base == null ? 0 : base.version() + 1;
            long timeMillis = clock.millis();
            CommitContent content = CommitContent.of(transaction, isolation, timeMillis);
            if (put.put(version, content) == Owner.OURS) {
                return new Committed(version, after(timeMillis), attempts);
            }
            if (attempts >= maxRaces) {
                throw lostTooOften(attempts);
            }
            if (attempts > 1) {
                pause.run();
            }
            Optional<CommitResult> end = base == null ? tableExists(attempts) : rebase(attempts);
            if (end.isPresent()) {
                return end.get();
            }
        }
    }

    private Optional<CommitResult> alreadyIn(LogSnapshot snapshot) {
        if (snapshot == null || transaction.transaction().isEmpty()) {
            return Optional.empty();
        }
        SetTransaction own = transaction.transaction().get();
        OptionalLong seen = snapshot.transactionVersion(own.appId());
        return seen.isPresent() && seen.getAsLong() >= own.version()
                ? Optional.of(new AlreadyCommitted(seen.getAsLong(), snapshot))
                : Optional.empty();
    }

    private void requireFit() {
        ErrorContext where = storage.context();
        Protocol protocol = transaction
                .protocol()
                .or(() -> Optional.ofNullable(base).map(LogSnapshot::protocol))
                .orElseThrow(() -> incomplete("protocol"));
        Metadata metadata = transaction
                .metadata()
                .or(() -> Optional.ofNullable(base).map(LogSnapshot::metadata))
                .orElseThrow(() -> incomplete("metadata"));
        TransactionCheck.require(transaction, protocol, metadata, where);
        isolation = IsolationLevel.of(transaction, metadata);
    }

    private InvalidRequestException incomplete(String what) {
        return new InvalidRequestException(
                "A new table needs " + what + ".", storage.context(), "Give the transaction its " + what + ".");
    }

    /** The table after our commit on top of {@link #base}, without reading it back. */
    private LogSnapshot after(long timeMillis) {
        ActionReconciliation reconciliation =
                ActionReconciliation.from(base == null ? TableState.empty() : base.state());
        transaction.stateActions().forEach(reconciliation::replay);
        return base == null
                ? LogSnapshot.of(storage, new LogSegment(Optional.empty(), 0, timeMillis), reconciliation.apply())
                : base.next(reconciliation.apply(), timeMillis);
    }

    /** A new table met an existing one. */
    private Optional<CommitResult> tableExists(int attempts) {
        LogSnapshot first = reader.at(0);
        CommitFile commit = CommitFile.read(storage.log(), 0, storage.context());
        WinningCommit winner = WinningCommit.of(commit, keys, false);
        if (isOurs(winner)) {
            return Optional.of(new Committed(0, first, attempts));
        }
        LogSnapshot latest = reader.refresh(first);
        Optional<CommitResult> already = alreadyIn(latest);
        if (already.isPresent()) {
            return already;
        }
        Verdict verdict = checker.check(transaction, isolation, winner, TableState.empty());
        throw conflict((Verdict.Conflict) verdict, winner);
    }

    /** Goes on top of the commits that came between, if they allow it. */
    private Optional<CommitResult> rebase(int attempts) {
        Answer answer = reader.segments().after(base.segment());
        if (!(answer instanceof Found found)) {
            throw cleanedUp();
        }
        LogSegment newest = found.segment();
        OptionalLong txnVersion = OptionalLong.empty();
        boolean fits = true;
        while (base.version() < newest.version()) {
            long version = base.version() + 1;
            CommitFile commit = CommitFile.read(storage.log(), version, storage.context());
            WinningCommit winner = WinningCommit.of(commit, keys, ConflictChecker.dependsOnFiles(transaction));
            LogSnapshot next = on(commit, newest);
            if (isOurs(winner)) {
                return Optional.of(new Committed(version, next, attempts));
            }
            if (txnVersion.isEmpty()) {
                Verdict verdict = checker.check(transaction, isolation, winner, base.state());
                if (verdict instanceof Verdict.Conflict conflict) {
                    throw conflict(conflict, winner);
                } else if (verdict instanceof Verdict.AlreadyCommitted already) {
                    txnVersion = OptionalLong.of(already.txnVersion());
                }
            }
            fits &= winner.protocol().isEmpty() && winner.metadata().isEmpty();
            base = next;
        }
        if (txnVersion.isPresent()) {
            return Optional.of(new AlreadyCommitted(txnVersion.getAsLong(), base));
        }
        if (!fits) {
            requireFit();
        }
        return Optional.empty();
    }

    private LogSnapshot on(CommitFile commit, LogSegment newest) {
        ActionReconciliation reconciliation = ActionReconciliation.from(base.state());
        commit.forEachStateAction(reconciliation::replay);
        return base.next(reconciliation.apply(), newest.timeMillis());
    }

    private boolean isOurs(WinningCommit winner) {
        return winner.commitInfo()
                .flatMap(CommitInfo::txnId)
                .filter(transaction.txnId()::equals)
                .isPresent();
    }

    private CommitConflictException conflict(Verdict.Conflict verdict, WinningCommit winner) {
        return new CommitConflictException(
                "The commit (" + transaction.operation().historyName() + ", computed from version "
                        + transaction.readVersion() + ") conflicts with " + winner.describe() + ", because it "
                        + verdict.reason() + ".",
                storage.context()
                        .with("readVersion", transaction.readVersion())
                        .with("winningVersion", winner.version())
                        .with(
                                "winningTxnId",
                                winner.commitInfo().flatMap(CommitInfo::txnId).orElse(null))
                        .with("txnId", transaction.txnId()),
                verdict.remedy());
    }

    private CommitConflictException cleanedUp() {
        return new CommitConflictException(
                "The commits after the version that was read have been cleaned up; whether they conflict cannot be"
                        + " told any more.",
                storage.context().with("readVersion", transaction.readVersion()).with("txnId", transaction.txnId()),
                "Read the table anew and commit again.");
    }

    private CommitConflictException lostTooOften(int attempts) {
        return new CommitConflictException(
                "Other writers took the version that this commit wanted " + attempts + " times in a row.",
                storage.context().with("readVersion", transaction.readVersion()).with("txnId", transaction.txnId()),
                "Commit again when fewer writers are at work.");
    }
}
