/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time of a row is its id, and the watermarks come from the statistics of files. */
class WatermarkColumnIT {
    private static final int ROWS = 20;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(3)
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

    /** What was given: a row, its timestamp, and the watermark before it. */
    private record Given(long id, long timestamp, long watermark) {
        static Given of(String line) {
            String[] parts = line.split("\\|", -1);
            return new Given(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        }
    }

    /** Writes down what comes, on a page for each attempt. */
    private static final class Writing extends ProcessFunction<RowData, RowData> {
        private static final long serialVersionUID = 1L;
        private final String ledger;
        private transient String page;
        private transient int count;

        Writing(Ledger ledger) {
            this.ledger = ledger.key();
        }

        @Override
        public void processElement(RowData row, Context context, Collector<RowData> out) {
            if (page == null) {
                page = UUID.randomUUID().toString();
            }
            String line = row.getLong(0) + "|" + context.timestamp() + "|"
                    + context.timerService().currentWatermark();
            Ledger.of(ledger).write(page, count++, line);
            if (ThreadLocalRandom.current().nextInt(ROWS) == 0
                    && Ledger.of(ledger).takeFailure()) {
                throw new IllegalStateException("a failure that the test asked for");
            }
        }
    }

    private SourceJob.Running start(DeltaSource source, int parallelism, MiniCluster cluster) throws Exception {
        return start(source, parallelism, cluster, null);
    }

