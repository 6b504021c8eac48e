/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.plan.PlanOrder;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The order in which the state was taken that a job goes on from, which may be another one than the job's. One thread. */
final class RestoredOrder {
    private final Optional<PlanOrder> before;
    private final PlanOrder now;
    private final ErrorContext table;
    /** Later they come with what this job has begun. */
    private final Set<Integer> registered = new HashSet<>();

    /** @param before empty without a state */
    RestoredOrder(Optional<PlanOrder> before, PlanOrder now, ErrorContext table) {
        this.before = before;
        this.now = now;
        this.table = table;
    }

    /** A reader comes with splits that it has begun. */
    void require(int subtask, List<DeltaSplit> splits) {
        if (!registered.add(subtask) || before.isEmpty()) {
            return;
        }
        try {
            before.get().requireSameChanges(now, splits, table);
        } catch (InvalidRequestException e) {
            throw TableFailures.unchecked(e, table);
        }
    }
}
