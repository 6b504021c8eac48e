/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointReader;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.parquet.io.InputFile;

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
    private final Iterator<LogFile> parts;
    private long nextCommit;
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
        this.parts = segment.checkpoint()
                .map(CheckpointFiles::parts)
                .orElse(List.of())
                .iterator();
    }

    @Override
    protected Action advance() {
        while (current != null || openNext()) {
            while (current.hasNext()) {
                Action action = current.next();
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
        if (parts.hasNext()) {
            inCheckpoint = true;
            current = openCheckpoint(
                    log,
                    parts.next(),
                    tombstones ? CheckpointContent.FILES_AND_TOMBSTONES : CheckpointContent.FILES,
                    table);
            return true;
        }
        return false;
    }

    /** One file of a checkpoint. */
    static CheckpointReader openCheckpoint(LogStore log, LogFile part, CheckpointContent content, ErrorContext table) {
        ErrorContext where = table.with("version", part.version()).with("file", part.fileName());
        InputFile input;
        try {
            input = log.open(part.fileName())
                    .orElseThrow(() -> new CorruptLogException(
                            "A checkpoint file of the table is missing.",
                            where,
                            "Read the table anew: a clean-up of the log may have removed the file while it was being"
                                    + " read. If it stays missing, restore it from a copy."));
        } catch (IOException e) {
            throw StorageErrors.of(e, where, part.fileName(), "read a checkpoint");
        }
        return CheckpointReader.open(input, content, where);
    }

    @Override
    public void close() {
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
