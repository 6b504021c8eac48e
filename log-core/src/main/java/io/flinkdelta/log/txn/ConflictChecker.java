/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.txn.Verdict.AlreadyCommitted;
import io.flinkdelta.log.txn.Verdict.Conflict;
import io.flinkdelta.log.txn.Verdict.Rebase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Decides whether a transaction may go on top of a commit that overtook it. Pure: no I/O, no state but
 * the table's spelling of paths. What was computed from files that are gone is never let through.
 * Whether this build may write the table after the other commit is the caller's to check.
 */
public final class ConflictChecker {
    /** Asks every data file to hold what files that were written before need not, by the protocol alone. */
    private static final String MATERIALIZED_PARTITIONS = "materializePartitionColumns";

    private final FileKeys keys;

    public ConflictChecker(FileKeys keys) {
        this.keys = keys;
    }

    /** Whether a verdict about {@code transaction} depends on the file actions of other commits. */
    static boolean dependsOnFiles(Transaction transaction) {
        return !(transaction.readSet() instanceof ReadSet.Nothing)
                || !transaction.removes().isEmpty();
    }

    /**
     * Judges {@code transaction} against {@code winner}.
     *
     * @param followed canonical paths of files whose rows a {@link RowFollower} follows: what happens to them is for it
     *     to judge, unless the transaction has read them as a whole
     * @param winner the next commit after the one that the transaction was last checked against
     * @param before the table before {@code winner}
     */
    public Verdict check(
            Transaction transaction,
            Set<String> followed,
            IsolationLevel isolation,
            WinningCommit winner,
            TableState before) {
        Optional<Verdict> earlier = checkTransactions(transaction, winner);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        return checkProtocol(transaction, winner, before)
                .or(() -> checkMetadata(transaction, winner, before))
                .or(() -> checkDomains(transaction, winner))
                .or(() -> checkRemoves(transaction, followed, winner))
                .or(() -> checkAdds(transaction, followed, isolation, winner))
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
                .or(() -> verdicts.stream().findFirst())
                .or(() -> checkReadApplications(transaction, winner));
    }

    private static Optional<Verdict> checkReadApplications(Transaction transaction, WinningCommit winner) {
        return transaction.readApplications().stream()
                .filter(winner.transactions()::containsKey)
                .findFirst()
                .map(appId -> Conflict.of(
                        ConflictRule.CONCURRENT_TRANSACTION,
                        "moved application " + appId + ", whose progress this commit was computed from"));
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
                ConflictRule.CONCURRENT_TRANSACTION,
                Optional.empty(),
                "moved application " + own.appId() + " to txn version " + theirs
                        + " while this commit would move it to " + own.version(),
                "Find the other writer that uses the same application id and stop one of the two."));
    }

    private static Optional<Verdict> checkProtocol(Transaction transaction, WinningCommit winner, TableState before) {
        if (winner.protocol().isEmpty() || winner.protocol().equals(before.protocol())) {
            return Optional.empty();
        }
        if (transaction.protocol().isPresent()) {
            return Optional.of(Conflict.of(ConflictRule.PROTOCOL_CHANGED, "changed the protocol, as this commit does"));
        }
        Set<String> old = before.protocol().map(ConflictChecker::features).orElseGet(TreeSet::new);
        Set<String> now = features(winner.protocol().get());
        Set<String> dropped = new TreeSet<>(old);
        dropped.removeAll(now);
        if (!dropped.isEmpty()) {
            return Optional.of(Conflict.of(ConflictRule.PROTOCOL_CHANGED, "dropped the table features " + dropped));
        }
        boolean oldFiles = now.contains(MATERIALIZED_PARTITIONS)
                && !old.contains(MATERIALIZED_PARTITIONS)
                && !transaction.adds().isEmpty();
        return oldFiles
                ? Optional.of(new Conflict(
                        ConflictRule.PROTOCOL_CHANGED,
                        Optional.empty(),
                        "added the table feature " + MATERIALIZED_PARTITIONS
                                + ", by which data files hold the partition columns",
                        "Write the files anew for the table as it is now."))
                : Optional.empty();
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
                        ConflictRule.METADATA_CHANGED,
                        Optional.empty(),
                        "changed the table's metadata (schema, partitioning or properties)",
                        "Read the table anew, check that the rows still fit its schema, and commit again."));
    }

    private static Optional<Verdict> checkDomains(Transaction transaction, WinningCommit winner) {
        return transaction.domainMetadata().stream()
                .map(DomainMetadata::domain)
                .filter(winner.domains()::contains)
                .findFirst()
                .map(domain -> Conflict.of(
                        ConflictRule.DOMAIN_METADATA_CHANGED,
                        "changed the domain metadata " + domain + ", as this commit does"));
    }

    private Optional<Verdict> checkRemoves(Transaction transaction, Set<String> followed, WinningCommit winner) {
        if (winner.removed().isEmpty()) {
            return Optional.empty();
        }
        Set<String> own = transaction.removes().stream()
                .map(remove -> keys.canonical(remove.path()))
                .filter(path -> !followed.contains(path))
                .collect(Collectors.toSet());
        Optional<Verdict> both = winner.removed().entrySet().stream()
                .filter(removed -> own.contains(removed.getKey()))
                .findFirst()
                .map(removed -> Conflict.of(
                        ConflictRule.CONCURRENT_DELETE_DELETE,
                        removed.getValue().path(),
                        "removed the file " + removed.getValue().path() + ", as this commit does"));
        return both.or(() -> winner.removed().entrySet().stream()
                .filter(removed -> followed.contains(removed.getKey())
                        ? transaction.readSet().hasReadAllOf(removed.getKey())
                        : transaction.readSet().hasRead(removed.getValue(), removed.getKey()))
                .findFirst()
                .map(removed -> Conflict.of(
                        ConflictRule.CONCURRENT_DELETE_READ,
                        removed.getValue().path(),
                        "removed files that this commit was computed from")));
    }

    /**
     * A file that comes without a change of data holds rows of files that go, for which {@link #checkRemoves} is there,
     * or is in the table already. It concerns those only who change what the table asks of its files.
     */
    private static Optional<Verdict> checkAdds(
            Transaction transaction, Set<String> followed, IsolationLevel isolation, WinningCommit winner) {
        boolean matters = switch (isolation) {
            case SNAPSHOT_ISOLATION -> false;
            case WRITE_SERIALIZABLE ->
                !winner.isBlindAppend() || transaction.metadata().isPresent();
            case SERIALIZABLE -> true;
        };
        if (!matters) {
            return Optional.empty();
        }
        boolean changesTable =
                transaction.metadata().isPresent() || transaction.protocol().isPresent();
        return winner.added().entrySet().stream()
                .filter(added -> !followed.contains(added.getKey()))
                .map(Map.Entry::getValue)
                .filter(add -> add.dataChange() || changesTable)
                .filter(transaction.readSet()::wouldRead)
                .findFirst()
                .map(add -> Conflict.of(
                        ConflictRule.CONCURRENT_APPEND,
                        add.path(),
                        "added files that this commit would have had to read"));
    }
}
