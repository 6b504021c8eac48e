/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The file actions of a checkpoint, one file after the other, always in the same order; sidecars that are
 * not known yet are read as they are met. In memory are one row group's wanted columns. One thread.
 */
final class CheckpointReplay extends ActionIterator {
    private final LogStore log;
    private final ErrorContext table;
    private final CheckpointContent content;
    private final boolean sidecarsKnown;
    private final Deque<CheckpointFile> left = new ArrayDeque<>();
    private Sidecars sidecars;
    private ActionIterator current;

    CheckpointReplay(LogStore log, ErrorContext table, CheckpointFiles checkpoint, CheckpointContent content) {
        this.log = log;
        this.table = table;
        this.content = content;
        this.sidecarsKnown = checkpoint.fileActions().isPresent();
        left.addAll(checkpoint
                .fileActions()
                .orElseGet(() ->
                        checkpoint.parts().stream().map(CheckpointFile::of).toList()));
    }

    @Override
    protected Action advance() {
        while (current != null || openNext()) {
            while (current.hasNext()) {
                Action action = current.next();
                if (!(action instanceof SidecarFile sidecar)) {
                    return action;
                }
                if (!sidecarsKnown) {
                    left.add(sidecars.add(sidecar));
                }
            }
            close();
        }
        return null;
    }

    private boolean openNext() {
        CheckpointFile next = left.poll();
        if (next == null) {
            return false;
        }
        sidecars = new Sidecars(next, table);
        current = next.open(log, content, table);
        return true;
    }

    @Override
    public void close() {
        Optional.ofNullable(current).ifPresent(ActionIterator::close);
        current = null;
    }
}
