/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static io.flinkdelta.sink.TestTable.assertRows;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who commits what, when jobs share a table, or a job begins anew, or goes back. */
@ExtendWith(TestCluster.class)
class IdentityIT {
    private static final long ROWS = 600;
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void aStartWithoutStateIsANewApplication(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            job(table).start(cluster).finish();
            AtomicInteger struck = point.arm(table, table.snapshot().version() + 1);

            job(table).start(cluster).finish();

            assertThat(struck).hasPositiveValue();
            assertRows(table, LongStream.concat(LongStream.range(0, ROWS), LongStream.range(0, ROWS)));
        }
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void twoSinksOfOneJobKeepTheirOwnProgress(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            DeltaSink sink = table.sink().build();
            AtomicInteger first = point.arm(table, 2);
            AtomicInteger second = point.arm(table, 5);

            job(table)
                    .into(List.of(
                            table.observed(sink),
                            table.observed(sink),
                            table.observed(table.sink().build())))
                    .start(cluster)
                    .finish();

            assertThat(first).hasPositiveValue();
            assertThat(second).hasPositiveValue();
            LongStream three = LongStream.range(0, ROWS).flatMap(id -> LongStream.of(id, id, id));
            assertRows(table, three);
        }
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void twoJobsKeepTheirOwnProgress(FailurePoint point, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            AtomicInteger first = point.arm(table, 2);
            AtomicInteger second = point.arm(table, 5);

            TestJob.Running one = job(table).start(cluster);
            TestJob.Running other = job(table).firstRow(10_000).start(cluster);
            one.finish();
            other.finish();

            assertThat(first).hasPositiveValue();
            assertThat(second).hasPositiveValue();
            assertRows(table, LongStream.concat(LongStream.range(0, ROWS), LongStream.range(10_000, 10_000 + ROWS)));
        }
    }

    @Test
    void anOlderSavepointIsDetected(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            String savepoint = runPastASavepoint(table, cluster);
            long version = table.snapshot().version();

            Throwable failure = job(table).from(savepoint).start(cluster).failure();

            assertThat(failure)
                    .hasStackTraceContaining("restored from checkpoint " + checkpointId(savepoint))
                    .hasStackTraceContaining("the table already holds checkpoint")
                    .hasStackTraceContaining("sink.on-rewind");
            assertThat(table.snapshot().version()).isEqualTo(version);
        }
    }

    @Test
    void fromAnOlderSavepointTheJobGoesOnWithDuplicatesWhenTheUserSaysSo(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            String savepoint = runPastASavepoint(table, cluster);
            List<String> expected = new ArrayList<>(table.rows());
            List<String> replayed = TestRows.texts(LongStream.range(0, ROWS));
            replayed.removeAll(table.rowsUpToCheckpoint(checkpointId(savepoint)));
            expected.addAll(replayed);

            DeltaSink sink = table.sink()
                    .option(DeltaSinkOptions.ON_REWIND, OnRewind.ACCEPT_DUPLICATES)
                    .build();
            AtomicInteger struck =
                    FailurePoint.AFTER_THE_PUT.arm(table, table.snapshot().version() + 1);
            job(table).into(sink).from(savepoint).start(cluster).finish();

            assertThat(struck).hasPositiveValue();
            assertRows(table, expected);
            assertThat(table.snapshot()
                            .transactionVersion(table.applicationIds().get(0)))
                    .isPresent();
            assertThat(table.applicationIds()).hasSize(2);
        }
    }

    /** Flink tells nobody that a savepoint is complete, if the job goes on: its committable waits in the state. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatASavepointHoldsIsCommittedByTheJobThatGoesOnFromIt(int parallelism, MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            TestJob.Running running = job(table)
                    .configure(CheckpointingOptions.CHECKPOINTING_INTERVAL, NEVER)
                    .configure(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, NEVER)
                    .start(cluster);
            table.data().awaitCreated();
            String first = running.savepoint();
            String second = running.savepoint();
            running.cancel();
            assertThat(table.commits()).isEmpty();

            job(table).from(second).parallelism(parallelism).start(cluster).finish();

            assertThat(first).isNotEqualTo(second);
            assertRows(table, LongStream.range(0, ROWS));
            assertThat(table.applicationIds()).hasSize(1);
        }
    }

    /** As VACUUM does, to which files that no version names are left-overs. */
    @Test
    void filesThatAreGoneAreNotCommitted(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            String savepoint = savepointWithFiles(table, cluster);
            long version = table.snapshot().version();
            table.deleteDataFiles();

            Throwable failure = job(table).from(savepoint).start(cluster).failure();

            assertThat(failure)
                    .hasStackTraceContaining("removed by VACUUM")
                    .hasStackTraceContaining("table=" + table.path())
                    .hasStackTraceContaining("file=part");
            assertThat(table.snapshot().version()).isEqualTo(version);
        }
    }

    @Test
    void filesOfADeletedTableAreNotCommittedToItsSuccessor(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            String savepoint = savepointWithFiles(table, cluster);
            table.delete();

            Throwable failure = job(table).from(savepoint).start(cluster).failure();

            assertThat(failure).hasStackTraceContaining("or with the whole table");
            assertThat(table.rows()).isEmpty();
        }
    }

    /** The files are in the savepoint alone: Flink tells nobody that a savepoint of a job that goes on is complete. */
    private String savepointWithFiles(TestTable table, MiniCluster cluster) throws Exception {
        TestJob.Running running = job(table)
                .configure(CheckpointingOptions.CHECKPOINTING_INTERVAL, NEVER)
                .configure(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, NEVER)
                .start(cluster);
        table.data().awaitCreated();
        String savepoint = running.savepoint();
        running.cancel();
        return savepoint;
    }

    /** Both count their checkpoints from the same number under the same application id. */
    @Test
    void ofTwoJobsFromOneSavepointTheSlowerOneFails(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"));
                TestTable slow = new TestTable(folder.resolve("table"))) {
            TestTable.Version enough = table.version(3);
            TestJob.Running running = job(table).start(cluster);
            enough.await();
            String savepoint = running.stop(false);
            running.finish();
            LogFault.Pause pause = slow.log()
                    .on(
                            LogOperation.PUT,
                            String.format(
                                    Locale.ROOT, "%020d.json", table.snapshot().version() + 1))
                    .pauseBefore();

            TestJob.Running slower = job(slow).from(savepoint).start(cluster);
            pause.awaitReached();
            job(table).from(savepoint).start(cluster).finish();
            pause.release();

            assertThat(slower.failure()).hasStackTraceContaining("Another job commits under the application id");
            assertRows(table, LongStream.range(0, ROWS));
        }
    }

    @Test
    void aSinkWithoutUidRestartsAsWell(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            AtomicInteger struck = FailurePoint.AFTER_THE_PUT.arm(table, 2);

            job(table).withoutUid().start(cluster).finish();

            assertThat(struck).hasPositiveValue();
            assertRows(table, LongStream.range(0, ROWS));
        }
    }

    @Test
    void aSinkThatLeavesItsStateBehindIsANewApplication(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            TestTable.Version enough = table.version(3);
            TestJob.Running running = job(table).start(cluster);
            enough.await();
            String savepoint = running.stop(false);
            running.finish();

            job(table)
                    .uid("renamed")
                    .configure(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true)
                    .from(savepoint)
                    .start(cluster)
                    .finish();

            assertRows(table, LongStream.range(0, ROWS));
            assertThat(table.applicationIds()).hasSize(2);
        }
    }

    /** A savepoint of a job that went on, committed more, and was cancelled. */
    private String runPastASavepoint(TestTable table, MiniCluster cluster) throws Exception {
        TestTable.Version enough = table.version(2);
        TestTable.Version more = table.version(6);
        TestJob.Running running = job(table).start(cluster);
        enough.await();
        String savepoint = running.savepoint();
        more.await();
        running.cancel();
        return savepoint;
    }

    private static long checkpointId(String savepoint) throws Exception {
        Path metadata = Path.of(java.net.URI.create(savepoint)).resolve("_metadata");
        try (DataInputStream in = new DataInputStream(Files.newInputStream(metadata))) {
            return Checkpoints.loadCheckpointMetadata(in, IdentityIT.class.getClassLoader(), savepoint)
                    .getCheckpointId();
        }
    }

    private TestJob job(TestTable table) {
        return new TestJob(folder)
                .rows(ROWS)
                .rowsPerCheckpoint(60)
                .into(table.observed(table.sink().build()));
    }
}
