/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceBuilder;
import io.flinkdelta.source.DeltaSourceOptions;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A source follows a table that a job of the sink appends to, while Spark compacts and vacuums it and its log is cleaned
 * up.
 */
// Flink's iterators may throw anything when they are closed.
@SuppressWarnings("try")
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class TailBesideOthersIT {
    private static final RowType TYPE = RowType.of(
            new LogicalType[] {new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH)}, new String[] {"id", "v"});
    private static final int ROWS_PER_COMMIT = 30;
    private static final int COMMITS_PER_ROUND = 6;
    private static final int COMMITS = 5 * COMMITS_PER_ROUND;
    private static final int FAILURES = 3;

    @TempDir
    private Path folder;

    /** Fails in its first attempts, each after some rows. */
    private static final class Failing extends RichMapFunction<RowData, Long> {
        private static final long serialVersionUID = 1L;
        private transient int rows;

        @Override
        public Long map(RowData row) {
            int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
            if (attempt < FAILURES && ++rows > 50 * (attempt + 1)) {
                throw new IllegalStateException("a failure that the test asked for");
            }
            return row.getLong(0);
        }
    }

    private TableWriter writer(FlinkCluster cluster) {
        return new TableWriter(
                cluster,
                folder.resolve("t"),
                TYPE,
                List.of(),
                Map.of(
                        "delta.logRetentionDuration",
                        "interval 1 hour",
                        "delta.deletedFileRetentionDuration",
                        "interval 1 hour"));
    }

    private static RowData row(long id) {
        return GenericRowData.of(id, StringData.fromString("v" + id));
    }

    private DeltaSourceBuilder source() {
        return DeltaSource.forRowData(folder.resolve("t").toString()).option(DeltaSourceOptions.STARTING_VERSION, "1");
    }

    private static CloseableIterator<Long> ids(FlinkCluster cluster, DeltaSourceBuilder source) throws Exception {
        StreamExecutionEnvironment environment = cluster.environment(2, 100);
        Configuration restarts = new Configuration();
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 2 * FAILURES);
        restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        environment.configure(restarts);
        return environment
                .fromSource(source.build(), WatermarkStrategy.noWatermarks(), "table")
                .map(new Failing())
                .executeAndCollect();
    }

    /** The writer pauses for vacuums, since these take what is not committed yet, and the reader has read up to there. */
    @Test
    void everyRowOnce(RefereeProcess referee, FlinkCluster cluster) throws Exception {
        TableWriter writer = writer(cluster);
        append(writer, 0);
        SparkTable table = new SparkTable(referee, folder.resolve("t"));
        Path first = firstFile(table.path());
        List<Long> read = new ArrayList<>();
        // Rows of later commits have been read since.
        Instant readUpTo = Instant.EPOCH;
        try (CloseableIterator<Long> ids = ids(cluster, source().monitorContinuously(Duration.ofMillis(50)))) {
            for (int commit = 1; commit < COMMITS; commit += COMMITS_PER_ROUND) {
                int from = commit;
                Instant begin = Instant.now();
                CompletableFuture<Void> appends = CompletableFuture.runAsync(() -> {
                    for (int next = from; next < from + COMMITS_PER_ROUND; next++) {
                        append(writer, next);
                    }
                });
                table.run("OPTIMIZE TABLE");
                cleanLog(table.path(), readUpTo);
                while (read.size() < (from + COMMITS_PER_ROUND) * ROWS_PER_COMMIT) {
                    read.add(ids.next());
                }
                appends.join();
                readUpTo = begin;
                table.run("VACUUM TABLE RETAIN 0 HOURS");
            }
        }
        assertThat(read)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, (long) read.size()).boxed().toList());
        try (DeltaLog log = TableReaders.log(table.path())) {
            assertThat(log.earliestVersion()).as("the log was cleaned up").isPositive();
        }
        assertThat(first).as("vacuumed").doesNotExist();
    }

    private static void append(TableWriter writer, int commit) {
        try {
            writer.append(LongStream.range(0, ROWS_PER_COMMIT)
                    .mapToObj(i -> row((long) commit * ROWS_PER_COMMIT + i))
                    .toList());
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static void cleanLog(Path table, Instant before) {
        try (DeltaLog log = TableReaders.log(table)) {
            log.checkpoint(log.latestSnapshot());
            ageLog(table, before);
            log.cleanUpLog();
        }
    }

    private static Path firstFile(Path table) {
        try (DeltaLog log = TableReaders.log(table);
                Stream<AddFile> files = log.latestSnapshot().files()) {
            return table.resolve(DataPath.decode(files.findFirst().orElseThrow().path()));
        }
    }

    /** Makes the commits before a time days older, unless a clean-up takes them just then. */
    private static void ageLog(Path table, Instant before) {
        File[] commits = table.resolve("_delta_log").toFile().listFiles((log, name) -> name.endsWith(".json"));
        for (File commit : commits) {
            Instant time = Instant.ofEpochMilli(commit.lastModified());
            if (time.isBefore(before) && time.isAfter(before.minus(Duration.ofDays(1)))) {
                boolean aged =
                        commit.setLastModified(time.minus(Duration.ofDays(10)).toEpochMilli());
                assertThat(aged || !commit.exists()).isTrue();
            }
        }
    }

    @Test
    void aReaderThatIsLeftBehind(RefereeProcess referee, FlinkCluster cluster) throws Exception {
        TableWriter writer = writer(cluster);
        for (long id = 0; id < 6; id++) {
            writer.append(List.of(row(id)));
        }
        SparkTable table = new SparkTable(referee, folder.resolve("t"));
        table.run("OPTIMIZE TABLE");
        table.run("VACUUM TABLE RETAIN 0 HOURS");
        writer.append(List.of(row(6)));
        assertThatThrownBy(() -> drain(cluster, source()))
                .hasStackTraceContaining("is missing")
                .hasStackTraceContaining("VACUUM");
        assertThat(drain(cluster, source().option(DeltaSourceOptions.FAIL_ON_DATA_LOSS, false)))
                .containsExactly(6L);

        cleanLog(table.path(), Instant.now().plusSeconds(5));
        writer.append(List.of(row(7)));
        assertThatThrownBy(() -> drain(cluster, source()))
                .hasStackTraceContaining("Version 1 of the table has been cleaned up")
                .hasStackTraceContaining("scan.fail-on-data-loss");
        assertThat(drain(cluster, source().option(DeltaSourceOptions.FAIL_ON_DATA_LOSS, false)))
                .contains(7L)
                .doesNotContain(0L);
    }

    private static List<Long> drain(FlinkCluster cluster, DeltaSourceBuilder source) throws Exception {
        List<Long> read = new ArrayList<>();
        try (CloseableIterator<Long> ids = ids(cluster, source)) {
            ids.forEachRemaining(read::add);
        }
        return read;
    }
}
