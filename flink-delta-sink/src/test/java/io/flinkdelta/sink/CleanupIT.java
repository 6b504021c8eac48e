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

/** Data files of failed attempts: gone where nobody can commit them, there where somebody may. */
@ExtendWith(TestCluster.class)
class CleanupIT {

    @TempDir
    private Path folder;

    /** Without checkpoints, none of which could hand files over before the writer dies. */
    @ParameterizedTest
    @EnumSource(
            value = FailurePoint.class,
            names = {"WHILE_WRITING", "BEFORE_THE_BARRIER"})
    void aWriterThatDiesLeavesNothingBehind(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            AtomicInteger struck = point.arm(table, 1);

            run(job().withoutCheckpoints(), table, cluster);

            assertThat(struck).hasPositiveValue();
            assertThat(table.data().deleted()).isNotEmpty();
            assertThat(table.dataFiles()).containsExactlyInAnyOrderElementsOf(table.committedFiles());
        }
    }

    /** The next attempt commits the files that the last one made. */
    @ParameterizedTest
    @EnumSource(
            value = FailurePoint.class,
            names = {
                "BETWEEN_FILES_AND_COMMIT",
                "PUT_FAILS",
                "PUT_IS_LOST",
                "ANSWER_IS_LOST",
                "AFTER_THE_PUT",
                "BEFORE_THE_ACKNOWLEDGEMENT"
            })
    void aCommitterThatDiesDeletesNoCommittable(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            AtomicInteger struck = point.arm(table, 2);

            run(job(), table, cluster);

            assertThat(struck).hasPositiveValue();
            assertThat(table.dataFiles()).containsAll(table.committedFiles());
            assertThat(table.data().deleted()).doesNotContainAnyElementsOf(table.committedFiles());
        }
    }

    private TestJob job() {
        return new TestJob(folder).rows(200).rowsPerCheckpoint(50).parallelism(1);
    }

    private static void run(TestJob job, TestTable table, MiniCluster cluster) throws Exception {
        job.into(table.observed(table.sink().build())).start(cluster).finish();
        assertRows(table, LongStream.range(0, 200));
    }
}
