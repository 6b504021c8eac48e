/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.read.NothingToRead;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/** The readers that asked for splits and got none yet. One thread. */
final class WaitingReaders {
    private final SplitEnumeratorContext<DeltaSplit> context;
    private final SplitAssigner assigner;
    private final Given given;
    /** Readers without which nothing is handed out. */
    private final Set<Integer> awaited = new HashSet<>();
    /** Have nothing to read. */
    private final Set<Integer> asking = new TreeSet<>();
    /** Of {@link #asking}, those that know that they have to wait. */
    private final Set<Integer> toldIdle = new HashSet<>();
    /** Have something to read, and would take more. */
    private final Set<Integer> askingAhead = new TreeSet<>();

    /** Hears which reader gets a split. */
    interface Given {
        /** The split as the reader is to have it. */
        DeltaSplit to(DeltaSplit split, int subtask);
    }

    /**
     * @param given told of each split before a reader gets it
     * @param awaitAll whether nothing is handed out before all readers have registered, and told what they had
     */
    WaitingReaders(SplitEnumeratorContext<DeltaSplit> context, SplitAssigner assigner, Given given, boolean awaitAll) {
        this.context = context;
        this.assigner = assigner;
        this.given = given;
        for (int subtask = 0; awaitAll && subtask < context.currentParallelism(); subtask++) {
            awaited.add(subtask);
        }
    }

    /** Whether there are readers without which nothing is handed out. */
    boolean awaitsAll() {
        return !awaited.isEmpty();
    }

    void registered(int subtask) {
        awaited.remove(subtask);
    }

    void ask(int subtask) {
        forget(subtask);
        asking.add(subtask);
    }

    void askAhead(int subtask) {
        askingAhead.add(subtask);
    }

    /** The reader failed, or asks anew. */
    void forget(int subtask) {
        asking.remove(subtask);
        toldIdle.remove(subtask);
        askingAhead.remove(subtask);
    }

    /**
     * Gives splits to those that wait for them, as far as there are any.
     *
     * @param atEnd whether there will not be more
     */
    void serve(boolean atEnd) {
        if (!awaited.isEmpty()) {
            return;
        }
        for (int subtask : List.copyOf(asking)) {
            if (!isThere(subtask) || give(subtask)) {
                forget(subtask);
            } else if (atEnd) {
                context.signalNoMoreSplits(subtask);
                forget(subtask);
            }
        }
        for (int subtask : List.copyOf(askingAhead)) {
            if (!isThere(subtask) || (assigner.maySpare() && give(subtask))) {
                askingAhead.remove(subtask);
            }
        }
    }

    private boolean isThere(int subtask) {
        return context.registeredReaders().containsKey(subtask);
    }

    private boolean give(int subtask) {
        Optional<DeltaSplit> split = assigner.next(subtask);
        split.ifPresent(found -> context.assignSplit(given.to(found, subtask), subtask));
        return split.isPresent();
    }

    /** Tells those that have nothing to read that this goes on for a while: nobody is to wait for their watermarks. */
    void tellIdle() {
        for (int subtask : asking) {
            if (awaited.isEmpty() && toldIdle.add(subtask)) {
                context.registeredReadersOfAttempts()
                        .getOrDefault(subtask, Map.of())
                        .keySet()
                        .forEach(attempt -> context.sendEventToSourceReader(subtask, attempt, new NothingToRead()));
            }
        }
    }
}
