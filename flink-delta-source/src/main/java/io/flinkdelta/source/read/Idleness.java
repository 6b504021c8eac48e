/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Tells what comes after a reader not to wait for its watermarks while the enumerator has nothing for it. One that has
 * read something waits a while first: Flink asks for the watermark of the last rows in intervals, and to give it later
 * would make the reader active again. One thread.
 */
final class Idleness {
    /** Flink asks five times in it, if not told otherwise. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Runnable wakeUp;
    private boolean due;
    private long dueNanos;
    private boolean idle;

    /** @param wakeUp sees to it that {@link #update} is called soon; any thread */
    Idleness(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    /** The enumerator says so. */
    void nothingToRead(LaneOutputs output) {
        Duration patience = output.isUsed() ? PATIENCE : Duration.ZERO;
        due = true;
        dueNanos = System.nanoTime() + patience.toNanos();
        CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS)
                .execute(wakeUp);
    }

    /** @param reading whether there are splits */
    void update(boolean reading, LaneOutputs output) {
        if (reading) {
            due = false;
            if (idle) {
                idle = false;
                output.markActive();
            }
        } else if (due && System.nanoTime() - dueNanos >= 0) {
            due = false;
            idle = true;
            output.markIdle();
        }
    }
}
