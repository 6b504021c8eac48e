/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.tail;

import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.EnumeratorState;
import io.flinkdelta.source.read.SplitsFinished;
import io.flinkdelta.source.split.DeltaSplit;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/**
 * The source's enumerator without a job: one reader that asks for the next split as soon as it has one. All in the
 * caller's thread.
 */
final class EnumeratorRun implements SplitEnumeratorContext<DeltaSplit>, AutoCloseable {
    private static final int READER = 0;

    private final SplitEnumerator<DeltaSplit, EnumeratorState> enumerator;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private Runnable discovery = () -> {};
    private long splits;

    EnumeratorRun(DeltaSource source) throws IOException {
        try {
            this.enumerator = source.createEnumerator(this);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the enumerator did not start", e);
        }
    }

    void start() {
        enumerator.start();
        enumerator.addReader(READER);
        enumerator.handleSplitRequest(READER, null);
        runTasks();
    }

    /** Looks once for new versions, and hands out all of their splits; how many there have been so far. */
    long discover() {
        tasks.add(discovery);
        runTasks();
        return splits;
    }

    private void runTasks() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
    }

    @Override
    public void sendEventToSourceReader(int subtask, SourceEvent event) {
        // This reader takes none.
    }

    @Override
    public void sendEventToSourceReader(int subtask, int attempt, SourceEvent event) {
        // This reader takes none.
    }

    @Override
    public int currentParallelism() {
        return 1;
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
        return Map.of(READER, new ReaderInfo(READER, "localhost"));
    }

    @Override
    public Map<Integer, Map<Integer, ReaderInfo>> registeredReadersOfAttempts() {
        return Map.of(READER, Map.of(0, new ReaderInfo(READER, "localhost")));
    }

    @Override
    public void assignSplits(SplitsAssignment<DeltaSplit> assigned) {
        for (List<DeltaSplit> given : assigned.assignment().values()) {
            splits += given.size();
            Set<String> ids = given.stream().map(DeltaSplit::splitId).collect(Collectors.toSet());
            tasks.add(() -> enumerator.handleSourceEvent(READER, new SplitsFinished(ids)));
        }
        tasks.add(() -> enumerator.handleSplitRequest(READER, null));
    }

    @Override
    public void signalNoMoreSplits(int subtask) {
        // The table has no end.
    }

    @Override
    public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
        tasks.add(() -> call(callable, handler));
    }

    @Override
    public <T> void callAsync(
            Callable<T> callable, BiConsumer<T, Throwable> handler, long initialDelayMillis, long periodMillis) {
        discovery = () -> call(callable, handler);
    }

    private static <T> void call(Callable<T> callable, BiConsumer<T, Throwable> handler) {
        T result;
        try {
            result = callable.call();
        } catch (Exception e) {
            handler.accept(null, e);
            return;
        }
        handler.accept(result, null);
    }

    @Override
    public void runInCoordinatorThread(Runnable task) {
        tasks.add(task);
    }

    @Override
    public void close() throws IOException {
        enumerator.close();
    }
}
