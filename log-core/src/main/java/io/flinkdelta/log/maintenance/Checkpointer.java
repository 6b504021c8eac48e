/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.CheckpointLayout;
import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.LogListing;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Writes the checkpoint of a version, then moves the hint {@code _last_checkpoint} forward to it. Which
 * kind it is, is the table's choice:
 *
 * <ul>
 *   <li>With the feature {@code v2Checkpoint} and {@code delta.checkpointPolicy=v2}: a UUID-named one of
 *       the V2 spec, with sidecars above a size.
 *   <li>Else a classic one, in one file. Above {@link CheckpointSettings#actionsPerPart} in several parts,
 *       unless the table has deletion vectors or v2Checkpoint: the protocol forbids parts to the latter, and
 *       writers differ in how they split the former.
 * </ul>
 *
 * <p>What is in it says {@link CheckpointedState}; how statistics are stored, {@link CheckpointLayout}.
 * The files are streamed from the log into the checkpoint; in memory are the keys of the files in the
 * commits since the last checkpoint, and one row group. Any thread.
 */
public final class Checkpointer {
    private static final int MOST_PARTS = 32;

    private final TableStorage storage;
    private final Clock clock;
    private final CheckpointSettings settings;
    private final Supplier<String> uuids;

    /**
     * For one table.
     *
     * @param uuids new ones each time, for the names of V2 checkpoints and sidecars
     */
    public Checkpointer(TableStorage storage, Clock clock, CheckpointSettings settings, Supplier<String> uuids) {
        this.storage = storage;
        this.clock = clock;
        this.settings = settings;
        this.uuids = uuids;
    }

    /**
     * Writes the checkpoint of {@code snapshot} unless there is one.
     *
     * @return whether this call wrote it
     * @throws io.flinkdelta.log.error.DeltaException when it cannot; the table is as readable as before
     */
    public boolean write(LogSnapshot snapshot) {
        return writeAndCount(snapshot).isPresent();
    }

    /** As {@link #write}; gives what the live files come to, if this call wrote the checkpoint. */
    Optional<FileTotals> writeAndCount(LogSnapshot snapshot) {
        ErrorContext where = storage.context().with("version", snapshot.version());
        ProtocolCheck.requireWritable(snapshot.protocol(), snapshot.metadata(), where);
        TableProperties properties = TableProperties.ofTable(snapshot.metadata().configuration(), where);
        try {
            if (isThere(snapshot.version())) {
                return Optional.empty();
            }
            CheckpointedState state = new CheckpointedState(snapshot, properties, clock.millis());
            Optional<WrittenCheckpoint> written =
                    kind(snapshot, properties, where).write(state);
            if (written.isPresent()) {
                new CheckpointHint(storage.log()).moveTo(snapshot.version(), written.get());
            }
            return written.map(unused -> state.totals());
        } catch (IOException e) {
            throw StorageErrors.of(
                    e, where, LogFile.checkpoint(snapshot.version()).fileName(), "write a checkpoint");
        }
    }

    private boolean isThere(long version) throws IOException {
        try (Stream<LogEntry> entries = storage.log().listFrom(LogFile.listFrom(version))) {
            return LogListing.of(entries, version).checkpointAtOrBelow(version).isPresent();
        }
    }

    private CheckpointKind kind(LogSnapshot snapshot, TableProperties properties, ErrorContext where)
            throws IOException {
        LogStore log = storage.log();
        CheckpointLayout layout = CheckpointLayout.of(snapshot.metadata(), where);
        boolean v2Allowed = snapshot.protocol().hasWriterFeature("v2Checkpoint");
        if (v2Allowed && properties.checkpointsFollowV2()) {
            return new UuidCheckpoint(log, layout, settings, uuids);
        }
        if (v2Allowed || snapshot.protocol().hasWriterFeature("deletionVectors")) {
            return new ClassicCheckpoint(log, layout);
        }
        long parts = (CheckpointSize.estimate(snapshot) - 1) / settings.actionsPerPart() + 1;
        return parts > 1
                ? new MultiPartCheckpoint(log, layout, (int) Math.min(parts, MOST_PARTS))
                : new ClassicCheckpoint(log, layout);
    }
}
