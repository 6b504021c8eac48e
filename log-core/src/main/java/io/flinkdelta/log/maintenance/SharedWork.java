/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.ReadParallelism;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Items that several threads work on, the caller's among them; the work on one may bring more. All has ended
 * when {@link #run} returns; after a failure, which it throws, no item is begun. Used once.
 */
final class SharedWork<T> {
    /** What is done with one item. Any thread. */
    @FunctionalInterface
    interface Work<T> {
        /** The items that this one brings. */
        Collection<T> apply(T item) throws IOException;
    }

    private final Work<T> work;
    private final Deque<T> untaken;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int underway;
    private Throwable failure;

    SharedWork(Collection<T> items, Work<T> work) {
        this.untaken = new ArrayDeque<>(items);
        this.work = work;
    }

    /** Works until nothing is left. */
    void run(ReadParallelism parallelism) throws IOException {
        startHelpers(parallelism);
        workOn();
        lock.lock();
        try {
            while (underway > 0) {
                changed.awaitUninterruptibly();
            }
            ParallelWrites.rethrow(failure);
        } finally {
            lock.unlock();
        }
    }

    private void startHelpers(ReadParallelism parallelism) {
        try {
            for (int i = 1; i < parallelism.threads(); i++) {
                parallelism.executor().execute(this::workOn);
            }
        } catch (RejectedExecutionException e) {
            // The caller does what no helper does.
            return;
        }
    }

    private void workOn() {
        for (T item = take(); item != null; item = take()) {
            try {
                done(work.apply(item), null);
            } catch (IOException | RuntimeException | Error e) {
                done(List.of(), e);
            }
        }
    }

    /** Waits while others may bring items; null when there will be none. */
    private T take() {
        lock.lock();
        try {
            while (failure == null && untaken.isEmpty() && underway > 0) {
                changed.await();
            }
            T item = failure == null ? untaken.pollLast() : null;
            underway += item == null ? 0 : 1;
            return item;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = new InterruptedIOException("interrupted");
            changed.signalAll();
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void done(Collection<T> more, Throwable thrown) {
        lock.lock();
        try {
            underway--;
            untaken.addAll(more);
            failure = failure == null ? thrown : failure;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
