/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.source.plan.CommitReading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A commit that deletes rows comes in the way of a job that was not told what to do with those. */
class UnreadableVersionIT {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static final int COMMITS = 20;
    private static final int ROWS = 40;

    private final Ledger ledger = new Ledger();

    @TempDir
    private Path folder;

    private SourceTable table;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
        for (int commit = 0; commit < COMMITS; commit++) {
            append(commit);
        }
        table.deleteFirstRowsAndAppend(List.of());
        append(COMMITS);
    }

    private void append(int commit) {
        table.append((long) commit * ROWS, (commit + 1L) * ROWS, "p" + commit % 2);
    }

    @AfterEach
    void close() {
        ledger.close();
        table.close();
    }

    private DeltaSource source(CommitReading reading, boolean bounded) {
        DeltaSourceBuilder source = table.source()
                .option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1))
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .option(DeltaSourceOptions.COMMIT_READING, reading);
        return bounded
                ? source.build()
                : source.monitorContinuously(Duration.ofMillis(20)).build();
    }

    private static Stream<String> insertions(int firstCommit, int endCommit) {
        return LongStream.range((long) firstCommit * ROWS, (long) endCommit * ROWS)
                .mapToObj(id -> "+I" + id + "@p" + id / ROWS % 2);
    }

    @ParameterizedTest
    @CsvSource({"2, false", "3, false", "1, true"})
    void allThatComesBeforeIsReadAndTheJobGoesOnThereWhenItIsBuiltAnew(
            int parallelismThen, boolean bounded, @InjectMiniCluster MiniCluster cluster) throws Exception {
        ledger.failTimes(3);
        SourceJob.Running job = new SourceJob(folder, source(CommitReading.APPENDS, bounded), ledger)
                .failingPerRows(150)
                .keepingCheckpoints()
                .start(cluster);
        assertStopsAtTheDeletions(job);
        assertThat(ledger.lines())
                .containsExactlyInAnyOrderElementsOf(insertions(0, COMMITS).toList());

        SourceJob.Running again = new SourceJob(folder, source(CommitReading.APPENDS, bounded), ledger)
                .keepingCheckpoints()
                .from(job.lastCheckpoint())
                .start(cluster);
        assertStopsAtTheDeletions(again);
        assertThat(ledger.lines()).hasSize(COMMITS * ROWS);

        SourceJob.Running anew = new SourceJob(folder, source(CommitReading.CHANGES, bounded), ledger)
                .parallelism(parallelismThen)
                .from(job.lastCheckpoint())
                .start(cluster);
        Stream<String> deletions =
                IntStream.range(0, COMMITS).mapToObj(commit -> "-D" + commit * ROWS + "@p" + commit % 2);
        List<String> expected =
                Stream.concat(insertions(0, COMMITS + 1), deletions).toList();
        ledger.await(count -> count == expected.size());
        if (bounded) {
            anew.finish();
        } else {
            anew.cancel();
        }
        assertThat(ledger.lines()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static void assertStopsAtTheDeletions(SourceJob.Running job) throws Exception {
        assertThat(job.failure())
                .extracting(failure -> failure.getCause(), InstanceOfAssertFactories.THROWABLE)
                .rootCause()
                .hasMessageContainingAll(
                        "A commit changes rows of the table", "version=" + (COMMITS + 1), "last checkpoint");
    }
}
