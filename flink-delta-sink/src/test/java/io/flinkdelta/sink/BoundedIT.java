/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static io.flinkdelta.sink.TestTable.assertRows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.api.common.BatchShuffleMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose input ends: the rows after the last checkpoint land as well, in every mode. */
@ExtendWith(TestCluster.class)
class BoundedIT {
    private static final long ROWS = 100;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void theLastEpochOfAStreamingJob(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            runTwice(job(table).rowsPerCheckpoint((int) ROWS * 10), point, table, cluster);
        }
    }

    /** Each task's results are kept for the tasks after it: only those that failed run again. */
    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void aBatchJobOfManyRegions(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            runTwice(job(table).batch(), point, table, cluster);
        }
    }

    /** All tasks run again, so that the aggregator makes another committable after the first one was committed. */
    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void aBatchJobOfOneRegion(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            TestJob job = job(table)
                    .batch()
                    .configure(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Default)
                    .configure(ExecutionOptions.BATCH_SHUFFLE_MODE, BatchShuffleMode.ALL_EXCHANGES_PIPELINED);
            runTwice(job, point, table, cluster);
        }
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void aStreamingJobWithoutCheckpoints(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            runTwice(job(table).withoutCheckpoints(), point, table, cluster);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutRowsTheTableIsMadeAndNothingCommitted(boolean batch, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            TestJob job = job(table).droppingAllRows();

            (batch ? job.batch() : job).start(cluster).finish();

            assertThat(table.snapshot().version()).isZero();
        }
    }

    @Test
    void withoutAFinalCheckpointTheJobDoesNotStart(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            Throwable failure = job(table)
                    .configure(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false)
                    .rowsPerCheckpoint((int) ROWS * 10)
                    .start(cluster)
                    .failure();

            assertThat(failure)
                    .hasStackTraceContaining("Set execution.checkpointing.checkpoints-after-tasks-finish to true");
        }
    }

    /** The second execution of one sink object is not taken for an attempt of the first. */
    private static void runTwice(TestJob job, FailurePoint point, TestTable table, MiniCluster cluster)
            throws Exception {
        AtomicInteger first = point.arm(table, 1);
        job.start(cluster).finish();
        assertThat(first).hasPositiveValue();
        assertRows(table, LongStream.range(0, ROWS));

        AtomicInteger second = point.arm(table, table.snapshot().version() + 1);
        job.start(cluster).finish();
        assertThat(second).hasPositiveValue();
        assertRows(table, LongStream.range(0, ROWS).flatMap(id -> LongStream.of(id, id)));
    }

    private TestJob job(TestTable table) {
        return new TestJob(folder).rows(ROWS).into(table.observed(table.sink().build()));
    }
}
