/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.plan.PlanOrder;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.ReadOrder;
import io.flinkdelta.source.split.SplitFile;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The order in which the state was taken that a job goes on from, which may be another one than the job's. One thread. */
final class RestoredOrder {
    private final Optional<PlanOrder> before;
    private final PlanOrder now;
    private final ReadOrder reading;
    private final ErrorContext table;
    /** Later they come with what this job has begun. */
    private final Set<Integer> registered = new HashSet<>();

    /** @param before empty without a state */
    RestoredOrder(Optional<PlanOrder> before, PlanOrder now, ReadOrder reading, ErrorContext table) {
        this.before = before;
        this.now = now;
        this.reading = reading;
        this.table = table;
    }

    /** The state has splits that no reader had. */
    void requirePending(List<DeltaSplit> splits) {
        if (before.isPresent()) {
            require(splits);
        }
    }

    /** A reader comes with splits that it has begun. */
    void requireReported(int subtask, List<DeltaSplit> splits) {
        if (registered.add(subtask) && before.isPresent()) {
            require(splits);
        }
    }

    private void require(List<DeltaSplit> splits) {
        try {
            before.get().requireSameChanges(now, splits, table);
            splits.forEach(this::requireOnePartition);
        } catch (InvalidRequestException e) {
            throw TableFailures.unchecked(e, table);
        }
    }

    private void requireOnePartition(DeltaSplit split) {
        long partitions = split.content().files().stream()
                .map(SplitFile::partitionValues)
                .distinct()
                .count();
        if (reading == ReadOrder.BY_PARTITION && partitions > 1) {
            throw new InvalidRequestException(
                    "The state has files of several partitions that are read together, so that the rows of a partition"
                            + " would not come in order.",
                    table.with("version", split.version()),
                    "Restore it without scan.ordered, and stop the job with a savepoint when it has read what there is; it"
                            + " can go on in order from there. Or start without state.");
        }
    }
}
