/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore;
import java.util.List;

/**
 * Reads the {@link TableState} of a {@link LogSegment}: of the checkpoint only the columns that are not
 * about files, of the commits only the lines that are not. Any thread.
 */
public final class StateReplay {
    private final LogStore log;
    private final ErrorContext table;

    public StateReplay(LogStore log, ErrorContext table) {
        this.log = log;
        this.table = table;
    }

    /** The state at the segment's checkpoint; the empty state without one. */
    public TableState readCheckpoint(LogSegment segment) {
        ActionReconciliation reconciliation = ActionReconciliation.from(TableState.empty());
        for (LogFile part : segment.checkpoint().map(CheckpointFiles::parts).orElse(List.of())) {
            try (ActionIterator actions = FileReplay.openCheckpoint(log, part, CheckpointContent.STATE, table)) {
                while (actions.hasNext()) {
                    reconciliation.replay(requireClassic(actions.next(), part));
                }
            }
        }
        return reconciliation.apply();
    }

    /** {@code base} and the commits {@code first} to {@code last}. */
    public TableState readCommits(TableState base, long first, long last) {
        ActionReconciliation reconciliation = ActionReconciliation.from(base);
        for (long version = first; version <= last; version++) {
            CommitFile.read(log, version, table).forEachStateAction(reconciliation::replay);
        }
        return reconciliation.apply();
    }

    private Action requireClassic(Action action, LogFile part) {
        if (action instanceof SidecarFile || action instanceof CheckpointMetadata) {
            throw new UnsupportedFeatureException(
                    "The checkpoint follows the V2 spec, which this build does not read.",
                    table.with("file", part.fileName()).with("feature", "v2Checkpoint"),
                    "Read the table with a client that supports v2Checkpoint.");
        }
        return action;
    }
}
