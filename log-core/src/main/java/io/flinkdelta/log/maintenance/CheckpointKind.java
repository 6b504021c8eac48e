/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import java.io.IOException;
import java.util.Optional;

/** A way to lay out a checkpoint in files (PROTOCOL.md, "Checkpoints"). */
interface CheckpointKind {

    /**
     * Writes the checkpoint.
     *
     * @return empty when somebody else wrote it meanwhile, or when an answer was lost and nothing landed
     * @throws IOException when it could not be written; readers see no checkpoint then
     */
    Optional<WrittenCheckpoint> write(CheckpointedState state) throws IOException;

    /** Whether {@code name} is there now with {@code content}. */
    static boolean put(LogStore folder, String name, LogContent content) throws IOException {
        PutOutcome outcome = folder.putIfAbsent(name, content);
        return outcome == PutOutcome.CREATED
                || (outcome == PutOutcome.UNKNOWN && folder.open(name).isPresent());
    }
}
