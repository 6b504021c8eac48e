/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.split.DeltaSplit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The splits that no reader has, in the order in which they were planned; splits that come back take their old places.
 * One thread.
 */
final class SplitAssigner {
    /** Of readers; 1 when every reader may read every split. */
    private final int lanes;

    private final List<TreeSet<DeltaSplit>> pending = new ArrayList<>();
    /** Also read by who reports it. */
    private final AtomicInteger size = new AtomicInteger();

    private SplitAssigner(int lanes) {
        this.lanes = lanes;
        for (int lane = 0; lane < lanes; lane++) {
            pending.add(new TreeSet<>(DeltaSplit.ORDER));
        }
    }

    /** Gives every reader the oldest split. */
    static SplitAssigner free() {
        return new SplitAssigner(1);
    }

    /** Gives the splits of one partition to one reader, all of an unpartitioned table to one, in the commits' order. */
    static SplitAssigner ordered(int parallelism) {
        return new SplitAssigner(parallelism);
    }

    void add(Collection<DeltaSplit> splits) {
        for (DeltaSplit split : splits) {
            size.addAndGet(pending.get(laneOf(split)).add(split) ? 1 : 0);
        }
    }

    private int laneOf(DeltaSplit split) {
        return Math.floorMod(split.content().files().get(0).partitionValues().hashCode(), lanes);
    }

    /** The next split for a reader, which it then has. */
    Optional<DeltaSplit> next(int subtask) {
        Optional<DeltaSplit> next =
                Optional.ofNullable(pending.get(subtask % lanes).pollFirst());
        size.addAndGet(next.isPresent() ? -1 : 0);
        return next;
    }

    int size() {
        return size.get();
    }

    /** All, in order. */
    List<DeltaSplit> all() {
        return pending.stream()
                .flatMap(TreeSet::stream)
                .sorted(DeltaSplit.ORDER)
                .toList();
    }
}
