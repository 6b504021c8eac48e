/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.error.StorageUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/** What a committer is told when its transaction cannot go on top of what others committed. Immutable. */
final class ConflictErrors {
    private final Transaction transaction;
    private final ErrorContext table;

    ConflictErrors(Transaction transaction, ErrorContext table) {
        this.transaction = transaction;
        this.table = table;
    }

    /** Names both commits, who made the other one, the rule and the file. */
    CommitConflictException conflict(Verdict.Conflict verdict, WinningCommit winner) {
        ErrorContext where = own().with("rule", verdict.rule().displayName())
                .with("file", verdict.file().orElse(null))
                .with("winningVersion", winner.version());
        Optional<CommitInfo> info = winner.commitInfo();
        if (info.isPresent()) {
            where = where.with("winningTxnId", info.get().txnId().orElse(null))
                    .with("winningTime", time(info.get()))
                    .with("winningJob", info.get().job().orElse(null))
                    .with("winningUser", info.get().userName().orElse(null));
        }
        if (!winner.transactions().isEmpty()) {
            where = where.with(
                    "winningApplications", new TreeSet<>(winner.transactions().keySet()));
        }
        return new CommitConflictException(
                "The commit (" + transaction.operation().historyName() + ", computed from version "
                        + transaction.readVersion() + ") conflicts with " + winner.describe() + ", because it "
                        + verdict.reason() + ".",
                where,
                verdict.remedy());
    }

    private static Instant time(CommitInfo info) {
        OptionalLong millis = info.inCommitTimestamp().isPresent() ? info.inCommitTimestamp() : info.timestamp();
        return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()) : null;
    }

    /** The commits that would have to be looked at are gone. */
    CommitConflictException cleanedUp() {
        return new CommitConflictException(
                "The commits after the version that was read have been cleaned up; whether they conflict cannot be"
                        + " told any more.",
                own(),
                "Read the table anew and commit again.");
    }

    /** The version is taken, and the storage failed before it was read whether by ourselves. */
    OutcomeUnknownException ownerUnknown(long version, StorageUnavailableException failure) {
        return new OutcomeUnknownException(
                "The version of the commit is taken, and it could not be read whether by this very commit, whose answer"
                        + " may have been lost on the way.",
                own().with("version", version),
                "Delete none of its files. Look for the txnId in the table's history, or commit again with the same txn"
                        + " application id and version, which never lands twice.",
                failure);
    }

    CommitConflictException lostTooOften(int attempts) {
        return new CommitConflictException(
                "Other writers took the version that this commit wanted " + attempts + " times in a row.",
                own(),
                "Commit again when fewer writers are at work.");
    }

    /** @param seen those of the transaction's applications whose progress the table has */
    CommitConflictException partlyIn(List<SetTransaction> seen) {
        return new CommitConflictException(
                "The table has seen the progress of some of the applications that this commit records, but not of all.",
                own().with("seen", seen.stream().map(SetTransaction::appId).toList()),
                "Commit the work of each application by itself.");
    }

    /** @param creator made version 0, if that is still there */
    CommitConflictException tableExists(Optional<WinningCommit> creator, long latestVersion) {
        return new CommitConflictException(
                "The table cannot be created, because it is there already"
                        + creator.map(commit -> ": " + commit.describe() + " created it.")
                                .orElse("."),
                own().with("latestVersion", latestVersion),
                "Read the table and commit to it, if its schema fits.");
    }

    private ErrorContext own() {
        ErrorContext where =
                table.with("readVersion", transaction.read().isPresent() ? transaction.readVersion() : null);
        return where.with("txnId", transaction.txnId());
    }
}
