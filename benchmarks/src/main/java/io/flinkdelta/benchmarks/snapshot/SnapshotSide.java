/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.snapshot;

import java.nio.file.Path;
import java.time.LocalDate;

/** A library that lists the live files of a table; knows nothing of the table before a call, and keeps nothing after it. */
interface SnapshotSide {

    /** Opens the newest version and goes through every live file with its path, size, partition and statistics. */
    Listed load(Path table) throws Exception;

    /** As {@link #load}, of the files that are not pruned by {@code day = day AND id >= firstId AND id < endId}. */
    Listed scan(Path table, Range range) throws Exception;

    /** A filter by partition and by a column with statistics. */
    record Range(LocalDate day, long firstId, long endId) {}

    /**
     * What was gone through.
     *
     * @param bytes the sizes of the data files together
     * @param characters of paths and statistics
     */
    record Listed(long files, long bytes, long characters) {
        static final Listed NOTHING = new Listed(0, 0, 0);

        Listed plus(long size, long text) {
            return new Listed(files + 1, bytes + size, characters + text);
        }
    }
}
