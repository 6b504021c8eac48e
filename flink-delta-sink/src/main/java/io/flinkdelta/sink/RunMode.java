/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;

/** When, in the job at hand, Flink commits. */
enum RunMode {
    /** At each checkpoint, and once more after the input has ended. */
    CHECKPOINTS,
    /** At each checkpoint; none follows the end of the input, so that its last rows are never committed. */
    CHECKPOINTS_WITHOUT_FINAL_ONE,
    /** A streaming job without checkpoints: at the end of the input. A failure starts it from the beginning. */
    NO_CHECKPOINTS,
    /** At the end of the input. What tasks made outlives them, so that they are not all run again after a failure. */
    BATCH;

    static RunMode of(StreamingRuntimeContext context) {
        if (context.getJobType() == JobType.BATCH) {
            return BATCH;
        }
        Configuration job = context.getJobConfiguration();
        if (!CheckpointingOptions.isCheckpointingEnabled(job)) {
            return NO_CHECKPOINTS;
        }
        return job.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH)
                ? CHECKPOINTS
                : CHECKPOINTS_WITHOUT_FINAL_ONE;
    }

    /**
     * @throws InvalidRequestException when the last rows of an input that ends would be lost
     */
    void requireCommitsAtTheEnd(ErrorContext context) {
        if (this == CHECKPOINTS_WITHOUT_FINAL_ONE) {
            throw new InvalidRequestException(
                    "The job takes no checkpoint after its tasks have finished: the last rows of an input that ends,"
                            + " or of a drained job, would never be committed",
                    context,
                    "Set " + CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH.key()
                            + " to true, its default.");
        }
    }
}
