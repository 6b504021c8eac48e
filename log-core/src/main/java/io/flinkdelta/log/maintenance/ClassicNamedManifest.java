/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.CheckpointActions;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.checkpoint.CheckpointLayout;
import io.flinkdelta.log.checkpoint.CheckpointPart;
import io.flinkdelta.log.checkpoint.CheckpointWriter;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Gives a V2 checkpoint the name of a classic one, too (PROTOCOL.md, "Handling Backward compatibility
 * while moving to UUID-named v2 Checkpoints"): a client that knows UUID-named checkpoints not finds the
 * protocol there and says what it lacks, where without it the log would begin with a gap. Any thread.
 */
record ClassicNamedManifest(TableStorage storage) {

    /**
     * Copies the manifest of {@code checkpoint}, if it is UUID-named, unless it or a newer checkpoint has a
     * name that everybody knows.
     *
     * @param checkpoint the oldest that stays
     */
    void writeIfMissing(ExpiredLog log, CheckpointFiles checkpoint, Metadata metadata) throws IOException {
        LogFile manifest = checkpoint.parts().get(0);
        boolean known = log.manifestsFrom(checkpoint.version()).stream().anyMatch(LogFile.Checkpoint.class::isInstance);
        if (!known && manifest instanceof LogFile.V2Checkpoint) {
            CheckpointLayout layout = CheckpointLayout.of(metadata, storage.context());
            storage.log()
                    .putIfAbsent(
                            LogFile.checkpoint(checkpoint.version()).fileName(),
                            out -> copy(CheckpointFile.of(manifest), layout, out));
        }
    }

    private void copy(CheckpointFile manifest, CheckpointLayout layout, OutputStream out) throws IOException {
        ErrorContext table = storage.context();
        try (CheckpointActions state = manifest.open(storage.log(), CheckpointContent.STATE, table);
                CheckpointActions files = manifest.open(storage.log(), CheckpointContent.FILES_AND_TOMBSTONES, table)) {
            Iterator<Action> all = Stream.concat(state.stream(), files.stream().filter(action -> !isSidecar(action)))
                    .iterator();
            new CheckpointWriter(layout, CheckpointPart.MANIFEST).write(out, all);
        }
    }

    /** They are in the state already. */
    private static boolean isSidecar(Action action) {
        return action instanceof SidecarFile;
    }
}
