/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.split.DeltaSplit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The splits that readers have, and whether a restart would read anything again of those that they have finished. One
 * thread.
 */
final class SplitsInFlight {
    private final Map<String, Assigned> reading = new HashMap<>();
    /** Whether what was handed out is finished for good. */
    private boolean covered = true;
    /** The first checkpoint that has everything that was handed out as finished. */
    private OptionalLong covering = OptionalLong.empty();

    private record Assigned(DeltaSplit split, int subtask, long earliestMillis) {}

    /** A reader gets a split. */
    void assigned(DeltaSplit split, int subtask) {
        reading.put(split.splitId(), new Assigned(split, subtask, split.earliestMillis()));
        uncover();
    }

    /** A reader has emitted all rows of splits. */
    void finished(Set<String> splitIds) {
        reading.keySet().removeAll(splitIds);
    }

    /** Readers have splits no more, which are to be read from where a checkpoint has them. */
    void returned(Collection<DeltaSplit> splits) {
        splits.forEach(split -> {
            reading.remove(split.splitId());
            uncover();
        });
    }

    private void uncover() {
        covered = false;
        covering = OptionalLong.empty();
    }

    /** @param nothingPending whether there are no other splits than those that readers have */
    void checkpointBegun(long id, boolean nothingPending) {
        // What the enumerator knows to be finished, the readers' parts of the checkpoint, which are made later, know
        // too.
        if (covering.isEmpty() && nothingPending && reading.isEmpty()) {
            covering = OptionalLong.of(id);
        }
    }

    /** With the one after, whoever acts on completed checkpoints, as sinks do that commit, has acted on the first. */
    void checkpointCompleted(long id) {
        covered |= covering.isPresent() && id > covering.getAsLong();
    }

    /** Those that readers have. */
    List<DeltaSplit> reading() {
        return reading.values().stream().map(Assigned::split).toList();
    }

    /** The time that no row is before of what others have; {@link Long#MIN_VALUE} when it is not known. */
    long earliestOfOthers(int subtask) {
        return reading.values().stream()
                .filter(assigned -> assigned.subtask() != subtask)
                .mapToLong(Assigned::earliestMillis)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Whether readers have none. */
    boolean isEmpty() {
        return reading.isEmpty();
    }

    /** Whether a restart would read nothing of what was handed out, and its rows are as far as checkpoints take them. */
    boolean isCovered() {
        return covered;
    }
}
