/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.stats.ScanFilter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts a {@link ReadSet} together from what a committer says one after the other. One thread. */
final class ReadSetBuilder {
    private final Set<String> paths = new HashSet<>();
    private final List<ScanFilter> filters = new ArrayList<>();
    private boolean wholeTable;

    /** @param path canonical */
    void file(String path) {
        paths.add(path);
    }

    void where(ScanFilter filter) {
        filters.add(filter);
    }

    void wholeTable() {
        wholeTable = true;
    }

    /**
     * Everything that was said.
     *
     * @param blindAppend what was said of that: not to be blind means to have read all, if nothing else was said
     */
    ReadSet build(Optional<Boolean> blindAppend) {
        boolean untold = paths.isEmpty() && filters.isEmpty();
        if (wholeTable || (untold && !blindAppend.orElse(true))) {
            return new ReadSet.WholeTable();
        }
        ReadSet.Files files = new ReadSet.Files(paths);
        if (!filters.isEmpty()) {
            return new ReadSet.Matching(filters, files);
        }
        return untold ? new ReadSet.Nothing() : files;
    }
}
