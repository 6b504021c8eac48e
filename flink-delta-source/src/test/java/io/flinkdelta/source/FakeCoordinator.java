/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.read.SplitWanted;
import io.flinkdelta.source.read.SplitsFinished;
import io.flinkdelta.source.split.DeltaSplit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.source.coordinator.SplitAssignmentTracker;

/** The coordinator of a source, with Flink's own account of splits; what is asynchronous runs when the test says so. */
public final class FakeCoordinator implements SplitEnumeratorContext<DeltaSplit> {
    private final int parallelism;
    private final Deque<Runnable> calls = new ArrayDeque<>();
    private final List<Periodic> periodic = new ArrayList<>();
    private final Map<Integer, ReaderInfo> readers = new HashMap<>();
    private final Map<Integer, List<DeltaSplit>> assigned = new HashMap<>();
    private final Map<Integer, List<SourceEvent>> events = new HashMap<>();
    private final Set<Integer> finished = new HashSet<>();
    private final SplitAssignmentTracker<DeltaSplit> tracker = new SplitAssignmentTracker<>();
    private DeltaSplitEnumerator enumerator;

    /** A call that is repeated. */
    record Periodic(Runnable call, long firstAfterMillis, long everyMillis) {}

    public FakeCoordinator(int parallelism) {
        this.parallelism = parallelism;
    }

    public DeltaSplitEnumerator start(DeltaSource source, EnumeratorState state) {
        enumerator = (DeltaSplitEnumerator) source.restoreEnumerator(this, state);
        enumerator.start();
        return enumerator;
    }

    /** Runs everything that is due, and what comes of it. */
    public void run() {
        while (!calls.isEmpty()) {
            calls.poll().run();
        }
    }

    /** An interval passes. */
    public void tick() {
        periodic.forEach(each -> each.call().run());
        run();
    }

    /** A reader comes with the splits that it has in its state, and asks for a split if {@code ask}. */
    public void register(int subtask, List<DeltaSplit> reported) {
        readers.put(subtask, ReaderInfo.createReaderInfo(subtask, "host", reported));
        enumerator.addReader(subtask);
    }

    void registerAll() {
        for (int subtask = 0; subtask < parallelism; subtask++) {
            register(subtask, List.of());
        }
    }

    /** The splits that the reader has got since it last asked so. */
    List<DeltaSplit> request(int subtask) {
        enumerator.handleSplitRequest(subtask, "host");
        run();
        return taken(subtask);
    }

    /** The reader asks for a split; {@link #run} and {@link #taken} are to follow. */
    public void ask(int subtask) {
        enumerator.handleSplitRequest(subtask, "host");
    }

    /** The reader would take one more. */
    public void askAhead(int subtask) {
        enumerator.handleSourceEvent(subtask, new SplitWanted());
    }

    /** The reader has emitted all of a split. */
    public void finish(int subtask, DeltaSplit split) {
        enumerator.handleSourceEvent(subtask, new SplitsFinished(Set.of(split.splitId())));
    }

    public List<DeltaSplit> taken(int subtask) {
        List<DeltaSplit> taken = assigned.remove(subtask);
        return taken == null ? List.of() : taken;
    }

    /** The reader fails, and its task goes back to a checkpoint. */
    public void fail(int subtask, long checkpoint) {
        readers.remove(subtask);
        finished.remove(subtask);
        enumerator.addSplitsBack(tracker.getAndRemoveUncheckpointedAssignment(subtask, checkpoint), subtask);
        run();
    }

    public EnumeratorState checkpoint(long id) throws Exception {
        EnumeratorState state = enumerator.snapshotState(id);
        tracker.onCheckpoint(id);
        tracker.onCheckpointComplete(id);
        enumerator.notifyCheckpointComplete(id);
        return state;
    }

    List<Periodic> periodic() {
        return periodic;
    }

    public boolean isFinished(int subtask) {
        return finished.contains(subtask);
    }

    List<SourceEvent> events(int subtask) {
        return events.getOrDefault(subtask, List.of());
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
    }

    @Override
    public void sendEventToSourceReader(int subtask, SourceEvent event) {
        events.computeIfAbsent(subtask, unused -> new ArrayList<>()).add(event);
    }

    @Override
    public void sendEventToSourceReader(int subtask, int attempt, SourceEvent event) {
        sendEventToSourceReader(subtask, event);
    }

    @Override
    public int currentParallelism() {
        return parallelism;
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
        return readers;
    }

    @Override
    public Map<Integer, Map<Integer, ReaderInfo>> registeredReadersOfAttempts() {
        Map<Integer, Map<Integer, ReaderInfo>> attempts = new HashMap<>();
        readers.forEach((subtask, reader) -> attempts.put(subtask, Map.of(0, reader)));
        return attempts;
    }

    @Override
    public void assignSplits(SplitsAssignment<DeltaSplit> splits) {
        tracker.recordSplitAssignment(splits);
        splits.assignment()
                .forEach((subtask, more) -> assigned.computeIfAbsent(subtask, unused -> new ArrayList<>())
                        .addAll(more));
    }

    @Override
    public void signalNoMoreSplits(int subtask) {
        finished.add(subtask);
    }

    @Override
    public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
        calls.add(call(callable, handler));
    }

    @Override
    public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler, long firstAfter, long every) {
        periodic.add(new Periodic(call(callable, handler), firstAfter, every));
    }

    private static <T> Runnable call(Callable<T> callable, BiConsumer<T, Throwable> handler) {
        return () -> {
            T result = null;
            Exception failure = null;
            try {
                result = callable.call();
            } catch (Exception e) {
                failure = e;
            }
            handler.accept(result, failure);
        };
    }

    @Override
    public void runInCoordinatorThread(Runnable runnable) {
        runnable.run();
    }
}
