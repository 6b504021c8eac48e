/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.replay.FileKey;
import io.flinkdelta.log.replay.FileKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a range of commits did to the files of a table (PROTOCOL.md, "Action Reconciliation").
 *
 * @param touched the keys of the files that were added or removed: what was known of them before is void
 * @param added those of them that are live after the last commit
 */
record FileChanges(Set<FileKey> touched, List<FileBlock> added) {

    /** Takes in commits from the newest to the oldest. One thread. */
    static final class Builder {
        private final FileKeys keys;
        private final FileKeyHash hash;
        private final Set<FileKey> touched = new HashSet<>();
        private final List<FileBlock> blocks = new ArrayList<>();
        private FileBlockBuilder block = new FileBlockBuilder();

        Builder(FileKeys keys) {
            this.keys = keys;
            this.hash = new FileKeyHash(keys);
        }

        /** Takes in the commit before those that were taken in. */
        void addOlder(CommitFile commit) {
            try (ActionIterator actions = commit.lastToFirst()) {
                while (actions.hasNext()) {
                    addOlder(actions.next());
                }
            }
        }

        private void addOlder(Action action) {
            if (action instanceof RemoveFile remove) {
                touched.add(keys.of(remove));
            } else if (action instanceof AddFile add && touched.add(keys.of(add))) {
                AddRow row = AddRow.of(add);
                block.add(row, hash.of(row));
                if (block.isFull()) {
                    endBlock();
                }
            }
        }

        private void endBlock() {
            blocks.add(block.build());
            block = new FileBlockBuilder();
        }

        FileChanges build() {
            if (block.size() > 0) {
                endBlock();
            }
            return new FileChanges(touched, blocks);
        }
    }
}
