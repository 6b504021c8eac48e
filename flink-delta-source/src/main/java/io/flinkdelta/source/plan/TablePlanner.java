/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.scan.EventTime;
import io.flinkdelta.source.scan.SchemaWatch;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes splits of a table, a few at a time: first of the files of a version, if it is to begin with one, then of the
 * commits after it. What it gives depends on the table and its position only, so that another planner goes on where
 * this one was. Reads nothing before it is asked; one thread at a time.
 */
public final class TablePlanner {
    private final DeltaLog log;
    private final TableScan scan;
    private final PlanSettings settings;
    private final SchemaWatch watch;
    private final int parallelism;
    private final Bounds bounds;
    private final CommitLookup commits;
    private final FileFilter filter;
    private final boolean restored;

    /** Null before the first is known. */
    private PlanPosition position;

    private long lostVersions;
    /** Of the version that was read last. */
    private long timestamp;
    /** Null when it is to be opened anew. */
    private SnapshotSplits snapshot;
    /** Null when it is to be opened anew. */
    private ChangeSplits changes;

    /**
     * @param parallelism of the readers
     * @param position where to go on; empty to begin
     * @param last version to read, if a planner has found it already
     */
    public TablePlanner(
            DeltaLog log,
            TableScan scan,
            PlanSettings settings,
            int parallelism,
            Optional<PlanPosition> position,
            OptionalLong last) {
        this.log = log;
        this.scan = scan;
        this.settings = settings;
        this.parallelism = parallelism;
        this.watch = new SchemaWatch(scan, settings.primaryKey());
        this.bounds = new Bounds(log, scan.context(), settings, last);
        this.commits = new CommitLookup(log, scan.context(), settings.failOnDataLoss());
        this.filter = new FileFilter(scan.scanFilter(), settings, scan.eventTime());
        this.restored = position.isPresent();
        this.position = position.orElse(null);
    }

    /**
     * The next splits. What comes before an error is given first, and the error when it is asked for what comes then.
     *
     * @throws InvalidRequestException when the table has no such version, not any more, or not with this schema
     */
    public Planned plan(Budget budget) {
        if (position == null) {
            position = bounds.first();
        }
        bounds.begin(position);
        PlanPosition before = position;
        List<DeltaSplit> splits = new ArrayList<>();
        try {
            return planned(splits, planFrom(budget, splits));
        } catch (RuntimeException e) {
            snapshot = null;
            changes = null;
            if (position.equals(before)) {
                throw e;
            }
            return planned(splits, Next.MORE);
        }
    }

    /** What the places depend on that it gives. */
    public PlanOrder order() {
        return new PlanOrder(
                filter.time().map(EventTime::physicalName).orElse(""),
                settings.reading(),
                settings.primaryKey(),
                settings.reading() == CommitReading.CHANGES ? scan.fingerprint() : "");
    }

    /**
     * Finds the first position, where it depends on when it is looked for: a job that fails before its first look at the
     * table is not to begin later. Empty where it does not.
     */
    public Optional<PlanPosition> beginNow() {
        if (position == null && settings.start() instanceof StartingPoint.NewChanges) {
            position = bounds.first();
            return Optional.of(position);
        }
        return Optional.empty();
    }

    private Planned planned(List<DeltaSplit> splits, Next next) {
        return new Planned(splits, position, timestamp, bounds.last(), next, lostVersions);
    }

    private Next planFrom(Budget budget, List<DeltaSplit> splits) {
        Next next = Next.MORE;
        if (position instanceof InSnapshot at) {
            next = planSnapshot(at, budget, splits);
        }
        if (next == Next.MORE && position instanceof InChanges at) {
            next = planChanges(at, budget, splits);
        }
        return next;
    }

