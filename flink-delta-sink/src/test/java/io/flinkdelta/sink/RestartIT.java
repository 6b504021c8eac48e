/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static io.flinkdelta.sink.TestTable.assertRows;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way to go on after something went wrong, with something going wrong at every step. */
@ExtendWith(TestCluster.class)
class RestartIT {
    private static final long ROWS = 600;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void failover(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            AtomicInteger first = point.arm(table, 2);
            AtomicInteger second = point.arm(table, 4);

            job(table).start(cluster).finish();

            assertThat(first).hasPositiveValue();
            assertThat(second).hasPositiveValue();
            assertRows(table, LongStream.range(0, ROWS));
        }
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void stopWithSavepointAndResumeUnderANewJobId(FailurePoint point, MiniCluster cluster) throws Exception {
        stopAndResume(point, cluster, false, 2, 2);
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void stopWithDrainAndResumeUnderANewJobId(FailurePoint point, MiniCluster cluster) throws Exception {
        stopAndResume(point, cluster, true, 2, 2);
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void rescaleUp(FailurePoint point, MiniCluster cluster) throws Exception {
        stopAndResume(point, cluster, false, 1, 3);
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void rescaleDown(FailurePoint point, MiniCluster cluster) throws Exception {
        stopAndResume(point, cluster, false, 3, 1);
    }

    private void stopAndResume(FailurePoint point, MiniCluster cluster, boolean drain, int before, int after)
            throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            TestTable.Version enough = table.version(3);
            AtomicInteger first = point.arm(table, 2);
            TestJob.Running running = job(table).parallelism(before).start(cluster);
            enough.await();
            String savepoint = running.stop(drain);
            running.finish();
            long stoppedAt = table.snapshot().version();
            assertThat(first).hasPositiveValue();

            AtomicInteger second = point.arm(table, stoppedAt + 1);
            job(table).parallelism(after).from(savepoint).start(cluster).finish();

            assertThat(second).hasPositiveValue();
            assertRows(table, LongStream.range(0, ROWS));
        }
    }

    private TestJob job(TestTable table) {
        return new TestJob(folder)
                .rows(ROWS)
                .rowsPerCheckpoint(60)
                .into(table.observed(table.sink().build()));
    }
}
