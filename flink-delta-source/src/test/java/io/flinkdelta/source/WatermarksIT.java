/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static io.flinkdelta.source.LedgerFunctions.OnTime.passed;
import static io.flinkdelta.source.LedgerFunctions.OnTime.seen;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The time of a row is its id. */
class WatermarksIT {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private final Ledger ledger = new Ledger();

    @TempDir
    private Path folder;

    private SourceTable table;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
    }

    @AfterEach
    void close() {
        ledger.close();
        table.close();
    }

    private DeltaSourceBuilder stream() {
        return table.source()
                .option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1))
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .monitorContinuously(Duration.ofMillis(20));
    }

    private static WatermarkStrategy<RowData> byId() {
        return WatermarkStrategy.<RowData>forMonotonousTimestamps()
                .withTimestampAssigner((row, commitTime) -> row.getLong(0));
    }

    private SourceJob job(DeltaSource source) {
        return new SourceJob(folder, source, ledger).watermarks(byId());
    }

    /** A reader has the next split at hand while it reads one. */
    @Test
    void aSplitThatWaitsForItsTurnDoesNotHoldBackTheWatermark(@InjectMiniCluster MiniCluster cluster) throws Exception {
        int rows = 50;
        long commits = 20;
        for (long commit = 0; commit < commits; commit++) {
            table.append(commit * rows, (commit + 1) * rows, "a");
        }
        SourceJob.Running job =
                job(stream().build()).parallelism(1).failingPerRows(rows).start(cluster);
        ledger.awaitLine(passed(commits * rows - 2));
        job.cancel();
        List<String> lines = ledger.lines();
        for (long commit = 0; commit < commits - 2; commit++) {
            assertThat(lines.indexOf(passed(commit * rows))).isLessThan(lines.indexOf(seen((commit + 2) * rows)));
        }
    }

    @Test
    void readersWithoutSplitsDoNotHoldBackTheWatermark(@InjectMiniCluster MiniCluster cluster) throws Exception {
        SourceJob.Running job = job(stream().build()).parallelism(3).start(cluster);
        // Two readers have had no split yet.
        table.append(0, 10, "a");
        ledger.awaitLine(passed(8));
        table.append(100, 102, "a");
        ledger.awaitLine(passed(100));
        // All have had one.
        table.append(List.of(SourceTable.row(200, "a"), SourceTable.row(201, "b"), SourceTable.row(202, "c")));
        ledger.awaitLine(passed(101));
        table.append(300, 302, "b");
        ledger.awaitLine(passed(300));
        String savepoint = job.stop();
        SourceJob.Running again =
                job(stream().build()).parallelism(4).from(savepoint).start(cluster);
        table.append(400, 402, "c");
        ledger.awaitLine(passed(400));
        again.cancel();
        assertThat(seenIds()).doesNotHaveDuplicates().hasSize(10 + 2 + 3 + 2 + 2);
    }

    private static WatermarkStrategy<RowData> aligned(Duration drift) {
        return byId().withWatermarkAlignment("table", drift, Duration.ofMillis(5));
    }

    private List<Long> seenIds() {
        return ledger.lines().stream()
                .filter(line -> line.startsWith("seen "))
                .map(line -> Long.parseLong(line.substring("seen ".length())))
                .toList();
    }

    /** Without alignment both readers would be half through at once. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSplitThatIsAheadWaitsForTheOthers(boolean ordered, @InjectMiniCluster MiniCluster cluster) throws Exception {
        int rows = 2000;
        List<RowData> slow = LongStream.range(0, rows)
                .mapToObj(id -> SourceTable.row(id, "a"))
                .toList();
        List<RowData> fast = LongStream.range(0, rows)
                .mapToObj(i -> SourceTable.row(rows + i * 1000, "b"))
                .toList();
        table.append(Stream.concat(slow.stream(), fast.stream()).toList());
        DeltaSource source =
                stream().option(DeltaSourceOptions.ORDERED, ordered).build();
        ledger.failTimes(2);
        SourceJob.Running job = job(source)
                .watermarks(aligned(Duration.ofSeconds(10)))
                .failingPerRows(rows / 10)
                .start(cluster);
        ledger.awaitLine(seen(rows - 1));
        ledger.awaitLine(seen(rows + (rows - 1) * 1000L));
        job.cancel();
        assertThat(ledger.failuresLeft()).isLessThan(2);
        List<Long> ids = seenIds();
        assertThat(ids).doesNotHaveDuplicates().hasSize(2 * rows);
        assertThat(ids.indexOf(rows - 1L)).isLessThan(ids.indexOf(rows + rows / 2 * 1000L));
    }

    /** Splits of readers with several partitions are paused, too; those of other partitions overtake them. */
    @ParameterizedTest
    @CsvSource({"false, 1", "false, 2", "true, 1", "true, 2"})
    void alignedSplitsAreReadOnce(boolean ordered, int parallelism, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        int partitions = 6;
        int rows = 40;
        long commits = 5;
        Map<Long, Integer> partitionOf = new HashMap<>();
        for (long commit = 0; commit < commits; commit++) {
            List<RowData> batch = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                for (long row = commit * rows; row < (commit + 1) * rows; row++) {
                    long id = row * partitions * (partition + 1) + partition;
                    partitionOf.put(id, partition);
                    batch.add(SourceTable.row(id, "p" + partition));
                }
            }
            table.append(batch);
        }
        DeltaSource source =
                stream().option(DeltaSourceOptions.ORDERED, ordered).build();
        ledger.failTimes(4);
        SourceJob.Running job = job(source)
                .parallelism(parallelism)
                .watermarks(aligned(Duration.ofMillis(50)))
                .failingPerRows(partitions * rows)
                .start(cluster);
        ledger.await(count -> seenIds().size() == commits * partitions * rows);
        job.cancel();
        List<Long> ids = seenIds();
        assertThat(ids).containsExactlyInAnyOrderElementsOf(partitionOf.keySet());
        for (int partition = 0; ordered && partition < partitions; partition++) {
            int one = partition;
            assertThat(ids.stream().filter(id -> partitionOf.get(id) == one).toList())
                    .isSorted();
        }
    }
}
