/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.CheckpointActions;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.checkpoint.CheckpointSource;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import java.util.ArrayList;
import java.util.List;

/**
 * What one file of a checkpoint in the log folder says that is not about files.
 *
 * @param state in no order
 * @param itself whether it holds live files or tombstones itself
 * @param sidecars those that it names
 */
record ManifestPart(List<Action> state, boolean itself, List<CheckpointFile> sidecars) {
    /**
     * Reads it.
     *
     * @throws CorruptLogException when it is missing or damaged
     */
    static ManifestPart read(CheckpointSource source, CheckpointContent content, ErrorContext table) {
        CheckpointFile file = source.file();
        Sidecars sidecars = new Sidecars(file, table);
        List<Action> state = new ArrayList<>();
        CheckpointMetadata told = null;
        boolean itself;
        try (CheckpointActions actions = source.actions(content)) {
            while (actions.hasNext()) {
                Action action = actions.next();
                if (action instanceof SidecarFile sidecar) {
                    sidecars.add(sidecar);
                } else if (action instanceof CheckpointMetadata metadata) {
                    requireVersion(metadata, file, table);
                    told = metadata;
                } else {
                    state.add(action);
                }
            }
            itself = actions.holdsFileActions();
        }
        if (told != null) {
            sidecars.requireAll(told, itself);
        }
        return new ManifestPart(state, itself, sidecars.files());
    }

    private static void requireVersion(CheckpointMetadata metadata, CheckpointFile file, ErrorContext table) {
        if (metadata.version() != file.version()) {
            throw new CorruptLogException(
                    "A checkpoint says that it is of version " + metadata.version() + ".",
                    file.where(table),
                    "Delete the file if all commits before it are still there, or restore it from a copy.");
        }
    }
}
