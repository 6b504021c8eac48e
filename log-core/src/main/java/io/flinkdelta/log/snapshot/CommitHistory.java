/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.LogListing;
import io.flinkdelta.log.replay.LogSegments;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The commits of a table in time. A commit's time is its in-commit timestamp where the table has them,
 * else its file's modification time; clocks that went back are corrected so that each version is later
 * than the one before. Any thread.
 */
public final class CommitHistory {
    private final TableStorage storage;
    private final LogSegments segments;

    public CommitHistory(TableStorage storage) {
        this.storage = storage;
        this.segments = new LogSegments(storage.log(), storage.context());
    }

    /**
     * The newest {@code limit} commits that are still there, newest first; reads those commits only. The whole log is
     * listed: how far back clocks were wrong is not known before.
     */
    public List<HistoryEntry> newest(OptionalInt limit) {
        LogListing all = segments.all();
        long newest = all.newestVersion().orElseThrow();
        long first = limit.isPresent() ? Math.max(0, newest - limit.getAsInt() + 1) : 0;
        NavigableMap<Long, Long> times = increasing(all.commitTimes()).tailMap(first, true);
        List<HistoryEntry> entries = new ArrayList<>();
        for (Map.Entry<Long, Long> commit : times.descendingMap().entrySet()) {
            Optional<CommitFile> file = readIfExists(commit.getKey());
            if (file.isEmpty()) {
                break; // A clean-up has begun since the listing, with the oldest commits.
            }
            Optional<CommitInfo> info = file.get().commitInfo();
            OptionalLong inCommit = info.map(CommitInfo::inCommitTimestamp).orElse(OptionalLong.empty());
            entries.add(new HistoryEntry(commit.getKey(), inCommit.orElse(commit.getValue()), info));
        }
        return entries;
    }

    /**
     * The commit file of {@code version}, or the newest one.
     *
     * @throws InvalidRequestException when it is not there, naming the range
     */
    public CommitFile commitFile(OptionalLong version) {
        Optional<CommitFile> asked = version.isPresent() ? readIfExists(version.getAsLong()) : Optional.empty();
        if (asked.isPresent()) {
            return asked.get();
        }
        LogListing all = segments.all();
        NavigableMap<Long, Long> commits = all.commitTimes();
        if (version.isEmpty() && !commits.isEmpty()) {
            return CommitFile.read(storage.log(), commits.lastKey(), storage.context());
        }
        ErrorContext where = storage.context();
        if (!commits.isEmpty()) {
            where = where.with("earliestCommit", commits.firstKey()).with("latestCommit", commits.lastKey());
        }
        String which = version.isPresent() ? "commit of version " + version.getAsLong() : "commit";
        throw new InvalidRequestException(
                "The log has no " + which + ".", where, "Ask for a version whose commit is still there.");
    }

    private Optional<CommitFile> readIfExists(long version) {
        try {
            return CommitFile.readIfExists(storage.log(), version, storage.context());
        } catch (IOException e) {
            String name = LogFile.commit(version).fileName();
            throw StorageErrors.of(e, storage.context().with("version", version), name, "read a commit");
        }
    }

    /**
     * The newest version not after {@code time}.
     *
     * @param metadata the newest version's
     * @throws InvalidRequestException when all versions are later, naming the range
     */
    public long versionAt(Instant time, Metadata metadata) {
        LogListing all = segments.all();
        long earliest = segments.earliestVersion(all);
        NavigableMap<Long, Long> times = increasing(all.commitTimes()).tailMap(earliest, true);
        List<Long> versions = List.copyOf(times.keySet());
        int inCommit = 0;
        while (inCommit < versions.size() && !InCommitTimestamps.apply(metadata, versions.get(inCommit))) {
            inCommit++;
        }
        ToLongFunction<Long> timeOf = version -> timeOf(version, times, metadata);
        long millis = millis(time);
        boolean onlyBefore = millis < InCommitTimestamps.enablementTime(metadata);
        int found = onlyBefore ? -1 : lastNotAfter(millis, versions, inCommit, versions.size(), timeOf);
        if (found < inCommit) {
            found = lastNotAfter(millis, versions, 0, inCommit, timeOf);
        }
        if (found >= 0) {
            return versions.get(found);
        }
        throw segments.outOfRange("The table has no version as old as " + time + range(versions, timeOf) + ".", all);
    }

    /** Beyond what a long holds there are no commits. */
    private static long millis(Instant time) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException e) {
            return time.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** The times of the first and the last version. */
    private static String range(List<Long> versions, ToLongFunction<Long> timeOf) {
        return versions.isEmpty()
                ? ""
                : "; the earliest is of " + Instant.ofEpochMilli(timeOf.applyAsLong(versions.get(0)))
                        + ", the latest of "
                        + Instant.ofEpochMilli(timeOf.applyAsLong(versions.get(versions.size() - 1)));
    }

    /** The last position from {@code first} to before {@code end}; {@code first - 1} when there is none. */
    private static int lastNotAfter(long millis, List<Long> versions, int first, int end, ToLongFunction<Long> timeOf) {
        int low = first - 1;
        int high = end;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (timeOf.applyAsLong(versions.get(middle)) <= millis) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long timeOf(long version, NavigableMap<Long, Long> times, Metadata metadata) {
        return InCommitTimestamps.apply(metadata, version)
                ? InCommitTimestamps.read(storage.log(), version, storage.context())
                : times.get(version);
    }

    private static NavigableMap<Long, Long> increasing(NavigableMap<Long, Long> times) {
        NavigableMap<Long, Long> corrected = new TreeMap<>();
        long last = -1;
        for (Map.Entry<Long, Long> entry : times.entrySet()) {
            last = Math.max(last + 1, entry.getValue());
            corrected.put(entry.getKey(), last);
        }
        return corrected;
    }
}
