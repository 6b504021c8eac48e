/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Reads several sources at once, in no order:
 *
 * <ol>
 *   <li>The first {@link #next} asks the executor for helpers, one less than there may be threads.
 *   <li>A helper takes a source that nobody has taken, reads it, and leaves what it read in a queue of
 *       limited length; then it takes the next source.
 *   <li>The caller takes what is in the queue; when it is empty the caller reads a source itself, so that
 *       all is read even if no helper ever runs.
 *   <li>A failure of a helper is thrown to the caller. {@link #close} makes the helpers stop at their next
 *       item.
 * </ol>
 *
 * <p>One caller at a time; must be closed.
 */
public final class ParallelReads<T> implements AutoCloseable {
    private static final int QUEUED_PER_THREAD = 2;

    /** Gives items one after the other; one thread. */
    public interface Source<T> extends AutoCloseable {
        /** Null at the end. */
        T next();

        @Override
        void close();
    }

    private final Deque<Supplier<Source<T>>> untaken;
    private final ReadParallelism parallelism;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<T> queue = new ArrayDeque<>();
    private Source<T> own;
    private boolean started;
    private boolean closed;
    private int reading;
    private RuntimeException failure;

    /** Reads nothing yet. */
    public ParallelReads(List<Supplier<Source<T>>> sources, ReadParallelism parallelism) {
        this.untaken = new ArrayDeque<>(sources);
        this.parallelism = parallelism;
    }

    /** What {@code reads} give, several at once, in the order of {@code reads}. */
    public static <R> List<R> all(List<Supplier<R>> reads, ReadParallelism parallelism) {
        List<Supplier<Source<Result<R>>>> sources = new ArrayList<>();
        for (Supplier<R> read : reads) {
            int place = sources.size();
            sources.add(() -> new Single<>(() -> new Result<>(place, read.get())));
        }
        List<R> results = new ArrayList<>(Collections.nCopies(reads.size(), null));
        try (ParallelReads<Result<R>> all = new ParallelReads<>(sources, parallelism)) {
            for (Result<R> result = all.next(); result != null; result = all.next()) {
                results.set(result.place, result.value);
            }
        }
        return results;
    }

    /** The next item, or null at the end. */
    public T next() {
        if (!started) {
            started = true;
            startHelpers();
        }
        while (true) {
            Supplier<Source<T>> source;
            lock.lock();
            try {
                while (own == null && isIdle()) {
                    changed.await();
                }
                if (failure != null) {
                    throw failure;
                }
                T queued = queue.poll();
                if (queued != null) {
                    changed.signalAll();
                    return queued;
                }
                source = own == null ? untaken.poll() : null;
                if (own == null && source == null) {
                    return null;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted(e);
            } finally {
                lock.unlock();
            }
            T item = readOwn(source);
            if (item != null) {
                return item;
            }
        }
    }

    /** Whether there is nothing to do for the caller but to wait for the helpers. */
    private boolean isIdle() {
        return failure == null && queue.isEmpty() && untaken.isEmpty() && reading > 0;
    }

    private T readOwn(Supplier<Source<T>> source) {
        if (own == null) {
            own = source.get();
        }
        T item = own.next();
        if (item == null) {
            own.close();
            own = null;
        }
        return item;
    }

    private void startHelpers() {
        int helpers = Math.min(parallelism.threads(), untaken.size()) - 1;
        try {
            for (int i = 0; i < helpers; i++) {
                parallelism.executor().execute(this::help);
            }
        } catch (RejectedExecutionException e) {
            // The caller reads what no helper does.
            return;
        }
    }

    private void help() {
        for (Supplier<Source<T>> source = take(); source != null; source = take()) {
            try (Source<T> open = source.get()) {
                T item = open.next();
                while (item != null && offer(item)) {
                    item = open.next();
                }
            } catch (RuntimeException e) {
                fail(e);
            } catch (Error e) {
                fail(new IllegalStateException("a reader of the checkpoint failed", e));
                throw e;
            } finally {
                done();
            }
        }
    }

    /** A source for a helper, or null when there is none left. */
    private Supplier<Source<T>> take() {
        lock.lock();
        try {
            Supplier<Source<T>> source = (closed || failure != null) ? null : untaken.poll();
            reading += source == null ? 0 : 1;
            return source;
        } finally {
            lock.unlock();
        }
    }

    /** False when nobody wants it any more. */
    private boolean offer(T item) {
        lock.lock();
        try {
            while (!closed && queue.size() >= QUEUED_PER_THREAD * parallelism.threads()) {
                changed.await();
            }
            queue.add(item);
            changed.signalAll();
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(e);
        } finally {
            lock.unlock();
        }
    }

    private void fail(RuntimeException e) {
        lock.lock();
        try {
            failure = failure == null ? e : failure;
        } finally {
            lock.unlock();
        }
    }

    private void done() {
        lock.lock();
        try {
            reading--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static StorageUnavailableException interrupted(InterruptedException e) {
        return new StorageUnavailableException(
                "Reading a checkpoint was interrupted.", ErrorContext.none(), "Read the table again.", e);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            queue.clear();
            untaken.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (own != null) {
            own.close();
            own = null;
        }
    }

    private record Result<R>(int place, R value) {}

    /** One item. */
    private static final class Single<T> implements Source<T> {
        /** Null when it was read. */
        private Supplier<T> item;

        Single(Supplier<T> item) {
            this.item = item;
        }

        @Override
        public T next() {
            T read = item == null ? null : item.get();
            item = null;
            return read;
        }

        @Override
        public void close() {
            // Whoever reads it closes what it opened.
        }
    }
}
