/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.source.plan.CommitReading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row once, whatever happens to the job. */
class ExactlyOnceIT {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static final int PARTITIONS = 5;

    private final Ledger ledger = new Ledger();

    @TempDir
    private Path folder;

    private SourceTable table;
    private long rows;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
    }

    @AfterEach
    void close() {
        ledger.close();
        table.close();
    }

    /** Commits rows of all partitions. */
    private void append(int commits, int rowsPerCommit) {
        for (int i = 0; i < commits; i++) {
            table.append(LongStream.range(rows, rows + rowsPerCommit)
                    .mapToObj(id -> SourceTable.row(id, "p" + id % PARTITIONS))
                    .toList());
            rows += rowsPerCommit;
        }
    }

    private DeltaSourceBuilder source() {
        return table.source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1));
    }

    private DeltaSourceBuilder stream() {
        return source().monitorContinuously(Duration.ofMillis(20));
    }

    private List<String> expected() {
        return LongStream.range(0, rows)
                .mapToObj(id -> "+I" + id + "@p" + id % PARTITIONS)
                .toList();
    }

    private void assertEveryRowOnce() {
        assertThat(ledger.lines()).containsExactlyInAnyOrderElementsOf(expected());
    }

    /** Of each partition, the rows of a commit come after those of the commit before. */
    private void assertInOrder(int rowsPerCommit) {
        ledger.pages()
                .values()
                .forEach(lines -> assertThat(lines)
                        .extracting(line -> Long.parseLong(line.substring(2, line.indexOf('@'))) / rowsPerCommit)
                        .isSortedAccordingTo(Comparator.naturalOrder()));
    }

    /** Often, since a reader may be slower or faster than the thread that reads for it. */
    @RepeatedTest(10)
    void theRowsOfAVersionInMoreSplitsThanReaders(@InjectMiniCluster MiniCluster cluster) throws Exception {
        append(8, 50);
        new SourceJob(folder, source().build(), ledger).start(cluster).finish();
        assertEveryRowOnce();
    }

    @Test
    void aTableWithoutFiles(@InjectMiniCluster MiniCluster cluster) throws Exception {
        new SourceJob(folder, source().build(), ledger).start(cluster).finish();
        assertThat(ledger.lines()).isEmpty();
    }

    @Test
    void aBoundedReadThatFails(@InjectMiniCluster MiniCluster cluster) throws Exception {
        append(20, 50);
        ledger.failTimes(4);
        new SourceJob(folder, source().build(), ledger)
                .failingPerRows(100)
                .start(cluster)
                .finish();
        assertThat(ledger.failuresLeft()).isLessThan(4);
        assertEveryRowOnce();
    }

    /** What is dropped because a reader has enough must not be missed when that reader fails. */
    @ParameterizedTest
    @CsvSource({"1,150,true", "2,150,true", "3,400,true", "3,400,false", "3,60,false"})
    void thereAreAsManyRowsAsAreWantedWhateverFails(
            int parallelism, int limit, boolean filtered, @InjectMiniCluster MiniCluster cluster) throws Exception {
        append(25, 50);
        ledger.failTimes(5);
        DeltaSourceBuilder limited = source().limit(limit);
        new SourceJob(folder, (filtered ? limited.filter("id % 2 = 0") : limited).build(), ledger)
                .parallelism(parallelism)
                .apart()
                .failingPerRows(limit / 10)
                .start(cluster)
                .finish();
        assertThat(ledger.failuresLeft()).isLessThan(5);
        assertThat(ledger.lines()).hasSizeGreaterThanOrEqualTo(limit).doesNotHaveDuplicates();
    }

    @Test
    void aStreamThatFailsWhileTheTableGrows(@InjectMiniCluster MiniCluster cluster) throws Exception {
        append(5, 40);
        ledger.failTimes(6);
        SourceJob.Running job = new SourceJob(folder, stream().build(), ledger)
                .failingPerRows(150)
                .start(cluster);
        append(20, 40);
        ledger.await(count -> count == rows);
        append(10, 40);
        ledger.await(count -> count == rows);
        job.cancel();
        assertThat(ledger.failuresLeft()).isLessThan(6);
        assertEveryRowOnce();
    }

    /** Only what is connected fails together; the enumerator goes on, and readers come back to it one by one. */
    @Test
    void readersThatFailOneByOne(@InjectMiniCluster MiniCluster cluster) throws Exception {
        append(20, 40);
        ledger.failTimes(12);
        SourceJob.Running job = new SourceJob(folder, stream().build(), ledger)
                .parallelism(3)
                .apart()
                .failingPerRows(40)
                .start(cluster);
        append(20, 40);
        ledger.await(count -> count == rows);
        job.cancel();
        assertThat(ledger.failuresLeft()).isLessThan(12);
        assertEveryRowOnce();
    }

    @ParameterizedTest
    @CsvSource({"1, 3, false", "3, 1, false", "2, 2, false", "1, 3, true", "3, 2, true", "2, 4, true"})
    void aStreamThatIsStoppedAndGoesOnWithAnotherParallelism(
            int before, int after, boolean ordered, @InjectMiniCluster MiniCluster cluster) throws Exception {
        append(20, 40);
        DeltaSource source = stream()
                .option(DeltaSourceOptions.ORDERED, ordered)
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .build();
        ledger.failTimes(3);
        SourceJob.Running job = new SourceJob(folder, source, ledger)
                .parallelism(before)
                .failingPerRows(150)
                .start(cluster);
        ledger.await(count -> count > 100);
        String savepoint = job.stop();
        append(5, 40);
        ledger.failTimes(3);
        SourceJob.Running again = new SourceJob(folder, source, ledger)
                .parallelism(after)
                .failingPerRows(150)
                .from(savepoint)
                .start(cluster);
        append(5, 40);
        ledger.await(count -> count == rows);
        again.cancel();
        assertEveryRowOnce();
        if (ordered) {
            assertInOrder(40);
        }
    }

    @Test
    void aStreamUpToAVersionThatIsNotThereYet(@InjectMiniCluster MiniCluster cluster) throws Exception {
        append(3, 10);
        DeltaSource source =
                stream().option(DeltaSourceOptions.ENDING_VERSION, 6L).build();
        SourceJob.Running job = new SourceJob(folder, source, ledger).start(cluster);
        ledger.await(count -> count == rows);
        append(3, 10);
        List<String> upToThere = expected();
        append(1, 10);
        job.finish();
        assertThat(ledger.lines()).containsExactlyInAnyOrderElementsOf(upToThere);
    }

    @Test
    void changesWithTheirKinds(@InjectMiniCluster MiniCluster cluster) throws Exception {
        append(1, 10);
        List<RowData> newer = new ArrayList<>();
        for (int id = 0; id < PARTITIONS; id++) {
            newer.add(SourceTable.row(id, "p" + id, "newer"));
        }
        table.deleteFirstRowsAndAppend(newer);
        table.deleteFirstRowsAndAppend(List.of());
        ledger.failTimes(2);
        DeltaSource source = source().option(DeltaSourceOptions.STARTING_VERSION, "0")
                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES)
                .option(DeltaSourceOptions.PRIMARY_KEY, List.of("id", "part"))
                .option(DeltaSourceOptions.ORDERED, true)
                .build();
        new SourceJob(folder, source, ledger).failingPerRows(10).start(cluster).finish();
        for (int id = 0; id < PARTITIONS; id++) {
            String at = "@p" + id;
            assertThat(ledger.pages().get("p" + id))
                    .containsExactly(
                            "+I" + id + at,
                            "+I" + (id + PARTITIONS) + at,
                            "-U" + id + at,
                            "+U" + id + at,
                            "-D" + id + at);
        }
    }
}
