/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.stats.ScanFilter;
import io.flinkdelta.source.scan.EventTime;
import io.flinkdelta.source.split.SplitFile;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which files of a version may have rows that are read, and what readers are told of them. One thread.
 *
 * @param time of the rows, where watermarks are given
 */
record FileFilter(Optional<ScanFilter> filter, PlanSettings settings, Optional<EventTime> time) {

    /**
     * Whether the file is read.
     *
     * @param path decoded
     */
    boolean reads(String path, PartitionValues partition, Optional<String> stats) {
        return !settings.excludes(path) && (filter.isEmpty() || filter.get().mayMatch(partition, stats));
    }

    /** By which the file comes in order of time; the same for all without one. */
    long bound(AddFile file) {
        return time.map(EventTime::bound)
                .map(bound -> bound.of(file))
                .orElse(OptionalLong.empty())
                .orElse(Long.MIN_VALUE);
    }

    SplitFile file(AddFile file) {
        return timed(SplitFile.of(file), file.stats());
    }

    SplitFile file(RemoveFile file, PartitionValues partition) {
        return timed(SplitFile.of(file, partition), file.stats());
    }

    SplitFile file(AddCDCFile file) {
        return timed(SplitFile.of(file), Optional.empty());
    }

    private SplitFile timed(SplitFile file, Optional<String> stats) {
        return time.isEmpty() ? file : file.since(time.get().earliest(file.partitionValues(), stats));
    }
}
