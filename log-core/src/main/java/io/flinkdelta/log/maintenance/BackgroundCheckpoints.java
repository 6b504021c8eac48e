/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes checkpoints at {@code delta.checkpointInterval} beside the commits:
 *
 * <ol>
 *   <li>A committing thread calls {@link #afterCommit}. When a checkpoint is due, the snapshot is left
 *       for the executor; one that waits already is replaced, since the newer checkpoint serves both.
 *   <li>A thread of the executor writes it, one at a time, and then lets {@link LogCleanup} delete what is expired.
 *   <li>A failure is logged and counted; it never reaches a commit.
 * </ol>
 */
public final class BackgroundCheckpoints {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundCheckpoints.class);

    private final Checkpointer checkpointer;
    private final LogCleanup cleanup;
    private final Executor executor;
    private final Lock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private LogSnapshot waiting;
    private boolean running;
    private boolean closed;
    private long failures;

    public BackgroundCheckpoints(Checkpointer checkpointer, LogCleanup cleanup, Executor executor) {
        this.checkpointer = checkpointer;
        this.cleanup = cleanup;
        this.executor = executor;
    }

    /** Leaves {@code snapshot} for the executor if its version is due for a checkpoint. Never fails. */
    public void afterCommit(LogSnapshot snapshot) {
        try {
            int interval = TableProperties.ofTable(
                            snapshot.metadata().configuration(),
                            snapshot.storage().context())
                    .checkpointInterval();
            if (snapshot.version() > 0 && snapshot.version() % interval == 0) {
                submit(snapshot);
            }
        } catch (RuntimeException e) {
            failed(snapshot, e);
        }
    }

    private void submit(LogSnapshot snapshot) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            waiting = snapshot;
            if (running) {
                return;
            }
            running = true;
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(this::run);
        } catch (RejectedExecutionException e) {
            next(true);
            throw e;
        }
    }

    private void run() {
        for (LogSnapshot snapshot = next(false); snapshot != null; snapshot = next(false)) {
            try {
                if (checkpointer.write(snapshot)) {
                    cleanUp(snapshot);
                }
            } catch (RuntimeException | Error e) {
                failed(snapshot, e);
            }
        }
    }

    private void cleanUp(LogSnapshot snapshot) {
        try {
            cleanup.afterCheckpoint(snapshot);
        } catch (RuntimeException | Error e) {
            count();
            LOG.warn(
                    "The log of {} was not cleaned up; the table is as readable as before, and the next clean-up goes on",
                    snapshot.storage().tablePath(),
                    e);
        }
    }

    private LogSnapshot next(boolean giveUp) {
        lock.lock();
        try {
            LogSnapshot snapshot = giveUp ? null : waiting;
            waiting = null;
            if (snapshot == null) {
                running = false;
                idle.signalAll();
            }
            return snapshot;
        } finally {
            lock.unlock();
        }
    }

    private void failed(LogSnapshot snapshot, Throwable failure) {
        count();
        LOG.warn(
                "No checkpoint of version {} of {}; the table stays readable, the next one is due later",
                snapshot.version(),
                snapshot.storage().tablePath(),
                failure);
    }

    private void count() {
        lock.lock();
        try {
            failures++;
        } finally {
            lock.unlock();
        }
    }

    /** How many checkpoints could not be written, and clean-ups after one not be made. */
    public long failures() {
        lock.lock();
        try {
            return failures;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes no more. Waits at most {@code patience} for the one that is being written or waiting, so that a short
     * job whose last commit made it due leaves it behind; what has not begun by then is given up. True when all is done.
     */
    public boolean close(Duration patience) {
        lock.lock();
        try {
            closed = true;
            boolean done = await(patience);
            waiting = null;
            return done;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no checkpoint is being written or waiting; for tests and orderly ends. */
    public boolean awaitIdle(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            return await(patience);
        } finally {
            lock.unlock();
        }
    }

    private boolean await(Duration patience) throws InterruptedException {
        long nanos = patience.toNanos();
        while (running) {
            if (nanos <= 0) {
                return false;
            }
            nanos = idle.awaitNanos(nanos);
        }
        return true;
    }
}
