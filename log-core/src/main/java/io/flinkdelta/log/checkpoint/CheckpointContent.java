/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SidecarFile;
import java.util.List;

/** Which of a checkpoint's actions to read; the others' columns are not touched. */
public enum CheckpointContent {
    /** Everything but the files; sidecars and checkpoint metadata, which only V2 checkpoints have, too. */
    STATE,
    /** Only what tells where the files are: sidecars and checkpoint metadata. */
    MANIFEST,
    /** The live files, and the sidecars that hold more of them. */
    FILES,
    /** The live files and the tombstones, and the sidecars that hold more of them. */
    FILES_AND_TOMBSTONES,
    /** The tombstones only, without sidecars. */
    TOMBSTONES;

    List<String> columns() {
        return switch (this) {
            case STATE -> CheckpointSchema.STATE_COLUMNS;
            case MANIFEST -> List.of(CheckpointSchema.CHECKPOINT_METADATA, CheckpointSchema.SIDECAR);
            case FILES -> List.of(CheckpointSchema.ADD, CheckpointSchema.SIDECAR);
            case FILES_AND_TOMBSTONES ->
                List.of(CheckpointSchema.ADD, CheckpointSchema.REMOVE, CheckpointSchema.SIDECAR);
            case TOMBSTONES -> List.of(CheckpointSchema.REMOVE);
        };
    }

    boolean hasFiles() {
        return this == FILES || this == FILES_AND_TOMBSTONES || this == TOMBSTONES;
    }

    /** Whether {@code action} is wanted. */
    boolean includes(Action action) {
        boolean add = action instanceof AddFile;
        boolean remove = action instanceof RemoveFile;
        boolean sidecar = action instanceof SidecarFile;
        return switch (this) {
            case STATE -> !add && !remove;
            case MANIFEST -> sidecar || action instanceof CheckpointMetadata;
            case FILES -> add || sidecar;
            case FILES_AND_TOMBSTONES -> add || remove || sidecar;
            case TOMBSTONES -> remove;
        };
    }
}
