/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.examples.kafka.KafkaBroker;
import io.flinkdelta.examples.kafka.KafkaTopics;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.IntMaximum;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KafkaToDeltaIT {
    private static final int PARTITIONS = 3;
    private static final RowType ROWS = KafkaToDeltaCommand.parse("id BIGINT NOT NULL, place STRING");

    @TempDir
    private static Path shared;

    private static KafkaBroker broker;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = KafkaBroker.start(shared.resolve("broker"), shared.resolve("broker.log"));
    }

    @AfterAll
    static void stopBroker() throws IOException {
        broker.close();
    }

    @Test
    void landsEveryRecordOnceThoughTheJobFailsAndTheBrokerIsKilled() throws Exception {
        int count = 30_000;
        createTopic("killed");
        DeltaTableSpec table = DeltaTableSpec.of(folder.resolve("t").toString(), ROWS, List.of("place"));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(2, restarting());
        environment.enableCheckpointing(500);
        Map<TopicPartition, Long> ends = new HashMap<>();
        IntStream.range(0, PARTITIONS)
                .forEach(partition -> ends.put(new TopicPartition("killed", partition), (long) count / PARTITIONS));
        KafkaTopicSpec source =
                KafkaTopicSpec.of(broker.bootstrapServers(), "killed").endingAt(OffsetsInitializer.offsets(ends));
        DataStream<RowData> rows = KafkaToDelta.readFrom(environment, source, table)
                .map(new FailsOnceAfterACheckpoint())
                .returns(InternalTypeInfo.of(ROWS));
        KafkaToDelta.writeTo(rows, table);

        JobClient job = environment.executeAsync();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            sendOrders(producer, "killed", 0, count / 2);
            awaitRows(table.path(), 1);
            broker.kill();
            broker.restart();
            sendOrders(producer, "killed", count / 2, count);
        }
        JobExecutionResult result = job.getJobExecutionResult().get(3, TimeUnit.MINUTES);

        assertThat(result.<Integer>getAccumulatorResult("attempts")).isPositive();
        assertThat(rows(table.path()))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, count)
                        .mapToObj(KafkaToDeltaIT::order)
                        .toList());
    }

    @Test
    void aBrokenRecordEndsTheJobWithOneErrorAndLeavesTheTable() throws Exception {
        createTopic("broken");
        String path = folder.resolve("t").toString();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            sendOrders(producer, "broken", 0, 30);
            send(producer, "broken", 1, "{\"id\":\"x\"}");
        }
        String[] job = {
            "--bootstrap-servers",
            broker.bootstrapServers(),
            "--topic",
            "broken",
            "--table",
            path,
            "--schema",
            "id BIGINT NOT NULL, place STRING",
            "--bounded"
        };

        // No checkpoint comes between the first record and the broken one, so that nothing may be committed.
        assertThatThrownBy(() -> run(with(job, "--checkpoint-interval", "PT1H")))
                .satisfies(failure -> assertThat(deltaException(failure))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessage("The record is not a row of the table: field id: \"x\" is not an integer from"
                                + " -9223372036854775808 to 9223372036854775807."
                                + " [topic=broken, partition=1, offset=10, record={\"id\":\"x\"}]"
                                + " Correct the producer or the schema, or have broken records skipped."));
        assertThat(rows(path)).isEmpty();

        run(with(job, "--checkpoint-interval", "PT0.5S", "--on-broken-record", "skip"));
        assertThat(rows(path))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 30).mapToObj(KafkaToDeltaIT::order).toList());
    }

    @Test
    void takesTheColumnsFromATableThatIsThere() throws Exception {
        createTopic("twice");
        String path = folder.resolve("t").toString();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            sendOrders(producer, "twice", 0, 9);
        }
        String[] job = {
            "--bootstrap-servers", broker.bootstrapServers(), "--topic", "twice", "--table", path, "--bounded"
        };
        assertThatThrownBy(() -> run(job))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("Give its columns with --schema.");

        run(with(job, "--schema", "id BIGINT NOT NULL, place STRING", "--partition-by", "place"));
        run(job);

        assertThat(rows(path)).hasSize(18);
        assertThat(log(path).latestSnapshot().partitionColumns()).containsExactly("place");
    }

    @Test
    void aTopicThatDoesNotExistIsOneErrorBeforeAJobStarts() {
        String path = folder.resolve("t").toString();

        assertThatThrownBy(() -> run(
                        "--bootstrap-servers",
                        broker.bootstrapServers(),
                        "--topic",
                        "nowhere",
                        "--table",
                        path,
                        "--schema",
                        "id BIGINT"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageStartingWith("The topic does not exist. [topic=nowhere, bootstrap-servers=127.0.0.1:");
        assertThat(Path.of(path)).doesNotExist();
    }

    @Test
    void aSchemaThatCannotBeReadIsOneError() {
        assertThatThrownBy(() -> KafkaToDeltaCommand.parse("id BIGINT, name STRING NOT"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageStartingWith("The schema cannot be read: ")
                .hasMessageContaining("[schema=id BIGINT, name STRING NOT]");
        assertThatThrownBy(() -> run(
                        "--bootstrap-servers",
                        broker.bootstrapServers(),
                        "--topic",
                        "any",
                        "--table",
                        folder.toString(),
                        "--schema",
                        "id BIGNT"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("[column=id, type=`BIGNT`]");
    }

    private static void run(String... arguments) throws Exception {
        List<Exception> failures = new ArrayList<>();
        int exitCode = new CommandLine(new KafkaToDeltaCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    failures.add(failure);
                    return 1;
                })
                .execute(arguments);
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        assertThat(exitCode).isZero();
    }

    private static String[] with(String[] first, String... more) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    private static Throwable deltaException(Throwable failure) {
        return ExceptionUtils.findThrowable(failure, DeltaException.class)
                .orElseThrow(() -> new AssertionError(failure));
    }

    private static Configuration restarting() {
        return Configuration.fromMap(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "5",
                "restart-strategy.fixed-delay.delay", "200 ms"));
    }

    private static void createTopic(String topic) throws InterruptedException {
        try (KafkaTopics topics = KafkaTopics.connect(broker.bootstrapServers(), Map.of(), Duration.ofSeconds(30))) {
            topics.create(topic, PARTITIONS);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker.bootstrapServers(),
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static void sendOrders(KafkaProducer<byte[], byte[]> producer, String topic, int from, int to)
            throws ExecutionException, InterruptedException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int i = from; i < to; i++) {
            sent.add(producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, order(i).getBytes(UTF_8))));
        }
        for (Future<RecordMetadata> record : sent) {
            record.get();
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int partition, String json)
            throws ExecutionException, InterruptedException {
        producer.send(new ProducerRecord<>(topic, partition, null, json.getBytes(UTF_8)))
                .get();
    }

    private static String order(int id) {
        return "{\"id\":" + id + ",\"place\":\"Ö " + id % 5 + "\"}";
    }

    private static DeltaLog log(String path) {
        return DeltaLog.forTable(path, new org.apache.hadoop.conf.Configuration());
    }

    private static List<String> rows(String path) {
        List<String> lines = new ArrayList<>();
        DeltaLog log = log(path);
        log.latestSnapshotIfExists().ifPresent(snapshot -> readInto(lines, log, snapshot));
        return lines;
    }

    private static void readInto(List<String> lines, DeltaLog log, Snapshot snapshot) {
        ExactRowEncoder encoder = ExactRowEncoder.of(snapshot.schema());
        try (TableRows rows = TableRows.read(log.storage(), snapshot)) {
            rows.forEachRemaining(row -> lines.add(encoder.encode(row)));
        }
    }

    private static void awaitRows(String path, int count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (rows(path).size() < count) {
            assertThat(System.nanoTime()).as("time").isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** Throws in the first attempt at the first row after a checkpoint. */
    private static final class FailsOnceAfterACheckpoint extends RichMapFunction<RowData, RowData>
            implements CheckpointListener {
        private static final long serialVersionUID = 1L;

        private transient boolean firstAttempt;
        private transient boolean checkpointCompleted;

        @Override
        public void open(OpenContext context) {
            int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
            firstAttempt = attempt == 0;
            IntMaximum attempts = new IntMaximum();
            getRuntimeContext().addAccumulator("attempts", attempts);
            attempts.add(attempt);
        }

        @Override
        public RowData map(RowData row) {
            if (firstAttempt && checkpointCompleted) {
                throw new IllegalStateException("failed on purpose");
            }
            return row;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            checkpointCompleted = true;
        }
    }
}
