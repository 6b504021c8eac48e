/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.checkpoint.ParallelReads;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.index.FileIndex;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.LogListing.Answer;
import io.flinkdelta.log.replay.LogListing.Found;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.LogSegments;
import io.flinkdelta.log.replay.StateReplay;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.store.TableStorage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads snapshots of one table: one listing from the last checkpoint, then the checkpoint's small
 * columns and the commits after it. A checkpoint that cannot be read is passed over if an older one or
 * the commits below it are still there. Any thread.
 */
public final class SnapshotReader {
    private static final int ATTEMPTS = 5;
    /** In memory at once, of commits that are read one after the other. */
    private static final int COMMITS_AT_ONCE = 8;

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotReader.class);

    private final TableStorage storage;
    private final ReadParallelism parallelism;
    private final LogSegments segments;
    private final StateReplay replay;
    private final boolean readableOnly;
    private final boolean checksums;

    /** Of snapshots whose files are read in the caller's thread. */
    public SnapshotReader(TableStorage storage) {
        this(storage, ReadParallelism.none());
    }

    /** Of snapshots whose files are read in several threads. */
    public SnapshotReader(TableStorage storage, ReadParallelism parallelism) {
        this(storage, parallelism, true, true);
    }

    private SnapshotReader(TableStorage storage, ReadParallelism parallelism, boolean readableOnly, boolean checksums) {
        this.storage = storage;
        this.parallelism = parallelism;
        this.readableOnly = readableOnly;
        this.checksums = checksums;
        this.segments = new LogSegments(storage.log(), storage.context());
        this.replay = new StateReplay(storage.log(), storage.context(), parallelism);
    }

    /** This reader, but handing out every table, whatever its protocol asks for: to look at, not to read rows of. */
    public SnapshotReader inspecting() {
        return new SnapshotReader(storage, parallelism, false, checksums);
    }

    /** This reader, but taking nothing from version checksums: for what is to be compared with them. */
    public SnapshotReader withoutChecksums() {
        return new SnapshotReader(storage, parallelism, readableOnly, false);
    }

    /** The newest version, or empty when there is no table. */
    public Optional<LogSnapshot> latest() {
        return load(segments::latest, segments::latest);
    }

    /** Version {@code version}; an InvalidRequestException naming the range when it is not there. */
    public LogSnapshot at(long version) {
        return load(() -> Optional.of(segments.at(version)), usable -> Optional.of(segments.at(version, usable)))
                .orElseThrow();
    }

    /** The newest version, listing and reading only what came after {@code known}. */
    public LogSnapshot refresh(LogSnapshot known) {
        Answer answer = segments.after(known.segment());
        if (answer instanceof Found found) {
            LogSegment segment = found.segment();
            return segment.version() == known.version() ? known : refresh(known, segment);
        }
        return latest().orElseThrow(() -> LogSegments.noTable(storage.context()));
    }

    /** Each commit is read once, for the state and for the index of the files where there is one. */
    private LogSnapshot refresh(LogSnapshot known, LogSegment segment) {
        AtomicReference<FileIndex> index =
                new AtomicReference<>(known.fileIndexIfRead().orElse(null));
        TableState state = replay.readCommits(
                known.state(),
                known.version() + 1,
                segment.version(),
                commit -> index.updateAndGet(before -> before == null ? null : known.fileIndex(before, commit)));
        return check(known.later(segment, state, Optional.ofNullable(index.get())));
    }

    /**
     * Version 0 as a commit of our own made it, where nothing has to be read.
     *
     * @param state what the commit gives
     */
    public LogSnapshot created(TableState state, long commitTimeMillis) {
        return LogSnapshot.of(storage, new LogSegment(Optional.empty(), 0, commitTimeMillis), state, parallelism);
    }

    /** Where the table's versions are found. */
    public LogSegments segments() {
        return segments;
    }

    /**
     * The versions after {@code known}, the oldest first, each read when it is reached, some commits at once.
     *
     * @return empty when not all of their commits are there any more; the iterator throws a {@link CorruptLogException}
     *     when one goes meanwhile, and what {@link #at} throws when a version may not be read by this build
     * @throws InvalidRequestException when the table is another one by now, or none, or was set back
     */
    public Optional<Iterator<CommittedVersion>> versionsAfter(LogSnapshot known) {
        Optional<NavigableMap<Long, Long>> times = segments.commitsFrom(known.version());
        if (times.isPresent() && !isGoneOnFrom(known, times.get())) {
            requireSameTable(known);
        }
        return times.map(found -> {
            NavigableMap<Long, Long> later = found.tailMap(known.version(), false);
            long last = later.isEmpty() ? known.version() : later.lastKey();
            return new CommittedVersions(known, later, commits(known.version() + 1, last), this::check);
        });
    }

    /** Whether the newest of these commits, at least, came after {@code known}, which is still what it was. */
    private static boolean isGoneOnFrom(LogSnapshot known, NavigableMap<Long, Long> times) {
        Long time = times.get(known.version());
        return !times.isEmpty() && (time == null || time == known.segment().timeMillis());
    }

    /** A log that was copied has other times, and is the same. */
    private void requireSameTable(LogSnapshot known) {
        LogSnapshot newest = latest().orElseThrow(() -> LogSegments.noTable(storage.context()));
        if (!newest.metadata().id().equals(known.metadata().id()) || newest.version() < known.version()) {
            throw new InvalidRequestException(
                    "The table was made anew or set back while it was read: a version that was read is not there any more.",
                    storage.context()
                            .with("version", known.version())
                            .with("latestVersion", newest.version())
                            .with("expected", known.metadata().id())
                            .with("tableId", newest.metadata().id()),
                    "Start without state to read the table as it is now.");
        }
    }

    /**
     * The commits {@code first} to {@code last}, the oldest first, some of them read at once.
     *
     * @throws CorruptLogException from the iterator, when one is missing or empty
     */
    public Iterator<CommitFile> commits(long first, long last) {
        return LongStream.iterate(first, from -> from <= last, from -> from + COMMITS_AT_ONCE)
                .mapToObj(from -> commitsAtOnce(from, Math.min(last, from + COMMITS_AT_ONCE - 1)))
                .flatMap(List::stream)
                .iterator();
    }

    private List<CommitFile> commitsAtOnce(long first, long last) {
        List<Supplier<CommitFile>> reads = LongStream.rangeClosed(first, last)
                .mapToObj(version ->
                        (Supplier<CommitFile>) () -> CommitFile.read(storage.log(), version, storage.context()))
                .toList();
        return ParallelReads.all(reads, parallelism);
    }

    /** A clean-up may take files between the listing and the reading; then the next listing begins elsewhere. */
    private Optional<LogSnapshot> load(
            Supplier<Optional<LogSegment>> find, Function<Predicate<CheckpointFiles>, Optional<LogSegment>> findWith) {
        Optional<LogSegment> segment = find.get();
        for (int attempt = 1; segment.isPresent(); attempt++) {
            try {
                return Optional.of(load(segment.get(), findWith));
            } catch (CorruptLogException e) {
                Optional<LogSegment> again = find.get();
                boolean sameBase =
                        again.flatMap(LogSegment::checkpoint).equals(segment.flatMap(LogSegment::checkpoint));
                if (sameBase || attempt == ATTEMPTS) {
                    throw e;
                }
                LOG.info("The log of {} was cleaned up while it was read; reading it anew", storage.tablePath(), e);
                segment = again;
            }
        }
        return Optional.empty();
    }

    private LogSnapshot load(LogSegment found, Function<Predicate<CheckpointFiles>, Optional<LogSegment>> findWith) {
        LogSegment segment = found;
        List<CheckpointFiles> unreadable = new ArrayList<>();
        DeltaException first = null;
        while (true) {
            StateReplay.Base base;
            try {
                base = replay.base(checksums ? segment : withoutChecksum(segment));
            } catch (CorruptLogException | StorageUnavailableException e) {
                first = first == null ? e : first;
                unreadable.add(segment.checkpoint().orElseThrow());
                segment = fallBack(unreadable, first, findWith);
                continue;
            }
            return check(LogSnapshot.of(storage, base.segment(), replay.readTail(base), parallelism));
        }
    }

    private static LogSegment withoutChecksum(LogSegment segment) {
        return new LogSegment(
                segment.checkpoint(),
                segment.compacted(),
                OptionalLong.empty(),
                segment.version(),
                segment.timeMillis());
    }

    private LogSegment fallBack(
            List<CheckpointFiles> unreadable,
            DeltaException failure,
            Function<Predicate<CheckpointFiles>, Optional<LogSegment>> findWith) {
        CheckpointFiles broken = unreadable.get(unreadable.size() - 1);
        try {
            LogSegment other = findWith.apply(files -> unreadable.stream().noneMatch(files::isSameAs))
                    .orElseThrow(() -> failure);
            LOG.warn("Passing over the checkpoint {} of {}", broken.parts(), storage.tablePath(), failure);
            return other;
        } catch (CorruptLogException | StorageUnavailableException nothingElse) {
            if (nothingElse != failure) {
                failure.addSuppressed(nothingElse);
            }
            throw failure;
        }
    }

    private LogSnapshot check(LogSnapshot snapshot) {
        ErrorContext where = storage.context().with("version", snapshot.version());
        if (readableOnly) {
            requireSchema(snapshot.metadata(), where);
            ProtocolCheck.requireReadable(snapshot.protocol(), snapshot.metadata(), where);
            requirePartitionColumns(snapshot.metadata(), where);
        }
        return snapshot;
    }

    /** Each is a column, and named once: else a partition value would have no place, or two. */
    private static void requirePartitionColumns(Metadata metadata, ErrorContext where) {
        Set<String> left = new HashSet<>();
        metadata.schema().fields().forEach(field -> left.add(field.name()));
        for (String column : metadata.partitionColumns()) {
            if (!left.remove(column)) {
                throw new CorruptLogException(
                        "The table's metadata names a partition column that its schema does not have, or twice.",
                        where.with("column", column),
                        "Repair the metaData action of the table.");
            }
        }
    }

    private static void requireSchema(Metadata metadata, ErrorContext where) {
        try {
            metadata.schema();
        } catch (CorruptLogException e) {
            throw new CorruptLogException(e.problem(), where.with(e.context()), e.remedy(), e);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
    }
}
