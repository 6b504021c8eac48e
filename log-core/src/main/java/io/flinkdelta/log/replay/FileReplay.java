/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.LogStore;
import java.util.NoSuchElementException;

/**
 * The file actions of a {@link LogSegment} that are the last word on their file, read as they are asked
 * for: the commits from the newest to the oldest, then the checkpoint. A checkpoint or compacted file that
 * turns out to be damaged is passed over where the log holds what it stands for. In memory are the keys of
 * the commits' files, one commit, and one row group's wanted columns. One thread; must be closed.
 */
public final class FileReplay extends ActionIterator {
    private final LogStore log;
    private final ErrorContext table;
    private final boolean tombstones;
    private final FileReconciliation reconciliation;
    private final SegmentChoice choice;
    private TailFiles tail;
    private boolean inCheckpoint;
    private boolean ended;
    /** How many actions of the checkpoint were looked at. */
    private long seenOfCheckpoint;

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
        this.choice = new SegmentChoice(log, table, segment);
        begin();
    }

    private void begin() {
        tail = new TailFiles(log, table, choice.segment());
        inCheckpoint = false;
        seenOfCheckpoint = 0;
    }

    @Override
    protected Action advance() {
        while (true) {
            try {
                Action action = nextOfFile();
                if (action == null || (isLastWord(action) && (tombstones || action instanceof AddFile))) {
                    return action;
                }
            } catch (CorruptLogException | StorageUnavailableException e) {
                close();
                passOver(e);
            }
        }
    }

    private Action nextOfFile() {
        while (!ended) {
            if (current == null) {
                openNext();
            } else if (current.hasNext()) {
                seenOfCheckpoint += inCheckpoint ? 1 : 0;
                return current.next();
            } else {
                close();
                ended = inCheckpoint;
            }
        }
        return null;
    }

    private void openNext() {
        if (tail.hasNext()) {
            current = tail.next().lastToFirst();
        } else if (choice.segment().checkpoint().isPresent()) {
            inCheckpoint = true;
            current = openCheckpoint();
        } else {
            ended = true;
        }
    }

    private CheckpointReplay openCheckpoint() {
        return new CheckpointReplay(
                log,
                table,
                choice.segment().checkpoint().orElseThrow(),
                tombstones ? CheckpointContent.FILES_AND_TOMBSTONES : CheckpointContent.FILES);
    }

    private boolean isLastWord(Action action) {
        return inCheckpoint ? reconciliation.acceptFromCheckpoint(action) : reconciliation.acceptFromCommit(action);
    }

    /** Goes on with what a file stands for that cannot be read, from where its version ends. */
    private void passOver(DeltaException failure) {
        if (!inCheckpoint) {
            tail.passOver(failure);
            return;
        }
        remember(failure);
        choice.passOverCheckpoint(
                failure, choice.segment().checkpoint().orElseThrow().version());
        begin();
    }

    /** What was given of a checkpoint that is read no further must not be given again. */
    private void remember(DeltaException failure) {
        if (seenOfCheckpoint == 0) {
            return;
        }
        try (CheckpointReplay again = openCheckpoint()) {
            for (long i = 0; i < seenOfCheckpoint; i++) {
                reconciliation.acceptFromCommit(again.next());
            }
        } catch (DeltaException | NoSuchElementException changed) {
            failure.addSuppressed(changed);
            throw failure;
        }
    }

    @Override
    public void close() {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
