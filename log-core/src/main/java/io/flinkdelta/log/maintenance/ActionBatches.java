/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.checkpoint.ActionIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;

/** One writer's part of {@link SharedActions} as an iterator, which may end early for the next to go on. One thread. */
final class ActionBatches {
    private final SharedActions shared;
    private final int writer;
    private Iterator<Action> batch = List.<Action>of().iterator();

    ActionBatches(SharedActions shared, int writer) {
        this.shared = shared;
        this.writer = writer;
    }

    /** Whether there is more; reads if it has to. */
    boolean hasMore() throws IOException {
        if (!batch.hasNext()) {
            batch = shared.next(writer).iterator();
        }
        return batch.hasNext();
    }

    /** The next {@code most} actions at most. */
    Iterator<Action> upTo(long most) {
        return new Limited(most);
    }

    private final class Limited extends ActionIterator {
        private long remaining;

        Limited(long most) {
            this.remaining = most;
        }

        @Override
        protected Action advance() {
            try {
                if (remaining == 0 || !hasMore()) {
                    return null;
                }
                remaining--;
                return batch.next();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
