/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.replay.LogListing;
import io.flinkdelta.log.store.LogStore.LogEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * Which files of a log are expired (PROTOCOL.md, "Metadata Cleanup"), from one listing of the whole
 * folder; no I/O but for the times of commits that are asked for. Immutable.
 */
final class ExpiredLog {
    private final List<LogEntry> entries;
    private final LogListing listing;
    private final NavigableMap<Long, Long> commitTimes = new TreeMap<>();

    ExpiredLog(List<LogEntry> entries) {
        this.entries = List.copyOf(entries);
        this.listing = LogListing.of(this.entries.stream(), Long.MAX_VALUE);
        long last = Long.MIN_VALUE;
        for (Map.Entry<Long, Long> commit : listing.commitTimes().entrySet()) {
            last = Math.max(last + 1, commit.getValue());
            commitTimes.put(commit.getKey(), last);
        }
    }

    /** When a version was committed, by the times of the files, made increasing; epoch milliseconds. */
    long fileTime(long version) {
        return commitTimes.get(version);
    }

    /**
     * The newest complete checkpoint from which every version since {@code cutoff} can be read: the newest
     * not above the newest commit that is not younger. Empty when there is none, and when commits after it
     * are missing, so that nothing may be deleted.
     *
     * @param cutoff epoch milliseconds
     * @param timeOf the time of the commit of a version, not decreasing
     */
    OptionalLong boundary(long cutoff, LongUnaryOperator timeOf) {
        List<Long> versions = List.copyOf(commitTimes.keySet());
        int low = -1;
        int high = versions.size();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (timeOf.applyAsLong(versions.get(middle)) <= cutoff) {
                low = middle;
            } else {
                high = middle;
            }
        }
        if (low < 0) {
            return OptionalLong.empty();
        }
        OptionalLong checkpoint = checkpointAtOrBelow(versions.get(low)).stream()
                .mapToLong(files -> files.version())
                .findFirst();
        return checkpoint.isPresent() && isWholeFrom(checkpoint.getAsLong()) ? checkpoint : OptionalLong.empty();
    }

    /** The newest complete checkpoint not above {@code version}. */
    Optional<CheckpointFiles> checkpointAtOrBelow(long version) {
        return listing.checkpointAtOrBelow(version);
    }

    private boolean isWholeFrom(long version) {
        long newest = listing.newestVersion().orElseThrow();
        return commitTimes.tailMap(version, true).size() == newest - version + 1;
    }

    /**
     * The names of all that is below {@code boundary}, in the order in which to delete it: compacted files,
     * then the oldest version first, of a version its commit first. Whatever is still there after any of the
     * deletions is a log that begins later.
     *
     * @param commitsFirst whether all commits go before the first checkpoint does
     */
    List<String> below(long boundary, boolean commitsFirst) {
        List<LogFile> expired = new ArrayList<>();
        for (LogEntry entry : entries) {
            LogFile.parse(entry.name()).filter(file -> isBelow(file, boundary)).ifPresent(expired::add);
        }
        Comparator<LogFile> byVersion = LogFile.byVersion().thenComparingInt(ExpiredLog::rank);
        expired.sort(Comparator.<LogFile>comparingInt(file -> phase(file, commitsFirst))
                .thenComparing(byVersion)
                .thenComparing(LogFile::fileName));
        return expired.stream().map(LogFile::fileName).toList();
    }

    /** A compacted file that begins at or below the boundary stands for commits that are deleted. */
    private static boolean isBelow(LogFile file, long boundary) {
        if (file instanceof LogFile.Compacted compacted) {
            return compacted.first() <= boundary;
        }
        return file.version() < boundary && !(file instanceof LogFile.StagedCommit);
    }

    private static int phase(LogFile file, boolean commitsFirst) {
        if (file instanceof LogFile.Compacted) {
            return 0;
        }
        return commitsFirst && file instanceof LogFile.AnyCheckpoint ? 2 : 1;
    }

    private static int rank(LogFile file) {
        if (file instanceof LogFile.Commit) {
            return 0;
        }
        return file instanceof LogFile.AnyCheckpoint ? 2 : 1;
    }

    /** The checkpoints that may name sidecars and are not below {@code boundary}. */
    List<LogFile> manifestsFrom(long boundary) {
        return entries.stream()
                .flatMap(entry -> LogFile.parse(entry.name()).stream())
                .filter(file -> file.version() >= boundary)
                .filter(file -> file instanceof LogFile.Checkpoint || file instanceof LogFile.V2Checkpoint)
                .toList();
    }
}
