/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import java.util.HashSet;
import java.util.Set;

/**
 * Decides, newest action first, which file actions are the last word on their file (PROTOCOL.md,
 * "Action Reconciliation"): what it lets through as {@link AddFile} is live, what it lets through as
 * {@link RemoveFile} is a tombstone. It remembers the keys, never the actions. No I/O. One thread.
 */
public final class FileReconciliation {
    private final FileKeys keys;
    private final Set<FileKey> seen = new HashSet<>();

    public FileReconciliation(FileKeys keys) {
        this.keys = keys;
    }

    /** Whether {@code action} of a commit is a file action and the last word on its file. */
    public boolean acceptFromCommit(Action action) {
        FileKey key = keyOf(action);
        return key != null && seen.add(key);
    }

    private FileKey keyOf(Action action) {
        if (action instanceof AddFile add) {
            return keys.of(add);
        }
        return action instanceof RemoveFile remove ? keys.of(remove) : null;
    }
}
