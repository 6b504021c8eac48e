/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore.LogEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What one listing of the log folder showed: the commits and the complete checkpoints of a range of
 * versions. Chooses the {@link LogSegment} of a version from them; no I/O. Immutable, any thread.
 */
public final class LogListing {
    private final NavigableMap<Long, Long> commitTimes = new TreeMap<>();
    private final List<LogFile.Compacted> compacted = new ArrayList<>();
    private final NavigableSet<Long> checksums = new TreeSet<>();
    /** Complete ones, of each version the one to prefer first. */
    private final NavigableMap<Long, List<SeenCheckpoint>> checkpoints = new TreeMap<>();

    private LogListing() {}

    /**
     * What {@code entries} show.
     *
     * @param entries in the order of their names; read up to the first file above {@code upTo}
     * @param upTo a version; what is above it is left out
     */
    public static LogListing of(Stream<LogEntry> entries, long upTo) {
        LogListing listing = new LogListing();
        Map<CheckpointParts, List<LogFile>> multiPart = new TreeMap<>();
        Iterator<LogEntry> iterator = entries.iterator();
        while (iterator.hasNext()) {
            LogEntry entry = iterator.next();
            Optional<LogFile> parsed = LogFile.parse(entry.name());
            if (parsed.isEmpty()) {
                continue;
            }
            LogFile file = parsed.get();
            if (file.version() > upTo && !(file instanceof LogFile.Compacted)) {
                break;
            }
            listing.take(file, entry, multiPart);
        }
        return listing;
    }

    private void take(LogFile file, LogEntry entry, Map<CheckpointParts, List<LogFile>> multiPart) {
        if (file instanceof LogFile.Commit) {
            commitTimes.put(file.version(), entry.modificationTime());
        } else if (entry.size() == 0) {
            return; // What a writer has begun, or lost.
        } else if (file instanceof LogFile.Compacted compaction) {
            compacted.add(compaction);
        } else if (file instanceof LogFile.Checksum) {
            checksums.add(file.version());
        } else if (file instanceof LogFile.Checkpoint || file instanceof LogFile.V2Checkpoint) {
            complete(List.of(file), entry);
        } else if (file instanceof LogFile.MultiPartCheckpoint part) {
            CheckpointParts key = new CheckpointParts(part.version(), part.parts());
            List<LogFile> parts = multiPart.computeIfAbsent(key, unused -> new ArrayList<>());
            parts.add(part);
            if (parts.size() == part.parts()) {
                complete(parts, entry);
            }
        }
    }

    /** What is listed later is preferred. */
    private void complete(List<LogFile> parts, LogEntry last) {
        checkpoints
                .computeIfAbsent(parts.get(0).version(), unused -> new ArrayList<>())
                .add(0, new SeenCheckpoint(CheckpointFiles.listed(parts), last.modificationTime()));
    }

    /** The modification time of each commit, epoch milliseconds, by version. */
    public NavigableMap<Long, Long> commitTimes() {
        return Collections.unmodifiableNavigableMap(commitTimes);
    }

    /** The newest version that a commit or a complete checkpoint was seen of. */
    public OptionalLong newestVersion() {
        long newest = Math.max(
                commitTimes.isEmpty() ? -1 : commitTimes.lastKey(), checkpoints.isEmpty() ? -1 : checkpoints.lastKey());
        return newest < 0 ? OptionalLong.empty() : OptionalLong.of(newest);
    }

    /** The first commit that must be there: what is older than the first that was seen may be cleaned up. */
    long firstNeeded() {
        return checkpoints.isEmpty() || commitTimes.isEmpty() ? 0 : commitTimes.firstKey();
    }

    /** Whether every commit from {@code first} to {@code last} was seen. */
    boolean isWhole(long first, long last) {
        return commitTimes.subMap(first, true, last, true).size() == last - first + 1;
    }

