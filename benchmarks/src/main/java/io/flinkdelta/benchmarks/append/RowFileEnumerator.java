/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/** Waits until every subtask has loaded its rows, then starts them all. */
final class RowFileEnumerator implements SplitEnumerator<RowFileSplit, Integer> {
    private final SplitEnumeratorContext<RowFileSplit> context;
    private final List<String> files;
    private final String marksFolder;
    private int ready;

    RowFileEnumerator(SplitEnumeratorContext<RowFileSplit> context, List<String> files, String marksFolder) {
        this.context = context;
        this.files = files;
        this.marksFolder = marksFolder;
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, String requesterHostname) {
        ready++;
        if (ready < files.size()) {
            return;
        }
        try {
            Marks.set(marksFolder, RowFileSource.STARTED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < files.size(); i++) {
            context.assignSplit(new RowFileSplit(files.get(i)), i);
        }
    }

    @Override
    public void addSplitsBack(List<RowFileSplit> splits, int subtask) {
        throw new IllegalStateException("a measured job must not fail over");
    }

    @Override
    public void addReader(int subtask) {}

    @Override
    public Integer snapshotState(long checkpointId) {
        return ready;
    }

    @Override
    public void close() {}
}
