/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/**
 * Lets so many rows pass per subtask, and then none until a checkpoint of them completes: rows spread over
 * checkpoints. The first checkpoint that completes at a closed gate may have begun before the last rows
 * passed; the second one has them.
 */
final class CheckpointGate<S extends SourceSplit> implements RateLimiter<S> {
    private static final int CHECKPOINTS_TO_OPEN = 2;

    private final int rowsPerCheckpoint;
    private int left;
    private int toOpen;
    private CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);

    private CheckpointGate(int rowsPerCheckpoint) {
        this.rowsPerCheckpoint = rowsPerCheckpoint;
        this.left = rowsPerCheckpoint;
    }

    static <S extends SourceSplit> RateLimiterStrategy<S> rowsPerCheckpoint(int rows) {
        return parallelism -> new CheckpointGate<>(rows);
    }

    @Override
    public CompletionStage<Void> acquire(int numberOfEvents) {
        if (left <= 0 && opened.isDone()) {
            opened = new CompletableFuture<>();
            toOpen = CHECKPOINTS_TO_OPEN;
        }
        return opened.thenRun(() -> left -= numberOfEvents);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        if (!opened.isDone() && --toOpen <= 0) {
            left = rowsPerCheckpoint;
            opened.complete(null);
        }
    }
}