    /** The commits from {@code first} on that were not seen, though a newer version was; of neighbours the last. */
    Set<Long> gaps(long first) {
        Set<Long> gaps = new HashSet<>();
        for (long seen : commitTimes.tailMap(first, false).keySet()) {
            if (!commitTimes.containsKey(seen - 1)) {
                gaps.add(seen - 1);
            }
        }
        newestVersion().stream()
                .filter(newest -> newest >= first && !commitTimes.containsKey(newest))
                .forEach(gaps::add);
        return gaps;
    }

    /**
     * The oldest version from which on every version can be replayed, if the listing began at version 0;
     * empty when not even the newest can be.
     */
    public OptionalLong earliestVersion() {
        OptionalLong newest = newestVersion();
        if (newest.isEmpty()) {
            return newest;
        }
        long first = newest.getAsLong() + 1;
        while (commitTimes.containsKey(first - 1)) {
            first--;
        }
        if (first == 0) {
            return OptionalLong.of(0);
        }
        Long checkpoint = checkpoints.ceilingKey(first - 1);
        return checkpoint == null ? OptionalLong.empty() : OptionalLong.of(checkpoint);
    }

    /** The newest complete checkpoint not above {@code version}. */
    public Optional<CheckpointFiles> checkpointAtOrBelow(long version) {
        return newest(version, any -> true).map(SeenCheckpoint::files);
    }

    private Optional<SeenCheckpoint> newest(long notAbove, Predicate<CheckpointFiles> usable) {
        return checkpoints.headMap(notAbove, true).descendingMap().values().stream()
                .flatMap(List::stream)
                .filter(seen -> usable.test(seen.files()))
                .findFirst();
    }

    /**
     * How to replay {@code version}.
     *
     * @param usable which checkpoints may be used
     */
    public Answer segment(long version, Predicate<CheckpointFiles> usable) {
        Optional<SeenCheckpoint> base = newest(version, usable);
        long firstCommit = base.map(seen -> seen.files().version() + 1).orElse(0L);
        long expected = firstCommit;
        for (long seen : commitTimes.tailMap(expected, true).keySet()) {
            if (seen > version) {
                break;
            }
            if (seen != expected) {
                return new Missing(expected, seen - 1);
            }
            expected++;
        }
        if (expected <= version) {
            return new Missing(expected, version);
        }
        Long commitTime = commitTimes.get(version);
        long time = commitTime != null
                ? commitTime
                : base.map(SeenCheckpoint::timeMillis).orElse(0L);
        Optional<CheckpointFiles> checkpoint = base.map(SeenCheckpoint::files);
        return new Found(new LogSegment(
                checkpoint, compacted(firstCommit, version), checksum(firstCommit, version), version, time));
    }

    /**
     * How to replay {@code version}, whose commit was seen.
     *
     * @param known the segment of the version before the listing began
     */
    LogSegment onTopOf(LogSegment known, long version) {
        Optional<CheckpointFiles> checkpoint = checkpointAtOrBelow(version).or(known::checkpoint);
        long firstCommit = checkpoint.map(files -> files.version() + 1).orElse(0L);
        List<LogFile.Compacted> all = new ArrayList<>(known.compacted());
        all.addAll(compacted);
        return new LogSegment(
                checkpoint,
                CompactionChoice.of(all, firstCommit, version),
                checksum(firstCommit, version),
                version,
                commitTimes.get(version));
    }

    private List<LogFile.Compacted> compacted(long first, long last) {
        return CompactionChoice.of(compacted, first, last);
    }

    private OptionalLong checksum(long first, long last) {
        Long newest = checksums.floor(last);
        return newest == null || newest < first ? OptionalLong.empty() : OptionalLong.of(newest);
    }

    /** The answer to {@link #segment}. */
    public sealed interface Answer {}

    /** This is how. */
    public record Found(LogSegment segment) implements Answer {}

    /** It cannot be: these commits were not seen, both inclusive. */
    public record Missing(long first, long last) implements Answer {}

    private record SeenCheckpoint(CheckpointFiles files, long timeMillis) {}

    private record CheckpointParts(long version, int parts) implements Comparable<CheckpointParts> {
        @Override
        public int compareTo(CheckpointParts other) {
            int byVersion = Long.compare(version, other.version);
            return byVersion != 0 ? byVersion : Integer.compare(parts, other.parts);
        }
    }
}
