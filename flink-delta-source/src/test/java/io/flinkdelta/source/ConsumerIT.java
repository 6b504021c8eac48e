/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.maintenance.Consumer;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.plan.CommitReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Jobs beside a clean-up of the log and a vacuum whose retentions are over. Version after version is a day old: odd ones
 * append a row, even ones remove it, but for the newest.
 */
class ConsumerIT {
    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(1)
            .build());

    private static final long NEWEST = 21;

    private final Ledger ledger = new Ledger();

    @TempDir
    private Path folder;

    private SourceTable table;
    private DeltaLog later;

    @BeforeEach
    void create() throws IOException {
        table = SourceTable.create(folder.resolve("table"));
        Instant now = Instant.now();
        for (long version = 1; version < NEWEST; version += 2) {
            table.append(version, version + 1, "a");
            table.removeAll(timeOf(version + 1, now));
        }
        table.append(NEWEST, NEWEST + 1, "a");
        for (long version = 0; version <= NEWEST; version += 4) {
            table.log().checkpoint(table.log().snapshotAt(version));
        }
        for (Path file : logFiles()) {
            long version = Long.parseLong(file.getFileName().toString().substring(0, 20));
            Files.setLastModifiedTime(file, FileTime.from(timeOf(version, now)));
        }
        later = new DeltaLog(
                TableStorage.open(table.path().toString(), new org.apache.hadoop.conf.Configuration(false)),
                Clock.offset(Clock.systemUTC(), Duration.ofDays(100)));
    }

    private static Instant timeOf(long version, Instant beginning) {
        return beginning.plus(Duration.ofDays(version));
    }

    private List<Path> logFiles() throws IOException {
        try (Stream<Path> files = Files.list(table.path().resolve("_delta_log"))) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{20}\\..*"))
                    .toList();
        }
    }

    private long dataFiles() throws IOException {
        try (Stream<Path> files = Files.walk(table.path())) {
            return files.filter(file -> file.getFileName().toString().endsWith(".parquet"))
                    .filter(file -> !file.startsWith(table.path().resolve("_delta_log")))
                    .count();
        }
    }

    @AfterEach
    void close() {
        ledger.close();
        table.close();
        later.close();
    }

    /** What is done beside the job. */
    enum Maintenance {
        CLEAN_UP("is not there any more", "or let the job tell what it needs (scan.consumer-id)"),
        VACUUM("is missing", "If VACUUM removed it");

        private final String problem;
        private final String remedy;

        Maintenance(String problem, String remedy) {
            this.problem = problem;
            this.remedy = remedy;
        }

        void run(DeltaLog log) {
            if (this == CLEAN_UP) {
                log.cleanUpLog();
            } else {
                log.vacuum(VacuumRequest.ofTable().withoutRecord());
            }
        }
    }

    private DeltaSourceBuilder stream(Duration interval) {
        return table.source()
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.IGNORE_DELETES)
                .option(DeltaSourceOptions.MAX_FILES, 1L)
                .monitorContinuously(interval);
    }

    private DeltaSourceBuilder consuming(Duration interval) {
        return stream(interval)
                .option(DeltaSourceOptions.CONSUMER_ID, "job")
                .option(DeltaSourceOptions.CONSUMER_EXPIRY, Duration.ofDays(365));
    }

    private SourceJob job(DeltaSourceBuilder source) {
        return new SourceJob(folder, source.build(), ledger).parallelism(1).restarts(0);
    }

    private static String line(long version) {
        return "+I" + version + "@a";
    }

    private static List<String> everyLine() {
        return LongStream.rangeClosed(1, NEWEST)
                .filter(version -> version % 2 == 1)
                .mapToObj(ConsumerIT::line)
                .toList();
    }

    /** A job that has read the first version only, stopped. */
    private String savepoint(DeltaSourceBuilder source, boolean consumer, MiniCluster cluster) throws Exception {
        SourceJob.Running job = job(source).start(cluster);
        ledger.awaitLine(line(1));
        // What is published while a job ends may come too late.
        while (consumer && later.consumers().current().isEmpty()) {
            Thread.sleep(5);
        }
        String savepoint = job.stop();
        assertThat(ledger.lines()).containsExactly(line(1));
        return savepoint;
    }

    @Test
    void whatARunningConsumerNeedsStaysAndWhatItHasReadGoes(@InjectMiniCluster MiniCluster cluster) throws Exception {
        SourceJob.Running job = job(consuming(Duration.ofMillis(100))).start(cluster);
        while (later.consumers().current().isEmpty()) {
            Thread.sleep(5);
        }
        long filesBefore = logFiles().size();
        boolean goneInBetween = false;
        while (ledger.lines().size() < everyLine().size()) {
            assertThat(cluster.getJobStatus(job.id()).get()).isEqualTo(JobStatus.RUNNING);
            for (Maintenance maintenance : Maintenance.values()) {
                maintenance.run(later);
            }
            goneInBetween |=
                    ledger.lines().size() < everyLine().size() && logFiles().size() < filesBefore;
        }
        assertThat(goneInBetween).isTrue();
        assertThat(ledger.lines()).containsExactlyElementsOf(everyLine());
        while (later.consumers().current().get(0).version() <= NEWEST) {
            Thread.sleep(5);
        }
        for (Maintenance maintenance : Maintenance.values()) {
            maintenance.run(later);
        }
        // The last one that was removed may still be needed by a commit that began a day before.
        assertThat(dataFiles()).isEqualTo(2);
        assertThat(later.earliestVersion()).isEqualTo(20);
        job.cancel();
    }

    @ParameterizedTest
    @EnumSource(Maintenance.class)
    void whatAStoppedConsumerNeedsStays(Maintenance maintenance, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        String savepoint = savepoint(consuming(Duration.ofHours(1)), true, cluster);
        assertThat(later.consumers().current())
                .hasSize(1)
                .extracting(Consumer::version)
                .allMatch(version -> version == 1 || version == 2);
        maintenance.run(later);
        SourceJob.Running job =
                job(consuming(Duration.ofMillis(20))).from(savepoint).start(cluster);
        ledger.await(count -> count == everyLine().size());
        assertThat(ledger.lines()).containsExactlyElementsOf(everyLine());
        job.cancel();
    }

    @ParameterizedTest
    @EnumSource(Maintenance.class)
    void othersFailAndAreToldWhatToDo(Maintenance maintenance, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        String savepoint = savepoint(stream(Duration.ofHours(1)), false, cluster);
        maintenance.run(later);
        Throwable failure = job(stream(Duration.ofMillis(20)))
                .from(savepoint)
                .start(cluster)
                .failure();
        assertThat(ExceptionUtils.stringifyException(failure))
                .contains(
                        maintenance.problem,
                        maintenance.remedy,
                        "table=",
                        table.path().toString());
    }

    @ParameterizedTest
    @EnumSource(Maintenance.class)
    void othersGoOnAndCountWhereDataMayBeLost(Maintenance maintenance, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        String savepoint = savepoint(stream(Duration.ofHours(1)), false, cluster);
        maintenance.run(later);
        SourceJob.Running job = job(stream(Duration.ofMillis(20)).option(DeltaSourceOptions.FAIL_ON_DATA_LOSS, false))
                .from(savepoint)
                .start(cluster);
        ledger.awaitLine(line(NEWEST));
        assertThat(ledger.lines()).containsExactly(line(1), line(NEWEST));
        JobMetrics metrics = new JobMetrics(REPORTER, job.id());
        if (maintenance == Maintenance.CLEAN_UP) {
            assertThat(metrics.enumerator("lostVersions")).isEqualTo(20 - 2);
        } else {
            assertThat(metrics.enumerator("lostVersions")).isZero();
            assertThat(metrics.reader("lostFiles")).isEqualTo((NEWEST - 3) / 2);
        }
        job.cancel();
    }
}
