/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import java.util.OptionalLong;

/** Finds the versions that reading begins and ends with. One thread. */
final class Bounds {
    private final DeltaLog log;
    private final ErrorContext table;
    private final PlanSettings settings;
    /** Null before it was looked for. */
    private OptionalLong last;

    /** @param last version to read, if it was found before */
    Bounds(DeltaLog log, ErrorContext table, PlanSettings settings, OptionalLong last) {
        this.log = log;
        this.table = table;
        this.settings = settings;
        this.last = last.isPresent() ? last : null;
    }

    /**
     * Where to begin.
     *
     * @throws InvalidRequestException when there is no such version
     */
    PlanPosition first() {
        StartingPoint start = settings.start();
        if (start instanceof StartingPoint.SnapshotOf at) {
            return InSnapshot.begin(at.version());
        } else if (start instanceof StartingPoint.SnapshotAt at) {
            return InSnapshot.begin(log.versionAt(at.time()));
        } else if (start instanceof StartingPoint.ChangesOf at) {
            return new InChanges(requireNotAhead(at.version()), 0);
        } else if (start instanceof StartingPoint.ChangesSince at) {
            return new InChanges(firstSince(at), 0);
        }
        long newest = log.latestSnapshot().version();
        return start instanceof StartingPoint.NewChanges ? new InChanges(newest + 1, 0) : InSnapshot.begin(newest);
    }

    private long requireNotAhead(long version) {
        long newest = log.latestSnapshot().version();
        if (version > newest + 1) {
            throw new InvalidRequestException(
                    "The table has no version to start with yet.",
                    table.with("version", version).with("latestVersion", newest),
                    "Start with a version that is there, or with the one after it.");
        }
        return version;
    }

    private long firstSince(StartingPoint.ChangesSince since) {
        long before;
        try {
            before = log.versionAt(since.time());
        } catch (InvalidRequestException e) {
            // All are later, unless there is no table.
            return log.earliestVersion();
        }
        if (log.snapshotAt(before).timestamp() == since.time().toEpochMilli()) {
            return before;
        }
        if (before == log.latestSnapshot().version()) {
            throw new InvalidRequestException(
                    "The table has no version as late as the time to start with.",
                    table.with("timestamp", since.time()).with("latestVersion", before),
                    "Start with an earlier time; or with scan.starting-version = latest, to read what comes from now on.");
        }
        return before + 1;
    }

    /** Finds the last version to read, if there is one, for whoever is at {@code position}. */
    void begin(PlanPosition position) {
        if (last == null) {
            OptionalLong found = find(position);
            requireNotBefore(found, position);
            last = found;
        }
    }

    private void requireNotBefore(OptionalLong end, PlanPosition start) {
        boolean named = settings.end() instanceof EndingPoint.Version || start instanceof InSnapshot;
        if (named && end.isPresent() && end.getAsLong() < start.version()) {
            throw new InvalidRequestException(
                    "The last version to read comes before the first.",
                    table.with("version", start.version()).with("endingVersion", end.getAsLong()),
                    "Begin with an earlier version (scan.version-as-of, scan.starting-version), or end with a later one"
                            + " (scan.ending-version).");
        }
    }

    private OptionalLong find(PlanPosition position) {
        EndingPoint end = settings.end();
        if (end instanceof EndingPoint.Version at) {
            return OptionalLong.of(at.version());
        } else if (end instanceof EndingPoint.Time at) {
            return OptionalLong.of(log.versionAt(at.time()));
        } else if (end instanceof EndingPoint.Never) {
            return OptionalLong.empty();
        }
        boolean rowsOnly = position instanceof InSnapshot;
        return OptionalLong.of(
                rowsOnly ? position.version() : log.latestSnapshot().version());
    }

    /** The last version to read, if there is one; known after {@link #begin}. */
    OptionalLong last() {
        return last;
    }
}
