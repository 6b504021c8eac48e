/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.checkpoint.ActionIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Reads actions on a thread of its own, a few thousand ahead of whoever takes them, so that a
 * checkpoint is decoded and encoded at the same time. The thread ends when all is read, when reading
 * fails, which the taker then sees, and when this is closed.
 */
final class ReadAhead extends ActionIterator {
    private static final int BATCH = 500;
    private static final int BATCHES = 8;

    private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(BATCHES);
    private final ActionIterator source;
    private final Thread reader;
    private Batch current = new Batch(List.of(), false, null);
    private int position;

    ReadAhead(ActionIterator source) {
        this.source = source;
        this.reader = new Thread(this::read, "flink-delta-checkpoint-reader");
        this.reader.setDaemon(true);
        this.reader.start();
    }

    /** On the reader's thread. */
    private void read() {
        try {
            try {
                while (source.hasNext()) {
                    List<Action> actions = new ArrayList<>(BATCH);
                    while (actions.size() < BATCH && source.hasNext()) {
                        actions.add(source.next());
                    }
                    batches.put(new Batch(actions, false, null));
                }
                batches.put(new Batch(List.of(), true, null));
            } catch (RuntimeException | Error e) {
                batches.put(new Batch(List.of(), true, e));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Closed: nobody waits for more.
        }
    }

    @Override
    protected Action advance() {
        while (position == current.actions().size()) {
            if (current.last()) {
                return null;
            }
            current = take();
            position = 0;
            if (current.failure() instanceof Error error) {
                throw error;
            } else if (current.failure() != null) {
                throw (RuntimeException) current.failure();
            }
        }
        return current.actions().get(position++);
    }

    private Batch take() {
        try {
            return batches.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writing a checkpoint", e);
        }
    }

    @Override
    public void close() {
        reader.interrupt();
        boolean interrupted = false;
        while (reader.isAlive()) {
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        source.close();
    }

    /** The next actions; or the end, after a failure perhaps. */
    private record Batch(List<Action> actions, boolean last, Throwable failure) {}
}
