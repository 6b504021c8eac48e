/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Makes the job fail once: in its first attempt, after a checkpoint was completed (so that there is
 * something to recover from and something to replay), at the first row of a late enough pass.
 */
final class FailOnce extends RichMapFunction<RowData, RowData> implements CheckpointListener {
    private static final long serialVersionUID = 1L;

    /** By this the failure is recognised among the job's failures. */
    static final String MESSAGE = "The quickstart's failure on purpose";

    private final int fromPass;

    private transient boolean firstAttempt;
    private transient boolean checkpointCompleted;

    FailOnce(int fromPass) {
        this.fromPass = fromPass;
    }

    @Override
    public void open(OpenContext context) {
        firstAttempt = getRuntimeContext().getTaskInfo().getAttemptNumber() == 0
                && getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
    }

    @Override
    public RowData map(RowData row) {
        if (firstAttempt && checkpointCompleted && CovidRecords.pass(row) >= fromPass) {
            throw new FlinkRuntimeException(MESSAGE);
        }
        return row;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        checkpointCompleted = true;
    }
}
