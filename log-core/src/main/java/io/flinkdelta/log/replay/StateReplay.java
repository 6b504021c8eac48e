/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.Compacted;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the {@link TableState} of a {@link LogSegment}: of the checkpoint only the columns that are not
 * about files, of the commits only the lines that are not. Any thread.
 */
public final class StateReplay {
    private static final Logger LOG = LoggerFactory.getLogger(StateReplay.class);

    private final LogStore log;
    private final ErrorContext table;
    private final CheckpointManifests manifests;
    private final ChecksumState checksums;

    public StateReplay(LogStore log, ErrorContext table, ReadParallelism parallelism) {
        this.log = log;
        this.table = table;
        this.manifests = new CheckpointManifests(log, table, parallelism);
        this.checksums = new ChecksumState(log, table);
    }

    /**
     * The state from which the commits of a segment go on.
     *
     * @param segment with what was learned about the checkpoint
     * @param state that of the version before {@code firstCommit}
     * @param firstCommit the first commit that is not in the state
     */
    public record Base(LogSegment segment, TableState state, long firstCommit) {}

    /**
     * The latest state that is known without reading commits: that of the version checksum where this
     * spares reads, else that of the checkpoint, else the empty one.
     *
     * @throws CorruptLogException when the checkpoint is missing or damaged
     * @throws StorageUnavailableException when the checkpoint cannot be read
     */
    public Base base(LogSegment segment) {
        return checksums.base(segment).orElseGet(() -> readCheckpoint(segment));
    }

    private Base readCheckpoint(LogSegment segment) {
        if (segment.checkpoint().isEmpty()) {
            return new Base(segment, TableState.empty(), 0);
        }
        CheckpointFiles checkpoint = segment.checkpoint().get();
        ActionReconciliation reconciliation = ActionReconciliation.from(TableState.empty());
        CheckpointFiles read = manifests.readState(checkpoint, reconciliation::replay);
        TableState state = reconciliation.apply();
        if (state.protocol().isEmpty() || state.metadata().isEmpty()) {
            throw new CorruptLogException(
                    "A checkpoint has no " + (state.protocol().isEmpty() ? "protocol" : "metaData") + " action.",
                    table.with("version", checkpoint.version())
                            .with("file", checkpoint.parts().get(0).fileName()),
                    "Delete the file if all commits before it are still there, or restore it from a copy.");
        }
        return new Base(segment.withCheckpoint(read), state, segment.firstCommit());
    }

    /** The state of the segment's version. */
    public TableState readTail(Base base) {
        LogSegment segment = base.segment();
        ActionReconciliation reconciliation = ActionReconciliation.from(base.state());
        for (long first = base.firstCommit(); first <= segment.version(); ) {
            LogFile file = segment.beginningAt(first);
            if (file instanceof Compacted compacted) {
                replay(compacted, reconciliation);
            } else {
                reconciliation.replay(CommitFile.read(log, first, table));
            }
            first = file.version() + 1;
        }
        return reconciliation.apply();
    }

    /** {@code base} and the commits {@code first} to {@code last}; {@code others} is given each, too, the oldest first. */
    public TableState readCommits(TableState base, long first, long last, Consumer<CommitFile> others) {
        ActionReconciliation reconciliation = ActionReconciliation.from(base);
        for (long version = first; version <= last; version++) {
            CommitFile commit = CommitFile.read(log, version, table);
            reconciliation.replay(commit);
            others.accept(commit);
        }
        return reconciliation.apply();
    }

    /** Its commits are still there, so a damaged one is no harm. */
    private void replay(Compacted compacted, ActionReconciliation reconciliation) {
        List<Action> actions = new ArrayList<>();
        try {
            CommitFile.read(log, compacted, table).forEachStateAction(actions::add);
        } catch (CorruptLogException | StorageUnavailableException e) {
            LOG.warn("Passing over {} of {}", compacted.fileName(), table, e);
            for (long version = compacted.first(); version <= compacted.last(); version++) {
                reconciliation.replay(CommitFile.read(log, version, table));
            }
            return;
        }
        actions.removeIf(CommitInfo.class::isInstance); // Of which commit, nobody knows.
        reconciliation.replay(compacted.last(), actions);
    }
}
