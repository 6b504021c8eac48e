/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.txn.LandedCommit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What commits of our own bring about beside them: version checksums, checkpoints at {@code
 * delta.checkpointInterval}, and the clean-up of the log.
 *
 * <ol>
 *   <li>A committing thread calls {@link #afterCommit}, which leaves the work for the executor. A
 *       checkpoint that waits already is replaced, since the newer one serves both.
 *   <li>A thread of the executor does it, one thing at a time: the checksum of each version, then the
 *       checkpoint, then {@link LogCleanup}.
 *   <li>A failure is logged and counted; it never reaches a commit.
 * </ol>
 */
public final class BackgroundCheckpoints {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundCheckpoints.class);
    /** More waiting checksums than these are given up, the oldest first. */
    private static final int MOST_CHECKSUMS = 100;

    private final Optional<ChecksumWriter> checksums;
    private final Checkpointer checkpointer;
    private final LogCleanup cleanup;
    private final Executor executor;
    private final Lock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Deque<ChecksumWriter.Change> changes = new ArrayDeque<>();
    private LogSnapshot waiting;
    private boolean running;
    private boolean closed;
    private long failures;

    /**
     * For one table.
     *
     * @param checksums empty to write none
     */
    public BackgroundCheckpoints(
            Optional<ChecksumWriter> checksums, Checkpointer checkpointer, LogCleanup cleanup, Executor executor) {
        this.checksums = checksums;
        this.checkpointer = checkpointer;
        this.cleanup = cleanup;
        this.executor = executor;
    }

    /** Leaves the work that {@code landed} brings about for the executor. Never fails. */
    public void afterCommit(LandedCommit landed) {
        LogSnapshot snapshot = landed.snapshot();
        boolean due = false;
        try {
            int interval = TableProperties.ofTable(
                            snapshot.metadata().configuration(),
                            snapshot.storage().context())
                    .checkpointInterval();
            due = snapshot.version() > 0 && snapshot.version() % interval == 0;
            submit(ChecksumWriter.Change.of(landed), due);
        } catch (RejectedExecutionException e) {
            giveUp(snapshot, due, e);
        } catch (RuntimeException e) {
            failed(snapshot, e);
        }
    }

    private void submit(ChecksumWriter.Change change, boolean due) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (checksums.isPresent()) {
                changes.add(change);
            }
            if (changes.size() > MOST_CHECKSUMS) {
                changes.remove();
            }
            waiting = due ? change.snapshot() : waiting;
            if (running || (waiting == null && changes.isEmpty())) {
                return;
            }
            running = true;
        } finally {
            lock.unlock();
        }
        executor.execute(this::run);
    }

    private void giveUp(LogSnapshot snapshot, boolean due, RejectedExecutionException failure) {
        lock.lock();
        try {
            changes.clear();
            waiting = null;
            running = false;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
        if (due) {
            failed(snapshot, failure);
        }
    }

    private void run() {
        for (Runnable work = next(); work != null; work = next()) {
            work.run();
        }
    }

    /** The checksums up to the version of the waiting checkpoint come before it; null when there is nothing left. */
    private Runnable next() {
        lock.lock();
        try {
            boolean checksumFirst =
                    !changes.isEmpty() && (waiting == null || changes.element().version() <= waiting.version());
            if (checksumFirst) {
                ChecksumWriter.Change change = changes.remove();
                return () -> writeChecksum(change);
            }
            LogSnapshot snapshot = waiting;
            waiting = null;
            if (snapshot == null) {
                running = false;
                idle.signalAll();
                return null;
            }
            return () -> writeCheckpoint(snapshot);
        } finally {
            lock.unlock();
        }
    }

    private void writeChecksum(ChecksumWriter.Change change) {
        try {
            checksums.orElseThrow().afterCommit(change);
        } catch (IOException | RuntimeException | Error e) {
            withoutChecksum(change.snapshot(), e);
        }
    }

    private void writeCheckpoint(LogSnapshot snapshot) {
        Optional<FileTotals> totals;
        try {
            totals = checkpointer.writeAndCount(snapshot);
        } catch (RuntimeException | Error e) {
            failed(snapshot, e);
            return;
        }
        if (totals.isPresent()) {
            writeChecksum(snapshot, totals.get());
            cleanUp(snapshot);
        }
    }

    private void writeChecksum(LogSnapshot snapshot, FileTotals totals) {
        try {
            if (checksums.isPresent()) {
                checksums.get().afterCheckpoint(snapshot, totals);
            }
        } catch (IOException | RuntimeException | Error e) {
            withoutChecksum(snapshot, e);
        }
    }

    private void withoutChecksum(LogSnapshot snapshot, Throwable failure) {
        count();
        LOG.warn(
                "No checksum of version {} of {}; readers do without",
                snapshot.version(),
                snapshot.storage().tablePath(),
                failure);
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

    /** How many checkpoints and checksums could not be written, and clean-ups after a checkpoint not be made. */
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
            changes.clear();
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
