/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.scan.SchemaWatch;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

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
        this.watch = new SchemaWatch(scan);
        this.bounds = new Bounds(log, scan.context(), settings, last);
        this.position = position.orElse(null);
    }

    /**
     * The next splits.
     *
     * @throws InvalidRequestException when the table has no such version, not any more, or not with this schema
     */
    public Planned plan(Budget budget) {
        PlanPosition before = position;
        long lost = lostVersions;
        try {
            return planFrom(budget);
        } catch (RuntimeException e) {
            position = before;
            lostVersions = lost;
            snapshot = null;
            changes = null;
            throw e;
        }
    }

    private Planned planFrom(Budget budget) {
        List<DeltaSplit> splits = new ArrayList<>();
        if (position == null) {
            position = bounds.first();
        }
        bounds.begin(position);
        Next next = Next.MORE;
        if (position instanceof InSnapshot at) {
            next = planSnapshot(at, budget, splits);
        }
        if (next == Next.MORE && position instanceof InChanges at) {
            next = planChanges(at, budget, splits);
        }
        long newest = changes == null ? position.version() : changes.newestVersion();
        return new Planned(splits, position, timestamp, bounds.last(), next, lostVersions, newest);
    }

    private Next planSnapshot(InSnapshot at, Budget budget, List<DeltaSplit> splits) {
        if (snapshot == null) {
            Optional<Snapshot> version = found(at.version());
            if (version.isEmpty()) {
                position = new InChanges(afterLoss(at.version() + 1), 0);
                return Next.MORE;
            }
            watch.require(version.get());
            timestamp = version.get().timestamp();
            snapshot = new SnapshotSplits(version.get(), filter(version.get()), at, parallelism, settings);
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

    private Next planChanges(InChanges at, Budget budget, List<DeltaSplit> splits) {
        if (isBehindEnd(at.version())) {
            return Next.END;
        }
        if (changes == null) {
            changes = openChanges(at);
            timestamp = changes.timestamp();
        }
        while (!budget.isSpent()) {
            if (!changes.inVersion()) {
                position = new InChanges(changes.nextVersion(), 0);
                if (isBehindEnd(changes.nextVersion())) {
                    return Next.END;
                }
                if (!changes.advance()) {
                    return Next.NEW_VERSION;
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

    private ChangeSplits openChanges(InChanges at) {
        long first = at.version();
        Snapshot newest = log.latestSnapshot();
        if (first > newest.version()) {
            watch.require(newest);
            return new ChangeSplits(log, newest, scan.context(), settings, watch, this::filter, this::partitionOf);
        }
        Optional<Snapshot> version = found(first);
        if (version.isEmpty()) {
            InChanges later = new InChanges(afterLoss(first), 0);
            position = later;
            return openChanges(later);
        }
        watch.require(version.get());
        ChangeSplits opened =
                new ChangeSplits(log, version.get(), scan.context(), settings, watch, this::filter, this::partitionOf);
        opened.begin(new CommittedVersion(version.get(), log.commitFile(OptionalLong.of(first))), at.units());
        return opened;
    }

    /** The version; empty when it is gone and that is no error. */
    private Optional<Snapshot> found(long version) {
        try {
            return Optional.of(log.snapshotAt(version));
        } catch (InvalidRequestException e) {
            if (settings.failOnDataLoss()) {
                throw new InvalidRequestException(
                        "A version that is to be read is not there any more, or not yet: " + e.problem(),
                        scan.context().with("version", version).with(e.context()),
                        "Start without state from a version that is there; or set fail-on-data-loss = false to go on"
                                + " with the oldest one and lose what came before it. Keep the log for longer"
                                + " (delta.logRetentionDuration) than the job may be down.",
                        e);
            }
            return Optional.empty();
        }
    }

    /** The oldest version that is there, at {@code wanted} or after; the ones between are lost. */
    private long afterLoss(long wanted) {
        long oldest = Math.max(wanted, log.earliestVersion());
        lostVersions += oldest - wanted;
        return oldest;
    }

    private Optional<ScanFilter> filter(Snapshot version) {
        return scan.filter().isEmpty()
                ? Optional.empty()
                : Optional.of(ScanFilter.of(Expression.parse(scan.filter()), version.metadata(), scan.context()));
    }

    private Optional<PartitionValues> partitionOf(RemoveFile remove, long version) {
        try (Stream<AddFile> files = log.snapshotAt(version).files()) {
            return files.filter(file -> file.path().equals(remove.path()))
                    .map(AddFile::partitionValues)
                    .findFirst();
        }
    }
}
