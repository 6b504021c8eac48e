/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.Planned;
import io.flinkdelta.source.plan.Planned.Next;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.split.ReadOrder;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds out how many readers have something to read (FLIP-379): as many as there are splits, or parts of the table that
 * are read in order. No data file is looked at, and no more is planned than it takes to know.
 */
final class ParallelismInference {
    private final TablePlanner planner;
    private final ReadOrder order;

    /** @param planner for one reader, that has planned nothing yet */
    ParallelismInference(TablePlanner planner, ReadOrder order) {
        this.planner = planner;
        this.order = order;
    }

    /** Between 1 and {@code bound}. */
    int infer(int bound) {
        Set<Object> readable = new HashSet<>();
        Next next = Next.MORE;
        while (next == Next.MORE && readable.size() < bound) {
            Planned planned = planner.plan(Budget.ofSplits(bound));
            planned.splits().forEach(split -> readable.add(order.keyOf(split)));
            next = planned.next();
        }
        return Math.max(1, Math.min(bound, readable.size()));
    }
}
