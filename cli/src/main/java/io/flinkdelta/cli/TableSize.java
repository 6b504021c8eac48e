/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.FileStatistics;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The live files of a version, and the rows in them.
 *
 * @param records in the files, hidden ones included; empty when the statistics of a file do not tell
 */
record TableSize(FileTotals files, OptionalLong records) {

    static TableSize of(Snapshot snapshot) {
        TableSize size = new TableSize(FileTotals.none(), OptionalLong.of(0));
        try (Stream<AddFile> files = snapshot.files()) {
            for (Iterator<AddFile> each = files.iterator(); each.hasNext(); ) {
                size = size.with(each.next());
            }
        }
        return size;
    }

    private TableSize with(AddFile file) {
        OptionalLong more = records.isEmpty() || file.stats().isEmpty()
                ? OptionalLong.empty()
                : FileStatistics.numRecords(file.stats().get());
        return new TableSize(
                files.with(file),
                more.isEmpty() ? OptionalLong.empty() : OptionalLong.of(records.getAsLong() + more.getAsLong()));
    }

    long filesWithDeletionVector() {
        return files.deletionVectors().orElseThrow();
    }

    /** Hidden by deletion vectors. */
    long hiddenRows() {
        return files.deletedRows().orElseThrow();
    }

    /** That a reader sees; empty when that is not known. */
    OptionalLong rows() {
        return records.isEmpty() ? records : OptionalLong.of(records.getAsLong() - hiddenRows());
    }
}
