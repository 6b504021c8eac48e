/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointWriter;
import io.flinkdelta.log.checkpoint.CheckpointWriter.Written;
import io.flinkdelta.log.checkpoint.LastCheckpoint;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Writes the classic checkpoint of a version, then moves the hint {@code _last_checkpoint} forward to
 * it. The files are streamed from the log into the checkpoint; in memory are the keys of the files in
 * the commits since the last checkpoint. Tombstones stay until {@code
 * delta.deletedFileRetentionDuration} is over; everything else stays for good. Any thread.
 */
public final class Checkpointer {
    private final TableStorage storage;
    private final Clock clock;

    public Checkpointer(TableStorage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /**
     * Writes the checkpoint of {@code snapshot} unless there is one.
     *
     * @return whether this call wrote it
     * @throws io.flinkdelta.log.error.DeltaException when it cannot; the table is as readable as before
     */
    public boolean write(LogSnapshot snapshot) {
        ErrorContext where = storage.context().with("version", snapshot.version());
        ProtocolCheck.requireWritable(snapshot.protocol(), snapshot.metadata(), where);
        TableProperties properties = TableProperties.ofTable(snapshot.metadata().configuration(), where);
        String name = LogFile.checkpoint(snapshot.version()).fileName();
        long expired = clock.millis() - properties.deletedFileRetention().toMillis();
        Content content = new Content(snapshot, new CheckpointWriter(keepsStats(properties)), expired);
        try {
            if (storage.log().open(name).isPresent()) {
                return false;
            }
            PutOutcome outcome = storage.log().putIfAbsent(name, content::writeTo);
            if (outcome == PutOutcome.EXISTS) {
                return false;
            }
            if (outcome == PutOutcome.UNKNOWN && storage.log().open(name).isEmpty()) {
                return false;
            }
            moveHint(snapshot.version(), content.written);
            return true;
        } catch (IOException e) {
            throw StorageErrors.of(e, where, name, "write a checkpoint");
        }
    }

    /** Statistics are written as JSON only; a table that wants them as structs keeps them in this way. */
    private static boolean keepsStats(TableProperties properties) {
        return properties.checkpointStatsAsJson() || properties.checkpointStatsAsStruct();
    }

    /** Never backwards: a slow checkpoint may be done after a later one. */
    private void moveHint(long version, Written written) throws IOException {
        Optional<LastCheckpoint> current = LastCheckpoint.read(storage.log());
        if (current.isEmpty() || current.get().version() < version) {
            LastCheckpoint hint = new LastCheckpoint(
                    version,
                    written.actions(),
                    OptionalInt.empty(),
                    OptionalLong.of(written.bytes()),
                    OptionalLong.of(written.addFiles()));
            storage.log().overwrite(LogFile.LAST_CHECKPOINT, hint.toContent());
        }
    }

    private static final class Content {
        private final LogSnapshot snapshot;
        private final CheckpointWriter writer;
        private final long expired;
        private Written written;

        Content(LogSnapshot snapshot, CheckpointWriter writer, long expired) {
            this.snapshot = snapshot;
            this.writer = writer;
            this.expired = expired;
        }

        void writeTo(OutputStream out) throws IOException {
            try (ActionIterator files = snapshot.filesAndTombstones()) {
                Stream<Action> kept = files.stream().filter(this::isKept);
                Iterator<Action> actions =
                        Stream.concat(stateActions(snapshot.state()), kept).iterator();
                written = writer.write(out, actions);
            }
        }

        private boolean isKept(Action action) {
            return action instanceof AddFile
                    || (action instanceof RemoveFile remove
                            && remove.deletionTimestamp().orElse(0) > expired);
        }

        private static Stream<Action> stateActions(TableState state) {
            return Stream.of(
                            state.protocol().stream(),
                            state.metadata().stream(),
                            state.transactions().values().stream(),
                            state.domainMetadata().values().stream())
                    .flatMap(actions -> actions);
        }
    }
}
