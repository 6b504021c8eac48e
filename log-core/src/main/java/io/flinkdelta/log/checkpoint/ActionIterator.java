/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.Action;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Actions one at a time from a file of the log; must be closed. One thread. */
public abstract class ActionIterator implements Iterator<Action>, AutoCloseable {
    private Action next;
    private boolean ended;

    /** The next action, or null at the end. */
    protected abstract Action advance();

    @Override
    public final boolean hasNext() {
        if (next == null && !ended) {
            next = advance();
            ended = next == null;
        }
        return next != null;
    }

    @Override
    public final Action next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Action action = next;
        next = null;
        return action;
    }

    /** Releases the file; nothing to do for actions in memory. */
    @Override
    public void close() {}

    /** The rest as a stream; closing it closes this. */
    public final Stream<Action> stream() {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(this, Spliterator.NONNULL | Spliterator.IMMUTABLE), false)
                .onClose(this::close);
    }
}
