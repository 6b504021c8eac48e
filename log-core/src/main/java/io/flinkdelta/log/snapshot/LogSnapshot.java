/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.FileReplay;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.LogSegments;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.TableStorage;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A {@link Snapshot} that knows the files of the log it comes from. Made by {@link SnapshotReader} and
 * by the commit loop, which puts a commit of our own on top of the snapshot that it read without
 * reading anything again. Holds no files: {@link #files()} replays them from the log each time.
 */
public final class LogSnapshot implements Snapshot {
    /** After this many commits of our own a file replay looks for a newer checkpoint first. */
    private static final long MANY_COMMITS = 10;

    private final TableStorage storage;
    private final LogSegment segment;
    private final TableState state;
    private final Protocol protocol;
    private final Metadata metadata;
    private final long ownCommits;

    private LogSnapshot(TableStorage storage, LogSegment segment, TableState state, long ownCommits) {
        this.storage = storage;
        this.segment = segment;
        this.state = state;
        this.protocol = state.protocol().orElseThrow(() -> lacking("protocol", storage, segment));
        this.metadata = state.metadata().orElseThrow(() -> lacking("metaData", storage, segment));
        this.ownCommits = ownCommits;
    }

    /**
     * The snapshot that replaying {@code segment} gives.
     *
     * @param state what replaying {@code segment} gives
     * @throws CorruptLogException when the log has no protocol or no metadata
     */
    public static LogSnapshot of(TableStorage storage, LogSegment segment, TableState state) {
        return new LogSnapshot(storage, segment, state, 0);
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
        return new LogSnapshot(storage, segment.next(commitTimeMillis), nextState, ownCommits + 1);
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
        return replay(false).stream().map(AddFile.class::cast);
    }

    /** The live files and all tombstones, in no order; must be closed. */
    public ActionIterator filesAndTombstones() {
        return replay(true);
    }

    private ActionIterator replay(boolean tombstones) {
        LogSegment from =
                ownCommits > MANY_COMMITS ? new LogSegments(storage.log(), storage.context()).at(version()) : segment;
        return new FileReplay(storage.log(), storage.context(), from, new FileKeys(storage.tablePath()), tombstones);
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
