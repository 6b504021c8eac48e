/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.action.AddFile;
import java.util.List;

/**
 * What one writer subtask made since the last checkpoint: at least one data file, each closed,
 * complete, and named by nobody else.
 *
 * @param rows how many rows the files hold together
 */
public record DeltaWriterResult(List<AddFile> files, long rows) {
    public DeltaWriterResult {
        files = List.copyOf(files);
    }

    /** Short, because Flink logs it. */
    @Override
    public String toString() {
        return "DeltaWriterResult{files=" + files.size() + ", rows=" + rows + '}';
    }
}
