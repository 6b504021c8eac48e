/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.scan.SchemaWatch;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The splits of the commits after a version; looks for new ones when it has none left. One thread. */
final class ChangeSplits {
    private final DeltaLog log;
    private final ErrorContext table;
    private final PlanSettings settings;
    private final SchemaWatch watch;
    private final Function<Snapshot, Optional<ScanFilter>> filters;
    private final PartitionLookup partitions;

    private Snapshot known;
    private Iterator<CommittedVersion> versions = Collections.emptyIterator();
    private long newestVersion;
    /** Null between versions. */
    private VersionSplits current;

    /** Finds the partition of a file that a version has. */
    @FunctionalInterface
    interface PartitionLookup {
        Optional<PartitionValues> of(RemoveFile file, long version);
    }

    /** @param known the version before the first, or that is begun with {@link #begin} */
    ChangeSplits(
            DeltaLog log,
            Snapshot known,
            ErrorContext table,
            PlanSettings settings,
            SchemaWatch watch,
            Function<Snapshot, Optional<ScanFilter>> filters,
            PartitionLookup partitions) {
        this.log = log;
        this.known = known;
        this.newestVersion = known.version();
        this.table = table;
        this.settings = settings;
        this.watch = watch;
        this.filters = filters;
        this.partitions = partitions;
    }

    /** Goes to a version, from a unit on. */
    void begin(CommittedVersion version, long firstUnit) {
        boolean sameMetadata = version.snapshot().metadata().equals(known.metadata());
        if (!sameMetadata) {
            watch.require(version.snapshot());
        }
        known = version.snapshot();
        newestVersion = Math.max(newestVersion, known.version());
        FileFilter filter = new FileFilter(filters.apply(known), settings);
        long before = version.version() - 1;
        CommitUnits units = new CommitUnits(settings, table, remove -> partitions.of(remove, before));
        current = new VersionSplits(known.version(), known.timestamp(), units.of(version, filter), firstUnit, settings);
    }

    /** Whether {@link #next} may give something more of the current version. */
    boolean inVersion() {
        return current != null && current.hasNext();
    }

    /** The version after the current one. */
    long nextVersion() {
        return known.version() + 1;
    }

    /**
     * Goes to the next version; false when there is none yet.
     *
     * @throws InvalidRequestException when it was there once, and is not any more
     */
    boolean advance() {
        if (!versions.hasNext()) {
            versions = log.versionsAfter(known)
                    .orElseThrow(() -> new InvalidRequestException(
                            "Commits were cleaned up before they were read.",
                            table.with("version", nextVersion()),
                            "Keep the log for longer (delta.logRetentionDuration) than a reader may lag behind."));
        }
        if (!versions.hasNext()) {
            return false;
        }
        begin(versions.next(), 0);
        return true;
    }

    List<DeltaSplit> next() {
        return current.next();
    }

    InChanges position() {
        return current.hasNext() ? new InChanges(known.version(), current.done()) : new InChanges(nextVersion(), 0);
    }

    /** Of the current version. */
    long timestamp() {
        return known.timestamp();
    }

    /** Of those that were read. */
    long newestVersion() {
        return newestVersion;
    }
}
