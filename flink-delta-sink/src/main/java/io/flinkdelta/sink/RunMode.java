/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobType;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;

/** When, in the job at hand, Flink commits. */
enum RunMode {
    /** At each checkpoint, and once more after the input has ended. */
    CHECKPOINTS,
    /** At each checkpoint; no checkpoint follows the end of the input. */
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

    boolean hasCheckpoints() {
        return this == CHECKPOINTS || this == CHECKPOINTS_WITHOUT_FINAL_ONE;
    }
}
