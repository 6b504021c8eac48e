/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;

/** Lets so many rows pass per subtask, and then none until a checkpoint completes: rows spread over checkpoints. */
final class CheckpointGate<S extends SourceSplit> implements RateLimiter<S> {
    private final int rowsPerCheckpoint;
    private int left;
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
        }
        return opened.thenRun(() -> left -= numberOfEvents);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        left = rowsPerCheckpoint;
        opened.complete(null);
    }
}
