/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.ActionReconciliation;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.LogListing.Answer;
import io.flinkdelta.log.replay.LogListing.Found;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.CommitPut.Owner;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/** One transaction on its way through the {@link CommitLoop}. One thread, used once. */
final class CommitRun {
    /** However short a table's retention is elsewhere, no commit goes so soon. */
    private static final Duration SURELY_KEPT = Duration.ofHours(1);

    /** As it goes on top of {@link #base}. */
    private Transaction transaction;

    private final TableStorage storage;
    private final CommitPut put;
    private final SnapshotReader reader;
    private final Clock clock;
    private final GiveWay giveWay;
    private final FileKeys keys;
    private final ConflictChecker checker;
    private final CommitTimes times;
    private final RowRebase rows;
    private final ConflictErrors errors;
    /** What the commits since the read version gave to files that the transaction may be about. */
    private final Map<String, RowIds> recommitted = new HashMap<>();
    /** The version that the next attempt goes on top of; null for a new table. */
    private LogSnapshot base;

    private IsolationLevel isolation;
    /**
     * The version that was found taken, until it is read whose it is: a put that was repeated out of sight meets its
     * own success.
     */
    private OptionalLong undecided = OptionalLong.empty();

    private boolean landedEarlier;

    CommitRun(
            Transaction transaction,
            TableStorage storage,
            CommitPut put,
            SnapshotReader reader,
            Clock clock,
            RandomGenerator random,
            GiveWay giveWay) {
        this.transaction = transaction;
        this.storage = storage;
        this.put = put;
        this.reader = reader;
        this.clock = clock;
        this.giveWay = giveWay;
        this.keys = new FileKeys(storage.tablePath());
        this.checker = new ConflictChecker(keys);
        this.times = new CommitTimes(reader.segments());
        this.rows = new RowRebase(transaction, storage.data(), keys, clock, random);
        this.errors = new ConflictErrors(transaction, storage.context());
        this.base = transaction.read().orElse(null);
    }

    /**
     * The transaction as it landed; empty when an attempt of an earlier run is in the log, which may have hidden the
     * rows where they were then.
     */
    Optional<Transaction> landed() {
        return Optional.of(transaction).filter(same -> !landedEarlier);
    }

    /** Tries the version after the one that was read first. */
    CommitResult run(int maxRaces) {
        return run(maxRaces, false);
    }

    /** Looks first for what was committed after the version that was read. */
    CommitResult runFromNewest(int maxRaces) {
        return run(maxRaces, true);
    }

    private CommitResult run(int maxRaces, boolean fromNewest) {
        try {
            CommitResult result = tryToLand(maxRaces, fromNewest);
            if (!(result instanceof Committed)) {
                rows.abandon();
            }
            return result;
        } catch (OutcomeUnknownException e) {
            throw e;
        } catch (StorageUnavailableException e) {
            if (undecided.isPresent()) {
                throw errors.ownerUnknown(undecided.getAsLong(), e);
            }
            rows.abandon();
            throw e;
        } catch (DeltaException e) {
            if (undecided.isEmpty()) {
                rows.abandon();
            }
            throw e;
        }
    }

    /**
     * No pause after a lost race: somebody made progress, and a loser who waits leaves the next version to the very
     * writer who won, as often as that one likes.
     */
    private CommitResult tryToLand(int maxRaces, boolean fromNewest) {
        Optional<CommitResult> end = base == null ? tableExists(1) : alreadyIn(base);
        if (end.isPresent()) {
            return end.get();
        }
        requireFit();
        end = base != null && (fromNewest || namesMayBeFreeAgain()) ? rebase(1) : Optional.empty();
        if (end.isPresent()) {
            return end.get();
        }
        for (int attempts = 1; ; attempts++) {
            long timeMillis = clock.millis();
            CommitContent content = new CommitComposer(transaction, keys, times, storage.context())
                    .compose(Optional.ofNullable(base), isolation, timeMillis, recommitted);
            if (put.put(content) == Owner.OURS) {
                giveWay.landed();
                return new Committed(content.version(), after(content, timeMillis), attempts);
            }
            undecided = OptionalLong.of(content.version());
            end = base == null ? tableExists(attempts) : catchUp(attempts);
            if (end.isPresent()) {
                return end.get();
            }
            if (base == null || base.version() < content.version()) {
                requireCommit(content.version());
            }
            if (attempts >= maxRaces) {
                throw errors.lostTooOften(attempts);
            }
        }
    }

    /**
     * A clean-up may have taken the commits after an old base: a put would land below the table's newest version. Of a
     * base that seems to be of the future (a clock went back) no age is known.
     */
    private boolean namesMayBeFreeAgain() {
        Duration retention = TableProperties.ofTable(base.metadata().configuration(), storage.context())
                .logRetention();
        Duration age =
                Duration.ofMillis(clock.millis() - base.segment().timeMillis()).abs();
        return age.compareTo(SURELY_KEPT) >= 0 || age.compareTo(retention) >= 0;
    }

    /**
     * A name that is taken and that no listing shows as a commit. It would be taken in each further attempt,
     * too, where it is a folder or a link to nowhere.
     */
    private void requireCommit(long version) {
        CommitFile.read(storage.log(), version, storage.context());
    }

    private Optional<CommitResult> alreadyIn(LogSnapshot snapshot) {
        List<SetTransaction> own = transaction.transactions();
        List<SetTransaction> seen = own.stream()
                .filter(progress ->
                        snapshot.transactionVersion(progress.appId()).orElse(Long.MIN_VALUE) >= progress.version())
                .toList();
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        if (seen.size() < own.size()) {
            throw errors.partlyIn(seen);
        }
        long first = snapshot.transactionVersion(own.get(0).appId()).getAsLong();
        return Optional.of(new AlreadyCommitted(first, snapshot));
    }

