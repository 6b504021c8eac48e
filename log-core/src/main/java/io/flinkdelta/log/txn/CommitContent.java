/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.store.LogContent;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The file of one attempt to commit a {@link Transaction}, written line by line: commitInfo first, as
 * in-commit timestamps need it. Made by {@link CommitComposer}. Immutable.
 *
 * @param version that it is to become
 * @param stateActions what it says about protocol, metadata, transactions and domains
 */
record CommitContent(
        long version,
        CommitInfo commitInfo,
        List<Action> stateActions,
        List<RemoveFile> removes,
        List<AddFile> adds,
        List<AddCDCFile> changeFiles)
        implements LogContent {
    CommitContent {
        stateActions = List.copyOf(stateActions);
        removes = List.copyOf(removes);
        adds = List.copyOf(adds);
        changeFiles = List.copyOf(changeFiles);
    }

    /** The id by which the commit is found in the log. */
    String txnId() {
        return commitInfo.txnId().orElseThrow();
    }

    /** Every action but those about files, first line first. */
    List<Action> withoutFiles() {
        List<Action> actions = new ArrayList<>();
        actions.add(commitInfo);
        actions.addAll(stateActions);
        return actions;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        writeLines(withoutFiles(), buffered);
        writeLines(removes, buffered);
        writeLines(adds, buffered);
        writeLines(changeFiles, buffered);
        buffered.flush();
    }

    private static void writeLines(List<? extends Action> actions, OutputStream out) throws IOException {
        for (Action action : actions) {
            out.write(ActionJson.write(action).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        }
    }
}
