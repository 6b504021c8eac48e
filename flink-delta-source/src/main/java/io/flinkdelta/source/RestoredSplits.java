/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.split.DeltaSplit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the splits are that readers had in a checkpoint and reported when they came back. They are handed out anew, not
 * always to the same reader; a reader that fails again before the next checkpoint reports them once more, though they are
 * elsewhere now. One thread.
 */
final class RestoredSplits {
    /** Where a split is while no reader has it. */
    private static final int NOWHERE = -1;

    private final Map<String, Place> places = new HashMap<>();
    /** The last that was begun. */
    private long checkpoint;

    /** Since when a reader has a split: since before the first checkpoint after {@code checkpoint}. */
    private record Place(int subtask, long checkpoint) {}

    /** Whether a split that this reader reports is to be handed out; if not, it was before. */
    boolean accept(DeltaSplit split, int subtask) {
        Place known = places.get(split.splitId());
        if (known != null && known.subtask() != subtask) {
            return false;
        }
        places.put(split.splitId(), new Place(NOWHERE, checkpoint));
        return true;
    }

    /** A reader gets a split. */
    void assigned(DeltaSplit split, int subtask) {
        places.computeIfPresent(split.splitId(), (id, before) -> new Place(subtask, checkpoint));
    }

    /** Splits come back from a reader that got them after the checkpoint that it goes on from. */
    void returned(Collection<DeltaSplit> splits) {
        for (DeltaSplit split : splits) {
            places.computeIfPresent(split.splitId(), (id, before) -> new Place(NOWHERE, checkpoint));
        }
    }

    void checkpointBegun(long id) {
        checkpoint = id;
    }

    /** What a reader got before this checkpoint is reported by itself alone from now on, or is finished. */
    void checkpointCompleted(long id) {
        places.values().removeIf(place -> place.checkpoint() < id);
    }

    int size() {
        return places.size();
    }
}
