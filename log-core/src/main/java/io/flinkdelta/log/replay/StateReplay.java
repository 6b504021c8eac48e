/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.LogStore;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the {@link TableState} of a {@link LogSegment}: of the checkpoint only the columns that are not
 * about files, of the commits only the lines that are not. Any thread.
 */
public final class StateReplay {
    private final LogStore log;
    private final ErrorContext table;
    private final CheckpointManifests manifests;

    public StateReplay(LogStore log, ErrorContext table) {
        this.log = log;
        this.table = table;
        this.manifests = new CheckpointManifests(log, table);
    }

    /** A segment whose checkpoint has been read, and the state at that checkpoint. */
    public record Base(LogSegment segment, TableState state) {}

    /** The state at the segment's checkpoint; the empty state without one. */
    public Base readCheckpoint(LogSegment segment) {
        if (segment.checkpoint().isEmpty()) {
            return new Base(segment, TableState.empty());
        }
        ActionReconciliation reconciliation = ActionReconciliation.from(TableState.empty());
        CheckpointFiles read = manifests.readState(segment.checkpoint().get(), reconciliation::replay);
        return new Base(segment.withCheckpoint(Optional.of(read)), reconciliation.apply());
    }

    /** {@code base} and the commits {@code first} to {@code last}. */
    public TableState readCommits(TableState base, long first, long last) {
        return readCommits(base, first, last, commit -> {});
    }

    /** As {@link #readCommits(TableState, long, long)}; {@code others} is given each commit, too, the oldest first. */
    public TableState readCommits(TableState base, long first, long last, Consumer<CommitFile> others) {
        ActionReconciliation reconciliation = ActionReconciliation.from(base);
        for (long version = first; version <= last; version++) {
            CommitFile commit = CommitFile.read(log, version, table);
            reconciliation.replay(commit);
            others.accept(commit);
        }
        return reconciliation.apply();
    }
}
