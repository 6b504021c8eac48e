/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.read.DataFileBatches;
import io.flinkdelta.common.read.FileRows;
import io.flinkdelta.source.split.SplitFile;
import org.apache.flink.types.RowKind;

/** A part of a split's reading: some rows of one file. */
sealed interface ReadStep {
    SplitFile file();

    /** Of the rows; null when their last column says it. */
    RowKind kind();

    /** Opens the step's rows from a position in the file on. */
    DataFileBatches open(ScanFiles files, long firstPosition);

    /** The rows that are live. */
    record Live(SplitFile file) implements ReadStep {
        @Override
        public RowKind kind() {
            return RowKind.INSERT;
        }

        @Override
        public DataFileBatches open(ScanFiles files, long firstPosition) {
            return files.openPassing(file, FileRows.except(files.deleted(file)).from(firstPosition));
        }
    }

    /** Rows to which the same happened. */
    record Selected(SplitFile file, FileRows rows, RowKind kind) implements ReadStep {
        @Override
        public DataFileBatches open(ScanFiles files, long firstPosition) {
            return files.openPassing(file, rows.from(firstPosition));
        }
    }

    /** Rows of a change data file, whose kinds are in its last column. */
    record Recorded(SplitFile file) implements ReadStep {
        @Override
        public RowKind kind() {
            return null;
        }

        @Override
        public DataFileBatches open(ScanFiles files, long firstPosition) {
            return files.openChanges(file, FileRows.all().from(firstPosition));
        }
    }
}