    private SourceJob.Running start(DeltaSource source, int parallelism, MiniCluster cluster, String savepoint)
            throws Exception {
        Configuration configuration = new Configuration();
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
        // When a checkpoint fails just as a task does, Flink may hold back what the enumerator tells until the next one
        // is given up, too.
        configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(3));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(parallelism);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "delta")
                .uid("delta")
                .keyBy(row -> row.getLong(0))
                .process(new Writing(ledger), source.getProducedType())
                .sinkTo(new DiscardingSink<>())
                .uid("nowhere");
        var graph = env.getStreamGraph().getJobGraph();
        cluster.submitJob(graph).get();
        return new SourceJob.Running(cluster, graph.getJobID(), folder);
    }

    private DeltaSourceBuilder source() {
        return table.source()
                .option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(8))
                .option(DeltaSourceOptions.WATERMARK_COLUMN, "id");
    }

    /** One file each, in an order that is not that of time; the first rows of files. */
    private List<Long> appendShuffled(int files, long step) {
        List<Long> starts = new ArrayList<>(
                LongStream.range(0, files).map(file -> file * step).boxed().toList());
        Collections.shuffle(starts, new Random(7));
        starts.forEach(start -> table.append(start, start + ROWS, "p" + start % 3));
        Collections.sort(starts);
        return starts;
    }

    private List<Given> given() {
        return ledger.lines().stream().map(Given::of).toList();
    }

    /** Two files share a split; each has its own watermark nevertheless. */
    @Test
    void filesComeByTimeWithAWatermarkBeforeEach(@InjectMiniCluster MiniCluster cluster) throws Exception {
        List<Long> starts = appendShuffled(12, 2 * ROWS);

        start(source().columns("id", "text").build(), 1, cluster).finish();

        List<Given> expected = starts.stream()
                .flatMap(start -> LongStream.range(start, start + ROWS).mapToObj(id -> new Given(id, id, start - 1)))
                .toList();
        assertThat(given()).isEqualTo(expected);
    }

    @Test
    void theTimeNeedNotBeAmongTheColumns(@InjectMiniCluster MiniCluster cluster) throws Exception {
        appendShuffled(3, 2 * ROWS);
        DeltaSource source =
                source().columns("text").metadataColumns("_row_index").build();
        Configuration configuration = new Configuration();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        String key = ledger.key();
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "delta")
                .process(
                        new ProcessFunction<RowData, RowData>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement(RowData row, Context context, Collector<RowData> out) {
                                String line = row.getArity() + "|" + row.getString(0) + "|" + context.timestamp();
                                Ledger.of(key).write(line, 0, line);
                            }
                        },
                        source.getProducedType())
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>());
        var graph = env.getStreamGraph().getJobGraph();
        cluster.submitJob(graph).get();
        new SourceJob.Running(cluster, graph.getJobID(), folder).finish();

        assertThat(ledger.lines())
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 3)
                        .flatMap(file -> LongStream.range(file * 2 * ROWS, file * 2 * ROWS + ROWS))
                        .mapToObj(id -> "2|row " + id + "|" + id)
                        .toList());
    }

    /** Files overlap in time; readers fail, and go on where they were. */
    @RepeatedTest(3)
    void noRowOfAVersionIsLate(@InjectMiniCluster MiniCluster cluster) throws Exception {
        appendShuffled(40, ROWS / 3);
        ledger.failTimes(4);

        start(
                        source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1))
                                .build(),
                        3,
                        cluster)
                .finish();

        assertThat(ledger.failuresLeft()).isZero();
        assertThat(given()).allSatisfy(row -> assertThat(row.watermark()).isLessThan(row.timestamp()));
        assertThat(given()).anySatisfy(row -> assertThat(row.watermark()).isPositive());
        assertThat(given())
                .extracting(Given::id)
                .containsAll(LongStream.range(0, ROWS).boxed().toList());
    }

    @Test
    void commitsThatComeLaterMoveTheWatermarkOnAndNeverBack(@InjectMiniCluster MiniCluster cluster) throws Exception {
        table.append(100, 110, "a");
        SourceJob.Running job =
                start(source().monitorContinuously(Duration.ofMillis(20)).build(), 1, cluster);
        ledger.await(count -> count == 10);
        table.append(200, 210, "a");
        ledger.await(count -> count == 20);
        table.append(50, 60, "a");
        ledger.await(count -> count == 30);
        table.append(300, 310, "a");
        ledger.await(count -> count == 40);
        job.cancel();

        assertThat(given())
                .extracting(Given::watermark)
                .isEqualTo(LongStream.of(99, 199, 199, 299)
                        .boxed()
                        .flatMap(watermark -> Collections.nCopies(10, watermark).stream())
                        .toList());
    }

    /** Writes down the greatest row of each input so far, the other's beside it. */
    private static final class Pacing extends CoProcessFunction<RowData, RowData, RowData> {
        private static final long serialVersionUID = 1L;
        private final String ledger;
        private transient long fast;
        private transient long slow;
        private transient int count;

        Pacing(Ledger ledger) {
            this.ledger = ledger.key();
        }

        @Override
        public void processElement1(
                RowData row, CoProcessFunction<RowData, RowData, RowData>.Context context, Collector<RowData> out) {
            fast = Math.max(fast, row.getLong(0));
            write();
        }

        @Override
        public void processElement2(
                RowData row, CoProcessFunction<RowData, RowData, RowData>.Context context, Collector<RowData> out) {
            slow = Math.max(slow, row.getLong(0));
            write();
        }

        private void write() {
            Ledger.of(ledger).write("pace", count++, fast + "|" + slow + "|0");
        }
    }

    /** Without it the fast one is through when the slow one has a quarter. */
    @Test
    void withAlignmentTheSourceKeepsItsPaceWithOthers(@InjectMiniCluster MiniCluster cluster) throws Exception {
        int files = 40;
        appendShuffled(files, ROWS);
        long drift = 3 * ROWS;
        DeltaSource source = source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1))
                .monitorContinuously(Duration.ofMinutes(5))
                .build();
        WatermarkStrategy<RowData> aligned = WatermarkStrategy.<RowData>noWatermarks()
                .withWatermarkAlignment("both", Duration.ofMillis(drift), Duration.ofMillis(5));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
        env.setParallelism(1);
        env.setBufferTimeout(1);
        var fast = env.fromSource(source, aligned, "fast").map(new Slow(1), source.getProducedType());
        var slow = env.fromSource(source, aligned, "slow").map(new Slow(4), source.getProducedType());
        fast.connect(slow).process(new Pacing(ledger), source.getProducedType()).sinkTo(new DiscardingSink<>());
        var graph = env.getStreamGraph().getJobGraph();
        cluster.submitJob(graph).get();
        SourceJob.Running job = new SourceJob.Running(cluster, graph.getJobID(), folder);
        ledger.await(count -> count == 2 * files * ROWS);
        job.cancel();

        long last = (long) files * ROWS - 1;
        assertThat(given()).last().isEqualTo(new Given(last, last, 0));
        // What is on its way in batches and buffers comes on top of the drift.
        assertThat(given())
                .allSatisfy(pace -> assertThat(pace.id() - pace.timestamp()).isLessThan(last / 2));
    }

    /** Takes its time for each row. */
    private record Slow(int millis) implements MapFunction<RowData, RowData> {
        @Override
        public RowData map(RowData row) throws InterruptedException {
            Thread.sleep(millis);
            return row;
        }
    }

    /** As many files as one look at the table gives, of which the next comes long after the job was stopped. */
    private String stopAfter(int files, DeltaSourceBuilder source, int parallelism, MiniCluster cluster)
            throws Exception {
        DeltaSource slow = source.option(DeltaSourceOptions.MAX_FILES, (long) files)
                .monitorContinuously(Duration.ofMinutes(5))
                .build();
        SourceJob.Running job = start(slow, parallelism, cluster);
        ledger.await(count -> count == files * ROWS);
        return job.stop();
    }

    /** Stopped in the midst of a version, with readers that had splits of different times; fewer and more readers then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noRowIsLateAfterARescale(int parallelism, @InjectMiniCluster MiniCluster cluster) throws Exception {
        appendShuffled(60, ROWS / 3);
        DeltaSourceBuilder stream = source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1));
        String savepoint = stopAfter(20, stream, 2, cluster);

        DeltaSource source = stream.monitorContinuously(Duration.ofMillis(20)).build();
        SourceJob.Running second = start(source, parallelism, cluster, savepoint);
        ledger.await(count -> count >= 60 * ROWS);
        second.cancel();

        assertThat(given())
                .hasSize(60 * ROWS)
                .allSatisfy(row -> assertThat(row.watermark()).isLessThan(row.timestamp()));
    }

    @Test
    void aJobThatGoesByAnotherTimeDoesNotGoOnInTheMidstOfAVersion(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        appendShuffled(20, ROWS / 3);
        DeltaSourceBuilder stream = table.source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1));
        String savepoint = stopAfter(2, stream, 1, cluster);

        DeltaSource byTime =
                stream.option(DeltaSourceOptions.WATERMARK_COLUMN, "id").build();

        assertThat(start(byTime, 1, cluster, savepoint).failure())
                .hasStackTraceContaining("files in another order")
                .hasStackTraceContaining("scan.watermark-column")
                .hasStackTraceContaining("table=" + table.path());
    }
}
