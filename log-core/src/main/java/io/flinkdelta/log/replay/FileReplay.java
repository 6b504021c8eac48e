/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The file actions of a {@link LogSegment} that are the last word on their file, read as they are asked
 * for: the commits from the newest to the oldest, then the checkpoint. In memory are the keys of the
 * commits' files, one commit, and one row group's wanted columns. One thread; must be closed.
 */
public final class FileReplay extends ActionIterator {
    private final LogStore log;
    private final ErrorContext table;
    private final boolean tombstones;
    private final FileReconciliation reconciliation;
    private final long firstCommit;
    /** What is left of the checkpoint. */
    private final Deque<CheckpointFile> parts = new ArrayDeque<>();
    /** Whether sidecars have to be looked for. */
    private final boolean manifestUnread;

    private long nextCommit;
    private CheckpointFile part;
    private boolean inCheckpoint;
    private ActionIterator current;

    /**
     * At the start of {@code segment}.
     *
     * @param tombstones whether to give removed files too
     */
    public FileReplay(LogStore log, ErrorContext table, LogSegment segment, FileKeys keys, boolean tombstones) {
        this.log = log;
        this.table = table;
        this.tombstones = tombstones;
        this.reconciliation = new FileReconciliation(keys);
        this.firstCommit = segment.firstCommit();
        this.nextCommit = segment.version();
        Optional<List<CheckpointFile>> known = segment.checkpoint().flatMap(CheckpointFiles::fileActions);
        this.manifestUnread = known.isEmpty();
        known.ifPresentOrElse(
                parts::addAll,
                () -> segment.checkpoint().stream()
                        .flatMap(files -> files.parts().stream())
                        .map(CheckpointFile::of)
                        .forEach(parts::add));
    }

    @Override
    protected Action advance() {
        while (current != null || openNext()) {
            while (current.hasNext()) {
                Action action = current.next();
                if (action instanceof SidecarFile sidecar && inCheckpoint && manifestUnread) {
                    parts.add(CheckpointFile.of(sidecar, part.version(), part.where(table)));
                }
                if (isLastWord(action) && (tombstones || action instanceof AddFile)) {
                    return action;
                }
            }
            close();
        }
        return null;
    }

    private boolean isLastWord(Action action) {
        return inCheckpoint ? reconciliation.acceptFromCheckpoint(action) : reconciliation.acceptFromCommit(action);
    }

    private boolean openNext() {
        if (nextCommit >= firstCommit) {
            current = CommitFile.read(log, nextCommit, table).lastToFirst();
            nextCommit--;
            return true;
        }
        if (!parts.isEmpty()) {
            inCheckpoint = true;
            part = parts.remove();
            CheckpointContent content = tombstones ? CheckpointContent.FILES_AND_TOMBSTONES : CheckpointContent.FILES;
            current = part.open(log, content, table);
            return true;
        }
        return false;
    }

    @Override
    public void close() {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
