/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.scan.SchemaWatch;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The splits of the commits after a version; looks for new ones when it has none left. One thread. */
final class ChangeSplits {
    private final DeltaLog log;
    private final TableScan scan;
    private final PlanSettings settings;
    private final SchemaWatch watch;
    private final FileFilter filter;

    private Snapshot known;
    private Iterator<CommittedVersion> versions = Collections.emptyIterator();
    /** Null between versions. */
    private VersionSplits current;

    /** What {@link #advance} came to. */
    enum Step {
        VERSION,
        NOTHING_NEW,
        /** The next version was there once, and is not any more. */
        LOST
    }

    /** @param known the version before the first, or that is begun with {@link #begin} */
    ChangeSplits(
            DeltaLog log, Snapshot known, TableScan scan, PlanSettings settings, SchemaWatch watch, FileFilter filter) {
        this.log = log;
        this.known = known;
        this.scan = scan;
        this.settings = settings;
        this.watch = watch;
        this.filter = filter;
    }

    /** Goes to a version, from a unit on. */
    void begin(CommittedVersion version, long firstUnit) {
        boolean sameMetadata = version.snapshot().metadata().equals(known.metadata());
        if (!sameMetadata) {
            watch.require(version.snapshot());
        }
        known = version.snapshot();
        CommitUnits units = new CommitUnits(
                settings, scan.context(), scan.partitionColumns(), paths -> partitions(paths, version.version() - 1));
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

    /** The partitions of files that a version has. */
    private Map<String, PartitionValues> partitions(Set<String> paths, long version) {
        try (Stream<AddFile> files = log.snapshotAt(version).files()) {
            return files.filter(file -> paths.contains(file.path()))
                    .collect(Collectors.toMap(AddFile::path, AddFile::partitionValues, (one, same) -> one));
        }
    }

    /** Goes to the next version. */
    Step advance() {
        if (!versions.hasNext()) {
            Optional<Iterator<CommittedVersion>> later = log.versionsAfter(known);
            if (later.isEmpty()) {
                return Step.LOST;
            }
            versions = later.get();
        }
        if (!versions.hasNext()) {
            return Step.NOTHING_NEW;
        }
        begin(versions.next(), 0);
        return Step.VERSION;
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
}
