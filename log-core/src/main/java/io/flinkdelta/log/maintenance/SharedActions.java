/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * One sequence of actions that several writers share. Whichever writer has nothing left to write reads
 * on, one at a time, so that the rest of them encodes meanwhile. In memory are at most a few thousand
 * actions for each writer.
 *
 * <ol>
 *   <li>Each writer calls {@link #next} with its number until that gives an empty list.
 *   <li>A writer that ends earlier calls {@link #leave}: what is meant for it is dropped from then on.
 *   <li>A writer that fails calls {@link #cancel}, and the others fail with their next call.
 * </ol>
 */
final class SharedActions {
    private static final int BATCH = 500;
    private static final int MOST_WAITING = 4 * BATCH;

    private final Iterator<Action> source;
    private final ToIntFunction<Action> writerOf;
    private final List<Deque<Action>> waiting = new ArrayList<>();
    private final boolean[] left;
    private boolean cancelled;

    /**
     * For {@code writers} writers.
     *
     * @param writerOf the number of the writer that an action is meant for
     */
    SharedActions(Iterator<Action> source, int writers, ToIntFunction<Action> writerOf) {
        this.source = source;
        this.writerOf = writerOf;
        this.left = new boolean[writers];
        for (int i = 0; i < writers; i++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    /**
     * The next actions for one writer, in the order of the sequence; empty at its end.
     *
     * @throws InterruptedIOException when the thread was interrupted, or another writer has failed
     */
    synchronized List<Action> next(int writer) throws InterruptedIOException {
        Deque<Action> own = waiting.get(writer);
        while (true) {
            if (cancelled) {
                throw new InterruptedIOException("another file of the checkpoint could not be written");
            }
            boolean ended = !source.hasNext();
            boolean full = isAnyFull();
            if (ended || own.size() >= BATCH || (full && !own.isEmpty())) {
                notifyAll();
                return take(own);
            }
            if (full) {
                await();
            } else {
                read();
            }
        }
    }

    private void read() {
        for (int i = 0; i < BATCH && source.hasNext(); i++) {
            Action action = source.next();
            int writer = writerOf.applyAsInt(action);
            if (!left[writer]) {
                waiting.get(writer).add(action);
            }
        }
        notifyAll();
    }

    private boolean isAnyFull() {
        return waiting.stream().anyMatch(actions -> actions.size() >= MOST_WAITING);
    }

    private static List<Action> take(Deque<Action> own) {
        List<Action> batch = new ArrayList<>(Math.min(own.size(), BATCH));
        while (batch.size() < BATCH && !own.isEmpty()) {
            batch.add(own.remove());
        }
        return batch;
    }

    /** Until something changed; the caller looks again in a loop. */
    @SuppressWarnings("WaitNotInLoop")
    private void await() throws InterruptedIOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while writing a checkpoint");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /** Nothing more for this writer. */
    synchronized void leave(int writer) {
        left[writer] = true;
        waiting.get(writer).clear();
        notifyAll();
    }

    /** Nothing more for anybody. */
    synchronized void cancel() {
        cancelled = true;
        notifyAll();
    }
}
