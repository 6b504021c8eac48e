/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes that share one sequence of actions, each on a daemon thread of its own. All have ended when
 * {@link #run} returns; the first failure cancels the others.
 */
final class ParallelWrites {
    private final SharedActions actions;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    ParallelWrites(SharedActions actions) {
        this.actions = actions;
    }

    /** One write. */
    @FunctionalInterface
    interface Write<T> {
        /**
         * Writes what is meant for {@code writer}.
         *
         * @param own the actions for this writer
         */
        T write(int writer, ActionBatches own) throws IOException;
    }

    /** The results of all, in no order. */
    <T> List<T> run(int writers, Write<T> write) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(writers, work -> {
            Thread thread = new Thread(work, "flink-delta-checkpoint-writer");
            thread.setDaemon(true);
            return thread;
        });
        List<T> results = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < writers; i++) {
            int writer = i;
            threads.execute(() -> writeOne(writer, write, results));
        }
        threads.shutdown();
        awaitEnd(threads);
        rethrow(failure.get());
        return results;
    }

    /** Whatever goes wrong ends the others and reaches the caller. */
    private <T> void writeOne(int writer, Write<T> write, List<T> results) {
        try {
            results.add(write.write(writer, new ActionBatches(actions, writer)));
            actions.leave(writer);
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            actions.cancel();
        }
    }

    /** An interrupt ends the writers; they have to end before the actions can be closed. */
    private void awaitEnd(ExecutorService threads) {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = threads.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                interrupted = true;
                failure.compareAndSet(null, new InterruptedIOException("interrupted while writing a checkpoint"));
                actions.cancel();
                threads.shutdownNow();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Throws what is not null. */
    static void rethrow(Throwable failure) throws IOException {
        if (failure instanceof UncheckedIOException wrapped) {
            throw wrapped.getCause();
        } else if (failure instanceof IOException io) {
            throw io;
        } else if (failure instanceof RuntimeException runtime) {
            throw runtime;
        } else if (failure instanceof Error error) {
            throw error;
        }
    }
}
