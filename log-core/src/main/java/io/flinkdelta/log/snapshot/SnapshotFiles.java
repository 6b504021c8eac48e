/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.index.FileIndex;
import io.flinkdelta.log.index.FileReads;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.LogSegments;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.TableStorage;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The live files of one version: read from the log while nobody has asked for the {@link FileIndex}, taken
 * from it afterwards. An index that an earlier version has is carried on by the commits since then. Any
 * thread.
 */
final class SnapshotFiles {
    /** After so many commits of our own a newer checkpoint is looked for first. */
    private static final long MANY_COMMITS = 10;
    /** After so many commits an index is read anew rather than carried on. */
    private static final long TOO_MANY_COMMITS = 100;

    private final TableStorage storage;
    private final ReadParallelism parallelism;
    private final LogSegment segment;
    private final TableState state;
    private final long ownCommits;
    private final Lock lock = new ReentrantLock();
    /** Of this version or an earlier one; null while there is none. */
    private Indexed known;

    private SnapshotFiles(
            TableStorage storage,
            ReadParallelism parallelism,
            LogSegment segment,
            TableState state,
            long ownCommits,
            Indexed known) {
        this.storage = storage;
        this.parallelism = parallelism;
        this.segment = segment;
        this.state = state;
        this.ownCommits = ownCommits;
        this.known = known;
    }

    /**
     * Of the version that replaying {@code segment} gives.
     *
     * @param state the rest of the version
     */
    static SnapshotFiles of(TableStorage storage, ReadParallelism parallelism, LogSegment segment, TableState state) {
        return new SnapshotFiles(storage, parallelism, segment, state, 0, null);
    }

    /** Of the version after this one. */
    SnapshotFiles next(LogSegment next, TableState nextState) {
        return new SnapshotFiles(storage, parallelism, next, nextState, ownCommits + 1, known());
    }

    /** Of a later version, whose index is there already or is carried on from this one's when it is asked for. */
    SnapshotFiles later(LogSegment later, TableState laterState, Optional<FileIndex> index) {
        Indexed carried = index.map(of -> new Indexed(later.version(), of)).orElseGet(this::known);
        return new SnapshotFiles(storage, parallelism, later, laterState, 0, carried);
    }

    /** The index of this version, if somebody has asked for it. */
    Optional<FileIndex> indexIfRead() {
        Indexed indexed = known();
        return indexed != null && indexed.version == segment.version() ? Optional.of(indexed.index) : Optional.empty();
    }

    /** The index after one more commit. */
    FileIndex index(FileIndex before, CommitFile commit) {
        return reads().index(before, commit);
    }

    FileIndex index() {
        lock.lock();
        try {
            if (known == null || known.version != segment.version()) {
                known = new Indexed(segment.version(), carriedOn().orElseGet(() -> reads().index(newestSegment())));
                new ChecksumWarnings(storage).compare(segment, state, known.index);
            }
            return known.index;
        } finally {
            lock.unlock();
        }
    }

    /** Empty when there is nothing to carry on, or the commits are gone. */
    private Optional<FileIndex> carriedOn() {
        if (known == null || segment.version() - known.version > TOO_MANY_COMMITS) {
            return Optional.empty();
        }
        try {
            return Optional.of(reads().index(known.index, known.version + 1, segment.version()));
        } catch (CorruptLogException e) {
            // A clean-up takes commits when a checkpoint is above them, from which all is read anew.
            return Optional.empty();
        }
    }

    Stream<AddFile> files() {
        return known() != null ? index().files() : scan(Optional.empty());
    }

    Stream<AddFile> files(ScanFilter filter) {
        return known() != null ? index().files(filter) : scan(Optional.of(filter));
    }

    private Stream<AddFile> scan(Optional<ScanFilter> filter) {
        return reads().scan(newestSegment(), filter).stream().map(AddFile.class::cast);
    }

    /** The live files and all tombstones, in no order; must be closed. */
    ActionIterator filesAndTombstones() {
        return reads().scanWithTombstones(newestSegment());
    }

    LogSegment segment() {
        return segment;
    }

    private LogSegment newestSegment() {
        return ownCommits > MANY_COMMITS
                ? new LogSegments(storage.log(), storage.context()).at(segment.version())
                : segment;
    }

    private FileReads reads() {
        return new FileReads(storage.log(), storage.context(), keys(), parallelism);
    }

    private FileKeys keys() {
        return new FileKeys(storage.tablePath());
    }

    private Indexed known() {
        lock.lock();
        try {
            return known;
        } finally {
            lock.unlock();
        }
    }

    private record Indexed(long version, FileIndex index) {}
}
