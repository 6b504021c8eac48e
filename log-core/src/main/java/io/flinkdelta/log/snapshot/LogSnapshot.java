/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.index.FileIndex;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.log.store.TableStorage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A {@link Snapshot} that knows the files of the log it comes from. Made by {@link SnapshotReader} and
 * by the commit loop, which puts a commit of our own on top of the snapshot that it read without
 * reading anything again. Holds no files until {@link #fileIndex()} is asked for.
 */
public final class LogSnapshot implements Snapshot {
    private final TableStorage storage;
    private final LogSegment segment;
    private final TableState state;
    private final Protocol protocol;
    private final Metadata metadata;
    private final SnapshotFiles files;

    private LogSnapshot(TableStorage storage, TableState state, SnapshotFiles files) {
        this.storage = storage;
        this.segment = files.segment();
        this.state = state;
        this.protocol = state.protocol().orElseThrow(() -> lacking("protocol", storage, segment));
        this.metadata = state.metadata().orElseThrow(() -> lacking("metaData", storage, segment));
        this.files = files;
    }

    /**
     * The snapshot that replaying {@code segment} gives.
     *
     * @param state what replaying {@code segment} gives
     * @param parallelism in how many threads its files are read
     * @throws CorruptLogException when the log has no protocol or no metadata
     */
    static LogSnapshot of(TableStorage storage, LogSegment segment, TableState state, ReadParallelism parallelism) {
        return new LogSnapshot(storage, state, SnapshotFiles.of(storage, parallelism, segment, state));
    }

    private static CorruptLogException lacking(String action, TableStorage storage, LogSegment segment) {
        return new CorruptLogException(
                "The log has no " + action + " action.",
                storage.context().with("version", segment.version()),
                "Restore the table's _delta_log from a copy.");
    }

    /** {@code snapshot} as one that was made by this library. */
    public static LogSnapshot cast(Snapshot snapshot) {
        if (snapshot instanceof LogSnapshot own) {
            return own;
        }
        throw new IllegalArgumentException("not a snapshot of a DeltaLog: " + snapshot);
    }

    /** The snapshot of the version after this one, where nothing has to be read. */
    public LogSnapshot next(TableState nextState, long commitTimeMillis) {
        return new LogSnapshot(storage, nextState, files.next(segment.next(commitTimeMillis), nextState));
    }

    /** The snapshot of a later version. Where this one has an index, {@code index} is that of the later one. */
    LogSnapshot later(LogSegment later, TableState laterState, Optional<FileIndex> index) {
        return new LogSnapshot(storage, laterState, files.later(later, laterState, index));
    }

    /** The index of the files after one more commit than {@code before}. */
    FileIndex fileIndex(FileIndex before, CommitFile commit) {
        return files.index(before, commit);
    }

    /** The index of the files, if somebody has asked for it. */
    Optional<FileIndex> fileIndexIfRead() {
        return files.indexIfRead();
    }

    @Override
    public long version() {
        return segment.version();
    }

    @Override
    public long timestamp() {
        if (!InCommitTimestamps.apply(metadata, version())) {
            return segment.timeMillis();
        }
        OptionalLong known = state.inCommitTimestampOf(version());
        return known.isPresent()
                ? known.getAsLong()
                : InCommitTimestamps.read(storage.log(), version(), storage.context());
    }

    @Override
    public Protocol protocol() {
        return protocol;
    }

    @Override
    public Metadata metadata() {
        return metadata;
    }

    @Override
    public StructType schema() {
        return metadata.schema();
    }

    @Override
    public List<String> partitionColumns() {
        return metadata.partitionColumns();
    }

    @Override
    public OptionalLong transactionVersion(String appId) {
        SetTransaction transaction = state.transactions().get(appId);
        return transaction == null ? OptionalLong.empty() : OptionalLong.of(transaction.version());
    }

    @Override
    public List<DomainMetadata> domainMetadata() {
        return List.copyOf(state.domainMetadata().values());
    }

    @Override
    public Stream<AddFile> files() {
        return files.files();
    }

    @Override
    public Stream<AddFile> scan(ScanFilter filter) {
        return files.files(filter);
    }

    @Override
    public ScanFilter scanFilter(Expression filter) {
        return ScanFilter.of(filter, metadata, storage.context().with("version", version()));
    }

    @Override
    public FileIndex fileIndex() {
        return files.index();
    }

    /** The live files and all tombstones, in no order; must be closed. */
    public ActionIterator filesAndTombstones() {
        return files.filesAndTombstones();
    }

    /** Everything but the files. */
    public TableState state() {
        return state;
    }

    /** Where it was read from. */
    public LogSegment segment() {
        return segment;
    }

    public TableStorage storage() {
        return storage;
    }

    @Override
    public String toString() {
        return "Snapshot[" + storage.tablePath() + "@" + version() + "]";
    }
}