    private Next planSnapshot(InSnapshot at, Budget budget, List<DeltaSplit> splits) {
        if (snapshot == null) {
            // Nothing is lost that was never begun.
            Optional<Snapshot> version =
                    restored ? commits.snapshot(at.version()) : Optional.of(log.snapshotAt(at.version()));
            if (version.isEmpty()) {
                passLost(at.version() + 1);
                return Next.MORE;
            }
            watch.require(version.get());
            timestamp = version.get().timestamp();
            snapshot = new SnapshotSplits(version.get(), filter, at, parallelism, settings, rowsWanted());
            requireSameOrder(at, snapshot.position());
        }
        while (snapshot.hasNext() && !budget.isSpent()) {
            take(snapshot.next(), budget, splits);
            position = snapshot.position();
        }
        if (snapshot.hasNext()) {
            return Next.MORE;
        }
        snapshot = null;
        position = new InChanges(at.version() + 1, 0);
        return Next.MORE;
    }

    private void requireSameOrder(InSnapshot before, InSnapshot now) {
        if (before.after().isPresent() && before.order() != now.order()) {
            throw new InvalidRequestException(
                    "The log tells other times of a version's files than when reading them began, so that they come in"
                            + " another order now.",
                    scan.context().with("version", now.version()),
                    "Start without state. Let writers keep statistics in checkpoints of the table"
                            + " (delta.checkpoint.writeStatsAsJson or delta.checkpoint.writeStatsAsStruct = true), so that"
                            + " it does not come again.");
        }
    }

    /** Where rows may be dropped, or files lost, it is not known which are enough. */
    private long rowsWanted() {
        return filter.filter().isEmpty() && settings.failOnDataLoss() ? scan.limit() : Long.MAX_VALUE;
    }

    private Next planChanges(InChanges at, Budget budget, List<DeltaSplit> splits) {
        if (isBehindEnd(at.version())) {
            return Next.END;
        }
        if (changes == null) {
            openChanges(at);
            timestamp = changes.timestamp();
        }
        while (!budget.isSpent()) {
            if (!changes.inVersion()) {
                position = new InChanges(changes.nextVersion(), 0);
                if (isBehindEnd(position.version())) {
                    return Next.END;
                }
                ChangeSplits.Step step = changes.advance();
                if (step == ChangeSplits.Step.NOTHING_NEW) {
                    return Next.NEW_VERSION;
                } else if (step == ChangeSplits.Step.LOST) {
                    openChanges(new InChanges(changes.nextVersion(), 0));
                    continue;
                }
            }
            timestamp = changes.timestamp();
            take(changes.next(), budget, splits);
            position = changes.position();
        }
        return Next.MORE;
    }

    private boolean isBehindEnd(long version) {
        OptionalLong last = bounds.last();
        return last.isPresent() && version > last.getAsLong();
    }

    private static void take(List<DeltaSplit> more, Budget budget, List<DeltaSplit> splits) {
        more.forEach(budget::spend);
        splits.addAll(more);
    }

    private void openChanges(InChanges at) {
        CommitLookup.Answer answer = commits.committed(at.version());
        if (answer instanceof CommitLookup.NotYet notYet) {
            watch.require(notYet.newest());
            requireNotSetBack(notYet.newest(), at.version());
            changes = changesAfter(notYet.newest());
        } else if (answer instanceof CommitLookup.There there) {
            open(there.version(), at.units());
        } else {
            openChanges(passLost(at.version()));
        }
    }

    private void open(CommittedVersion version, long firstUnit) {
        // Nothing is read of what is behind the end: the version after it is asked for.
        boolean isRead = !isBehindEnd(version.version());
        if (isRead) {
            watch.require(version.snapshot());
        }
        changes = changesAfter(version.snapshot());
        if (isRead) {
            changes.begin(version, firstUnit);
        }
    }

    private ChangeSplits changesAfter(Snapshot known) {
        return new ChangeSplits(log, known, scan, settings, watch, filter);
    }

    private void requireNotSetBack(Snapshot newest, long next) {
        if (newest.version() < next - 1) {
            throw new InvalidRequestException(
                    "The table is at an older version than the one up to which it was read.",
                    scan.context().with("version", next - 1).with("latestVersion", newest.version()),
                    "It was set back, or made anew: start without state to read it as it is now.");
        }
    }

    /** Goes on with the oldest version that is there, at {@code wanted} or after; the ones between are lost. */
    private InChanges passLost(long wanted) {
        long oldest = commits.oldestSince(wanted);
        lostVersions += oldest - wanted;
        InChanges later = new InChanges(oldest, 0);
        position = later;
        return later;
    }
}
