/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.ReadOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The splits that no reader has, in the order in which they were planned; splits that come back take their old places.
 * One thread, but its sizes may be asked for by any.
 */
final class SplitAssigner {
    private final ReadOrder order;
    private final int readers;
    /** Whether each reader has a lane of its own, and no other reads its splits. */
    private final boolean exclusive;

    private final List<TreeSet<DeltaSplit>> pending = new ArrayList<>();
    /** For certain readers. */
    private final Map<Integer, TreeSet<DeltaSplit>> kept = new HashMap<>();

    /** How many splits have which time as their earliest. */
    private final TreeMap<Long, Integer> earliest = new TreeMap<>();

    private volatile Size size = new Size(0, 0, 0);

    /** Of what is pending. */
    record Size(int splits, long files, long bytes) {
        private Size with(DeltaSplit split, int sign) {
            return new Size(
                    splits + sign, files + sign * (long) split.content().files().size(), bytes + sign * split.length());
        }
    }

    private SplitAssigner(ReadOrder order, int readers, int lanes) {
        this.order = order;
        this.readers = readers;
        this.exclusive = order == ReadOrder.BY_PARTITION || order == ReadOrder.BY_TABLE;
        for (int lane = 0; lane < lanes; lane++) {
            pending.add(new TreeSet<>(DeltaSplit.ORDER));
        }
    }

    static SplitAssigner of(ReadOrder order, int readers) {
        return new SplitAssigner(order, readers, order == ReadOrder.BY_PARTITION ? readers : 1);
    }

    void add(Collection<DeltaSplit> splits) {
        for (DeltaSplit split : splits) {
            if (pending.get(laneOf(split)).add(split)) {
                count(split, 1);
            }
        }
    }

    /**
     * Adds splits that a reader has had, and that others can read only where its watermarks are not ahead of them: by time
     * they are kept for it.
     */
    void addBack(Collection<DeltaSplit> splits, int subtask) {
        if (order != ReadOrder.BY_TIME) {
            add(splits);
            return;
        }
        TreeSet<DeltaSplit> lane = kept.computeIfAbsent(subtask, key -> new TreeSet<>(DeltaSplit.ORDER));
        for (DeltaSplit split : splits) {
            if (lane.add(split)) {
                count(split, 1);
            }
        }
    }

    private void count(DeltaSplit split, int sign) {
        size = size.with(split, sign);
        earliest.merge(split.earliestMillis(), sign, (before, more) -> before + more == 0 ? null : before + more);
    }

    private int laneOf(DeltaSplit split) {
        return Math.floorMod(order.keyOf(split).hashCode(), pending.size());
    }

    /** The next split for a reader, which it then has. */
    Optional<DeltaSplit> next(int subtask) {
        int lane = exclusive ? subtask : 0;
        Optional<TreeSet<DeltaSplit>> first = Stream.concat(
                        pending.stream().skip(lane).limit(1),
                        kept.entrySet().stream()
                                .filter(entry -> entry.getKey() == subtask)
                                .map(Map.Entry::getValue))
                .filter(splits -> !splits.isEmpty())
                .min(Comparator.comparing(TreeSet::first, DeltaSplit.ORDER));
        Optional<DeltaSplit> next = first.map(TreeSet::pollFirst);
        next.ifPresent(split -> count(split, -1));
        return next;
    }

    /** Forgets all. */
    void clear() {
        pending.forEach(TreeSet::clear);
        kept.clear();
        earliest.clear();
        size = new Size(0, 0, 0);
    }

    /** Whether a reader that has a split may have another, without taking it from one that has none. */
    boolean maySpare() {
        return exclusive || size.splits() >= readers;
    }

    Size size() {
        return size;
    }

    /** The first of each lane. */
    List<DeltaSplit> first() {
        return Stream.concat(pending.stream(), kept.values().stream())
                .filter(lane -> !lane.isEmpty())
                .map(TreeSet::first)
                .toList();
    }

    /** The time that no row of any is before; {@link Long#MIN_VALUE} when it is not known. */
    long earliestMillis() {
        return earliest.isEmpty() ? Long.MAX_VALUE : earliest.firstKey();
    }

    /** All, in order. */
    List<DeltaSplit> all() {
        return Stream.concat(pending.stream(), kept.values().stream())
                .flatMap(TreeSet::stream)
                .sorted(DeltaSplit.ORDER)
                .toList();
    }
}
