/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.replay.CommitFile;
import java.util.ArrayList;
import java.util.List;

/** The actions of a commit that change rows, each kind in the commit's order. */
record FileActions(List<AddFile> added, List<RemoveFile> removed, List<AddCDCFile> changes) {

    static FileActions of(CommitFile commit) {
        FileActions actions = new FileActions(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        commit.forEach(actions::add);
        return actions;
    }

    private void add(Action action) {
        if (action instanceof AddFile add && add.dataChange()) {
            added.add(add);
        } else if (action instanceof RemoveFile remove && remove.dataChange()) {
            removed.add(remove);
        } else if (action instanceof AddCDCFile change) {
            changes.add(change);
        }
    }
}
