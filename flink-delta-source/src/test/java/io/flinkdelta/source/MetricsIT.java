/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Of tables whose versions 1 to 10 have a file of ten rows each, in jobs of one reader. */
class MetricsIT {
    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(1)
            .build());

    private static final int VERSIONS = 10;
    private static final int ROWS = 10;

    private final Ledger ledger = new Ledger();

    @TempDir
    private Path folder;

    private SourceTable table;
    /** Of the files, by version from 1 on. */
    private List<Long> sizes;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
        sizes = new ArrayList<>();
        for (long version = 1; version <= VERSIONS; version++) {
            table.append((version - 1) * ROWS, version * ROWS, "a");
            try (Stream<AddFile> files = table.log().latestSnapshot().files()) {
                long all = files.mapToLong(AddFile::size).sum();
                sizes.add(all - bytes(0, sizes.size()));
            }
        }
    }

    @AfterEach
    void close() {
        ledger.letGo();
        ledger.close();
        table.close();
    }

    private long bytes(int from, int to) {
        return sizes.subList(from, to).stream().mapToLong(size -> size).sum();
    }

    private DeltaSourceBuilder stream(Duration interval) {
        return table.source()
                .option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1))
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .monitorContinuously(interval);
    }

    private SourceJob.Running start(DeltaSourceBuilder source, MiniCluster cluster) throws Exception {
        return new SourceJob(folder, source.build(), ledger).parallelism(1).start(cluster);
    }

    @Test
    void whatIsReadAndWhatIsToBeRead(@InjectMiniCluster MiniCluster cluster) throws Exception {
        long begun = System.currentTimeMillis();
        ledger.holdFrom(0);
        SourceJob.Running job = start(stream(Duration.ofMillis(20)), cluster);
        JobMetrics shown = new JobMetrics(REPORTER, job.id());
        // The reader has one, and another is on its way or there.
        await(() -> shown.enumerator("unassignedSplits") == VERSIONS - 2);
        assertThat(shown.enumerator("pendingFiles")).isEqualTo(VERSIONS - 2);
        assertThat(shown.enumerator("pendingBytes")).isEqualTo(bytes(2, VERSIONS));
        assertThat(shown.enumerator("currentVersion")).isEqualTo(VERSIONS);
        assertThat(shown.enumerator("versionsBehind")).isEqualTo(VERSIONS);
        assertThat(shown.enumerator("lostVersions")).isZero();
        assertThat(shown.reader("pendingBytes")).isBetween(bytes(0, 1), bytes(0, 2));
        assertThat(shown.reader("commitToEmitDelay")).isEqualTo(-1);
        await(() -> shown.reader("currentFetchEventTimeLag") >= 0);

        ledger.letGo();
        await(() -> shown.enumerator("versionsBehind") == 0);
        assertThat(shown.enumerator("unassignedSplits")).isZero();
        assertThat(shown.enumerator("pendingFiles")).isZero();
        assertThat(shown.enumerator("pendingBytes")).isZero();
        assertThat(shown.reader("pendingBytes")).isZero();
        assertThat(shown.reader("numRecordsIn")).isEqualTo(VERSIONS * ROWS);
        assertThat(shown.reader("numBytesIn")).isEqualTo(bytes(0, VERSIONS));
        // Of rows that were committed before.
        long sinceBegin = System.currentTimeMillis() - begun;
        for (String lag : List.of("commitToEmitDelay", "currentEmitEventTimeLag", "currentFetchEventTimeLag")) {
            assertThat(shown.reader(lag)).as(lag).isPositive().isLessThan(sinceBegin + 60_000);
        }
        assertThat(shown.reader("commitToEmitDelay")).isGreaterThanOrEqualTo(shown.reader("currentFetchEventTimeLag"));

        table.append(1000, 1001, "a");
        await(() -> shown.enumerator("currentVersion") == VERSIONS + 1 && shown.enumerator("versionsBehind") == 0);
        assertThat(shown.reader("numRecordsIn")).isEqualTo(VERSIONS * ROWS + 1);
        job.cancel();
    }

    @Test
    void versionsThatLimitsHoldBackAreBehind(@InjectMiniCluster MiniCluster cluster) throws Exception {
        SourceJob.Running job = start(stream(Duration.ofHours(1)).option(DeltaSourceOptions.MAX_FILES, 3L), cluster);
        JobMetrics shown = new JobMetrics(REPORTER, job.id());
        await(() -> shown.enumerator("versionsBehind") == VERSIONS - 3);
        assertThat(shown.enumerator("currentVersion")).isEqualTo(3);
        assertThat(shown.enumerator("pendingFiles")).isZero();
        assertThat(shown.reader("numRecordsIn")).isEqualTo(3 * ROWS);
        job.cancel();
    }

    @Test
    void nothingIsBehindTheEndOfASource(@InjectMiniCluster MiniCluster cluster) throws Exception {
        SourceJob.Running job =
                start(stream(Duration.ofMillis(20)).option(DeltaSourceOptions.ENDING_VERSION, 4L), cluster);
        JobMetrics shown = new JobMetrics(REPORTER, job.id());
        job.finish();
        assertThat(shown.enumerator("versionsBehind")).isZero();
        assertThat(shown.reader("numRecordsIn")).isEqualTo(4 * ROWS);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("a minute is over").isLessThan(end);
            Thread.sleep(5);
        }
    }
}
