/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.stats.ScanFilter;
import java.util.Optional;

/** Which files of a version may have rows that are read. One thread. */
record FileFilter(Optional<ScanFilter> filter, PlanSettings settings) {

    /**
     * Whether the file is read.
     *
     * @param path decoded
     */
    boolean reads(String path, PartitionValues partition, Optional<String> stats) {
        return !settings.excludes(path) && (filter.isEmpty() || filter.get().mayMatch(partition, stats));
    }
}