    private void requireFit() {
        ErrorContext where = storage.context();
        Metadata metadata = transaction
                .metadata()
                .or(() -> Optional.ofNullable(base).map(LogSnapshot::metadata))
                .orElseThrow(() -> incomplete("metadata"));
        Protocol protocol = transaction
                .protocol()
                .or(() -> Optional.ofNullable(base).map(LogSnapshot::protocol))
                .orElseThrow(() -> incomplete("protocol"));
        new TransactionCheck(transaction, protocol, metadata, domains(), keys, where).require();
        isolation = IsolationLevel.of(transaction, metadata);
    }

    /** Of the table after the transaction. */
    private Collection<DomainMetadata> domains() {
        TableState before = base == null ? TableState.empty() : base.state();
        ActionReconciliation after = ActionReconciliation.from(before);
        transaction.domainMetadata().forEach(after::replay);
        return after.apply().domainMetadata().values();
    }

    private InvalidRequestException incomplete(String what) {
        return new InvalidRequestException(
                "A new table needs " + what + ".", storage.context(), "Give the transaction its " + what + ".");
    }

    /** The table after our commit on top of {@link #base}, without reading it back. */
    private LogSnapshot after(CommitContent content, long timeMillis) {
        TableState state = ActionReconciliation.from(base == null ? TableState.empty() : base.state())
                .replay(content.version(), content.withoutFiles())
                .apply();
        return base == null ? reader.created(state, timeMillis) : base.next(state, timeMillis);
    }

    /** A new table meets an existing one; empty when there is none. */
    private Optional<CommitResult> tableExists(int attempts) {
        Optional<LogSnapshot> existing = reader.latest();
        if (existing.isEmpty()) {
            return Optional.empty();
        }
        Optional<WinningCommit> winner = first();
        if (winner.filter(this::isOurs).isPresent()) {
            return Optional.of(new Committed(0, reader.at(0), attempts));
        }
        undecided = OptionalLong.empty();
        Optional<CommitResult> already = alreadyIn(existing.get());
        if (already.isPresent()) {
            return already;
        }
        throw errors.tableExists(winner, existing.get().version());
    }

    /** What made version 0, unless that was cleaned up. */
    private Optional<WinningCommit> first() {
        try {
            return CommitFile.readIfExists(storage.log(), 0, storage.context())
                    .map(commit -> WinningCommit.of(commit, keys, false));
        } catch (IOException e) {
            throw StorageErrors.of(e, storage.context(), LogFile.commit(0).fileName(), "read a commit");
        }
    }

    private Optional<CommitResult> catchUp(int attempts) {
        long start = clock.millis();
        try {
            return rebase(attempts);
        } finally {
            giveWay.caughtUp(start);
        }
    }

    /** Goes on top of the commits that came between, if they allow it. */
    private Optional<CommitResult> rebase(int attempts) {
        Answer answer = reader.segments().after(base.segment());
        if (!(answer instanceof Found found)) {
            throw errors.cleanedUp();
        }
        LogSegment newest = found.segment();
        boolean already = false;
        Optional<CommitConflictException> conflict = Optional.empty();
        boolean changed = false;
        for (Iterator<CommitFile> between = reader.commits(base.version() + 1, newest.version()); between.hasNext(); ) {
            CommitFile commit = between.next();
            WinningCommit winner = WinningCommit.of(commit, keys, ConflictChecker.dependsOnFiles(transaction));
            LogSnapshot before = base;
            base = on(commit, newest);
            boolean tried = undecided.equals(OptionalLong.of(winner.version()));
            if (isOurs(winner)) {
                landedEarlier = !tried && rows.follows();
                return Optional.of(new Committed(winner.version(), base, attempts));
            }
            undecided = tried ? OptionalLong.empty() : undecided;
            Verdict verdict = judge(winner, before, conflict.isEmpty());
            if (verdict instanceof Verdict.AlreadyCommitted) {
                already = true;
            } else if (verdict instanceof Verdict.Conflict reason && conflict.isEmpty()) {
                conflict = Optional.of(errors.conflict(reason, winner));
            }
            recommitted.putAll(winner.rowIds());
            changed |= winner.protocol().isPresent() || winner.metadata().isPresent();
        }
        Optional<CommitResult> earlier = already ? alreadyIn(base) : Optional.empty();
        if (earlier.isPresent()) {
            return earlier;
        }
        if (conflict.isPresent()) {
            throw conflict.get();
        }
        if (changed) {
            requireFit();
        }
        transaction = rows.on(base, transaction);
        return Optional.empty();
    }

    /** @param follow whether the transaction may still go on top of {@code winner}, with its rows where they are then */
    private Verdict judge(WinningCommit winner, LogSnapshot before, boolean follow) {
        Verdict verdict = checker.check(transaction, rows.paths(), isolation, winner, before.state());
        return follow && verdict instanceof Verdict.Rebase
                ? rows.follow(winner, before).map(Verdict.class::cast).orElse(verdict)
                : verdict;
    }

    private LogSnapshot on(CommitFile commit, LogSegment newest) {
        TableState state =
                ActionReconciliation.from(base.state()).replay(commit).apply();
        return base.next(state, newest.timeMillis());
    }

    private boolean isOurs(WinningCommit winner) {
        return winner.commitInfo()
                .flatMap(CommitInfo::txnId)
                .filter(transaction.txnId()::equals)
                .isPresent();
    }
}
