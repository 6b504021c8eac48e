/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.txn.Verdict.AlreadyCommitted;
import io.flinkdelta.log.txn.Verdict.Conflict;
import io.flinkdelta.log.txn.Verdict.Rebase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides whether a transaction may go on top of a commit that overtook it. Pure: no I/O, no state but
 * the table's spelling of paths. What was computed from files that are gone is never let through.
 * Whether this build may write the table after the other commit is the caller's to check.
 */
public final class ConflictChecker {
    private static final String RECOMPUTE = "Read the table anew and compute the change again.";

    private final FileKeys keys;

    public ConflictChecker(FileKeys keys) {
        this.keys = keys;
    }

    /** Whether a verdict about {@code transaction} depends on the file actions of other commits. */
    static boolean dependsOnFiles(Transaction transaction) {
        return transaction.readScope() != ReadScope.NOTHING
                || !transaction.removes().isEmpty();
    }

    /**
     * Judges {@code transaction} against {@code winner}.
     *
     * @param winner the next commit after the one that the transaction was last checked against
     * @param before the table before {@code winner}
     */
    public Verdict check(Transaction transaction, IsolationLevel isolation, WinningCommit winner, TableState before) {
        Optional<Verdict> earlier = checkTransactions(transaction, winner);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        return checkProtocol(transaction, winner, before)
                .or(() -> checkMetadata(transaction, winner, before))
                .or(() -> checkDomains(transaction, winner))
                .or(() -> checkRemoves(transaction, winner))
                .or(() -> checkAdds(transaction, isolation, winner))
                .orElseGet(Rebase::new);
    }

    /** One that moved below us makes a conflict, whatever the others did; else one at our version or above counts. */
    private static Optional<Verdict> checkTransactions(Transaction transaction, WinningCommit winner) {
        List<Verdict> verdicts = transaction.transactions().stream()
                .flatMap(own -> checkTransaction(own, winner).stream())
                .toList();
        return verdicts.stream()
                .filter(Conflict.class::isInstance)
                .findFirst()
                .or(() -> verdicts.stream().findFirst());
    }

    private static Optional<Verdict> checkTransaction(SetTransaction own, WinningCommit winner) {
        Long theirs = winner.transactions().get(own.appId());
        if (theirs == null) {
            return Optional.empty();
        }
        if (theirs >= own.version()) {
            return Optional.of(new AlreadyCommitted(theirs));
        }
        return Optional.of(new Conflict(
                "moved application " + own.appId() + " to txn version " + theirs
                        + " while this commit would move it to " + own.version(),
                "Find the other writer that uses the same application id and stop one of the two."));
    }

    private static Optional<Verdict> checkProtocol(Transaction transaction, WinningCommit winner, TableState before) {
        if (winner.protocol().isEmpty() || winner.protocol().equals(before.protocol())) {
            return Optional.empty();
        }
        if (transaction.protocol().isPresent()) {
            return Optional.of(new Conflict("changed the protocol, as this commit does", RECOMPUTE));
        }
        Set<String> dropped = before.protocol().map(ConflictChecker::features).orElseGet(TreeSet::new);
        dropped.removeAll(features(winner.protocol().get()));
        return dropped.isEmpty()
                ? Optional.empty()
                : Optional.of(new Conflict("dropped the table features " + dropped, RECOMPUTE));
    }

    private static Set<String> features(Protocol protocol) {
        Set<String> features = new TreeSet<>();
        protocol.readerFeatures().ifPresent(features::addAll);
        protocol.writerFeatures().ifPresent(features::addAll);
        return features;
    }

    private static Optional<Verdict> checkMetadata(Transaction transaction, WinningCommit winner, TableState before) {
        if (winner.metadata().isEmpty() || before.metadata().isEmpty()) {
            return Optional.empty();
        }
        boolean harmless = transaction.metadata().isEmpty()
                && MetadataChange.isHarmless(
                        before.metadata().get(), winner.metadata().get());
        return harmless
                ? Optional.empty()
                : Optional.of(new Conflict(
                        "changed the table's metadata (schema, partitioning or properties)",
                        "Read the table anew, check that the rows still fit its schema, and commit again."));
    }

    private static Optional<Verdict> checkDomains(Transaction transaction, WinningCommit winner) {
        return transaction.domainMetadata().stream()
                .map(DomainMetadata::domain)
                .filter(winner.domains()::contains)
                .findFirst()
                .map(domain ->
                        new Conflict("changed the domain metadata " + domain + ", as this commit does", RECOMPUTE));
    }

    private Optional<Verdict> checkRemoves(Transaction transaction, WinningCommit winner) {
        if (winner.removedPaths().isEmpty()) {
            return Optional.empty();
        }
        if (transaction.readScope() == ReadScope.WHOLE_TABLE) {
            return Optional.of(new Conflict("removed files that this commit was computed from", RECOMPUTE));
        }
        return transaction.removes().stream()
                .map(RemoveFile::path)
                .filter(path -> winner.removedPaths().contains(keys.canonical(path)))
                .findFirst()
                .map(path -> new Conflict("removed the file " + path + ", as this commit does", RECOMPUTE));
    }

    private static Optional<Verdict> checkAdds(
            Transaction transaction, IsolationLevel isolation, WinningCommit winner) {
        if (!winner.addsFiles() || transaction.readScope() != ReadScope.WHOLE_TABLE) {
            return Optional.empty();
        }
        boolean matters = switch (isolation) {
            case SNAPSHOT_ISOLATION -> false;
            case WRITE_SERIALIZABLE ->
                !winner.isBlindAppend() || transaction.metadata().isPresent();
            case SERIALIZABLE -> true;
        };
        return matters
                ? Optional.of(new Conflict("added files that this commit would have had to read", RECOMPUTE))
                : Optional.empty();
    }
}
