/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.action.AddFile;
import java.util.List;
import java.util.Set;

/**
 * What one writer subtask made since the last checkpoint: at least one data file, each closed,
 * complete, and named by nobody else.
 *
 * @param rows how many rows the files hold together
 * @param fulfilledRules the rules of the table that the rows fulfil, see {@link
 *     io.flinkdelta.common.check.RowRules#fulfilled}
 */
public record DeltaWriterResult(List<AddFile> files, long rows, Set<String> fulfilledRules) {
    public DeltaWriterResult {
        files = List.copyOf(files);
        fulfilledRules = Set.copyOf(fulfilledRules);
    }

    /** Of a table without rules. */
    DeltaWriterResult(List<AddFile> files, long rows) {
        this(files, rows, Set.of());
    }

    /** The same rows, known to fulfil {@code rules}. */
    DeltaWriterResult fulfilling(Set<String> rules) {
        return rules.isEmpty() ? this : new DeltaWriterResult(files, rows, rules);
    }

    /** Short, because Flink logs it. */
    @Override
    public String toString() {
        return "DeltaWriterResult{files=" + files.size() + ", rows=" + rows + '}';
    }
}
