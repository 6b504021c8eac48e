/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.List;

/** Which of a checkpoint's actions to read; the others' columns are not touched. */
public enum CheckpointContent {
    /** Everything but the files; sidecars and checkpoint metadata, which only V2 checkpoints have, too. */
    STATE,
    /** The live files. */
    FILES,
    /** The live files and the tombstones. */
    FILES_AND_TOMBSTONES;

    List<String> columns() {
        return switch (this) {
            case STATE -> CheckpointSchema.STATE_COLUMNS;
            case FILES -> List.of(CheckpointSchema.ADD);
            case FILES_AND_TOMBSTONES -> List.of(CheckpointSchema.ADD, CheckpointSchema.REMOVE);
        };
    }
}
