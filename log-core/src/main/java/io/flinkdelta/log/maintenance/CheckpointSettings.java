/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import java.util.Objects;

/**
 * In how many files checkpoints are written. Which kind a table gets is the table's choice, see {@link
 * Checkpointer}.
 *
 * @param actionsPerPart above so many actions a classic checkpoint is written in several parts, where the
 *     protocol allows it
 * @param actionsPerSidecar how many live files and tombstones a sidecar holds at most
 * @param inlineActions up to so many live files and tombstones are written into the V2 manifest itself
 * @param writers how many sidecars are written at the same time, each by a thread of its own
 * @param manifest how the manifest of a V2 checkpoint is written
 */
public record CheckpointSettings(
        long actionsPerPart, long actionsPerSidecar, int inlineActions, int writers, V2Checkpoint.Encoding manifest) {
    public CheckpointSettings {
        Objects.requireNonNull(manifest, "manifest");
        if (actionsPerPart < 1 || actionsPerSidecar < 1 || inlineActions < 0 || writers < 1) {
            throw new IllegalArgumentException("not above zero: actionsPerPart " + actionsPerPart
                    + ", actionsPerSidecar " + actionsPerSidecar + ", writers " + writers
                    + "; or below it: inlineActions " + inlineActions);
        }
    }

    /**
     * A million actions to a part, 100,000 to a sidecar, up to 1,000 in a JSON manifest; four sidecars at
     * a time.
     */
    public static CheckpointSettings defaults() {
        return new CheckpointSettings(1_000_000, 100_000, 1_000, 4, V2Checkpoint.Encoding.JSON);
    }

    public CheckpointSettings withActionsPerPart(long actions) {
        return new CheckpointSettings(actions, actionsPerSidecar, inlineActions, writers, manifest);
    }

    public CheckpointSettings withActionsPerSidecar(long actions) {
        return new CheckpointSettings(actionsPerPart, actions, inlineActions, writers, manifest);
    }

    public CheckpointSettings withInlineActions(int actions) {
        return new CheckpointSettings(actionsPerPart, actionsPerSidecar, actions, writers, manifest);
    }

    public CheckpointSettings withWriters(int count) {
        return new CheckpointSettings(actionsPerPart, actionsPerSidecar, inlineActions, count, manifest);
    }

    public CheckpointSettings withManifest(V2Checkpoint.Encoding encoding) {
        return new CheckpointSettings(actionsPerPart, actionsPerSidecar, inlineActions, writers, encoding);
    }
}
