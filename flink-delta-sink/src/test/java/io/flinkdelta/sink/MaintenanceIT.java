/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static io.flinkdelta.sink.TestTable.assertRows;
import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.LogOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A job that fails over, while others vacuum its table, write checkpoints of it and clean up its log. */
@ExtendWith(TestCluster.class)
class MaintenanceIT {
    private static final long ROWS = 1200;
    private static final long YOUNG_VERSIONS = 10;
    /** Of the put that lands; the job does not hear of it. */
    private static final int COMMITS_BEFORE_THE_CRASH = 12;

    @TempDir
    private Path folder;

    private final AtomicBoolean working = new AtomicBoolean(true);

    @Test
    void exactlyOnce(MiniCluster cluster) throws Exception {
        try (TestTable table = new TestTable(folder.resolve("table"))) {
            AtomicInteger crashes = crashOnce(table);
            TestTable.Version first = table.version(1);
            ExecutorService threads = Executors.newFixedThreadPool(2);
            try {
                TestJob.Running job = job(table).start(cluster);
                first.await();
                Future<Long> cleaned = threads.submit(() -> cleanUp(table));
                Future<Long> vacuumed = threads.submit(() -> vacuum(table));
                job.finish();
                working.set(false);

                assertThat(crashes).hasValue(1);
                assertRows(table, LongStream.range(0, ROWS));
                assertThat(table.applicationIds()).hasSize(1);
                assertThat(table.dataFiles()).containsAll(table.committedFiles());
                assertThat(vacuumed.get()).as("left-overs that a vacuum found").isPositive();
                assertReadable(table.deltaLog(), cleaned.get());
            } finally {
                working.set(false);
                threads.shutdownNow();
            }
        }
    }

    private static AtomicInteger crashOnce(TestTable table) {
        AtomicInteger crashes = new AtomicInteger();
        table.log()
                .on(LogOperation.PUT, name -> name.endsWith(".json"))
                .afterSkipping(COMMITS_BEFORE_THE_CRASH)
                .failAfter(() -> {
                    crashes.incrementAndGet();
                    return new FailurePoint.Crash();
                });
        return crashes;
    }

    /**
     * All but the youngest commits are made to look expired, again and again.
     *
     * @return the newest of those; it and what came after it is within the retention
     */
    private long cleanUp(TestTable table) throws IOException {
        long expired = -1;
        try (DeltaLog log = table.deltaLog()) {
            while (working.get()) {
                Snapshot newest = log.latestSnapshot();
                log.checkpoint(newest);
                for (; expired < newest.version() - YOUNG_VERSIONS; expired++) {
                    makeOld(table.path()
                            .resolve("_delta_log")
                            .resolve(LogFile.commit(expired + 1).fileName()));
                }
                log.cleanUpLog();
            }
        }
        return expired;
    }

    /** @return how many files that nobody commits were deleted */
    private long vacuum(TestTable table) throws IOException {
        Path leftOver = table.path().resolve("left-over.parquet");
        long deleted = 0;
        try (DeltaLog log = table.deltaLog()) {
            while (working.get()) {
                for (String committed : table.committedFiles()) {
                    makeOld(table.path().resolve(committed));
                }
                Files.writeString(leftOver, "x");
                makeOld(leftOver);
                log.vacuum(VacuumRequest.ofTable());
                assertThat(leftOver).doesNotExist();
                deleted++;
            }
        }
        return deleted;
    }

    private static void makeOld(Path file) throws IOException {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(3))));
        } catch (NoSuchFileException e) {
            // The sink cleans up its log, too.
            assertThat(file.getParent()).hasFileName("_delta_log");
        }
    }

    private static void assertReadable(DeltaLog log, long firstWithinRetention) {
        long newest = log.latestSnapshot().version();
        assertThat(log.earliestVersion()).isBetween(1L, firstWithinRetention);
        Set<String> before = Set.of();
        for (long version = log.earliestVersion(); version <= newest; version++) {
            Set<String> files = files(log.snapshotAt(version));
            assertThat(files).as("version %s", version).containsAll(before);
            before = files;
        }
    }

    private static Set<String> files(Snapshot snapshot) {
        try (Stream<AddFile> files = snapshot.files()) {
            return files.map(file -> DataPath.decode(file.path())).collect(Collectors.toSet());
        }
    }

    private TestJob job(TestTable table) {
        return new TestJob(folder)
                .rows(ROWS)
                .rowsPerCheckpoint(40)
                .into(List.of(table.sink()
                        .tableProperty("delta.checkpointInterval", "5")
                        .tableProperty("delta.logRetentionDuration", "interval 1 days")
                        .tableProperty("delta.deletedFileRetentionDuration", "interval 1 days")
                        .build()));
    }
}
