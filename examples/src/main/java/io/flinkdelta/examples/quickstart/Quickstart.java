/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import io.flinkdelta.common.read.TableRows;
import io.flinkdelta.examples.DeltaTableSpec;
import io.flinkdelta.examples.KafkaToDelta;
import io.flinkdelta.examples.KafkaTopicSpec;
import io.flinkdelta.examples.kafka.KafkaBroker;
import io.flinkdelta.examples.kafka.KafkaTopics;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.hadoop.conf.Configuration;
import org.apache.kafka.common.TopicPartition;

/**
 * A first look at exactly-once: records from a real Kafka topic land in a Delta table through a
 * Flink job that fails once on the way.
 *
 * <ol>
 *   <li>{@link #start}: a Kafka broker in a JVM of its own, a Flink cluster with its web UI in this
 *       one, a topic;
 *   <li>{@link #run}: the records are sent in numbered passes while the job writes them; the job fails
 *       once and recovers by itself, ends at the last record, and the table is read back and compared
 *       with what was sent;
 *   <li>{@link #keepRunning}, if wanted: a second job goes on where the first one ended, and so do the passes;
 *   <li>{@link #close}: all is stopped; the table stays.
 * </ol>
 */
public final class Quickstart implements AutoCloseable {
    private static final String TOPIC = "covid";
    private static final int PARTITIONS = 4;
    private static final int PARALLELISM = 2;
    private static final Duration BEYOND_THE_STREAM = Duration.ofSeconds(150);
    private static final Duration PAUSE_WHEN_KEPT = Duration.ofSeconds(1);

    private final QuickstartOptions options;
    private final Consumer<String> out;
    private final List<CovidRecord> records;
    private final WorkFolder folder;
    private final KafkaBroker broker;
    private final LocalFlink flink;
    private final DeltaTableSpec table;
    private final DeltaLog log;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Quickstart(
            QuickstartOptions options,
            Consumer<String> out,
            List<CovidRecord> records,
            WorkFolder folder,
            KafkaBroker broker,
            LocalFlink flink) {
        this.options = options;
        this.out = out;
        this.records = records;
        this.folder = folder;
        this.broker = broker;
        this.flink = flink;
        this.table = DeltaTableSpec.of(
                folder.table().toString(), CovidRecords.ROW_TYPE, List.of(CovidRecords.PARTITION_COLUMN));
        this.log = DeltaLog.forTable(table.path(), new Configuration());
    }

    /**
     * Starts Kafka and Flink.
     *
     * @param out receives lines that say what is going on
     */
    public static Quickstart start(QuickstartOptions options, Consumer<String> out) throws Exception {
        List<CovidRecord> records = CovidRecords.load();
        WorkFolder folder = WorkFolder.claim(options.folder());
        KafkaBroker broker = null;
        LocalFlink flink = null;
        try {
            out.accept("Starting a Kafka broker (KRaft mode, a JVM of its own) and a local Flink ...");
            broker = KafkaBroker.launch(folder.kafka(), folder.kafkaLog());
            flink = LocalFlink.start(folder.flink());
            broker.awaitReady();
            try (KafkaTopics topics =
                    KafkaTopics.connect(broker.bootstrapServers(), Map.of(), Duration.ofSeconds(30))) {
                topics.create(TOPIC, PARTITIONS);
            }
            out.accept("  Kafka: " + broker.bootstrapServers() + ", topic " + TOPIC + ", log " + broker.logFile());
            out.accept("  Flink: " + flink.webUi() + " (web UI)");
            return new Quickstart(options, out, records, folder, broker, flink);
        } catch (Exception | Error e) {
            close(folder, broker, flink);
            throw e;
        }
    }

    /**
     * Streams the records, lets the job fail once, and checks the table.
     *
     * @throws QuickstartException when the job did not go as it should
     */
    public QuickstartResult run() throws Exception {
        out.accept(String.format(
                "Sending %d records (%s) in %d passes, %,d records in all; the job commits every %s s.",
                records.size(),
                CovidRecords.CREDIT,
                options.passes(),
                recordsInAll(),
                seconds(options.checkpointInterval())));
        JobClient job = submit(
                KafkaTopicSpec.of(broker.bootstrapServers(), TOPIC)
                        .endingAt(OffsetsInitializer.offsets(
                                PassProducer.endOffsets(TOPIC, PARTITIONS, records.size(), options.passes()))),
                (options.passes() + 1) / 2 + 1);
        JobWatch watch = new JobWatch(flink.webUi(), job.getJobID());
        out.accept("  Job: " + watch.page());
        try (PassProducer producer = PassProducer.start(
                broker.bootstrapServers(), TOPIC, PARTITIONS, records, 1, options.passes(), options.pause())) {
            follow(watch, producer);
        }
        requireFinished(job, watch);
        return check(watch.completedCheckpoints());
    }

    /**
     * A second job takes the stream on, a pass a second, until another thread calls {@link #close}.
     *
     * @throws QuickstartException when the job or the stream ends before that
     */
    public void keepRunning() throws Exception {
        Map<TopicPartition, Long> ends = PassProducer.endOffsets(TOPIC, PARTITIONS, records.size(), options.passes());
        JobClient job = submit(
                KafkaTopicSpec.of(broker.bootstrapServers(), TOPIC).startingAt(OffsetsInitializer.offsets(ends)),
                Integer.MAX_VALUE);
        out.accept("  Job: " + new JobWatch(flink.webUi(), job.getJobID()).page());
        try (PassProducer producer = PassProducer.start(
                broker.bootstrapServers(),
                TOPIC,
                PARTITIONS,
                records,
                options.passes() + 1,
                Integer.MAX_VALUE,
                PAUSE_WHEN_KEPT)) {
            CompletableFuture.anyOf(job.getJobExecutionResult(), producer.done())
                    .get();
            throw new QuickstartException("The stream ended.");
        } catch (ExecutionException e) {
            if (!closed.get()) {
                throw new QuickstartException("The stream ended.", e.getCause());
            }
        }
    }

    private JobClient submit(KafkaTopicSpec source, int failFromPass) throws Exception {
        StreamExecutionEnvironment environment =
                flink.environment(folder.flink().resolve("checkpoints"), options.checkpointInterval(), PARALLELISM);
        DataStream<RowData> rows = KafkaToDelta.readFrom(environment, source, table)
                .map(new FailOnce(failFromPass))
                .returns(InternalTypeInfo.of(table.rowType()))
                .name("Fails once")
                .uid("fails-once");
        KafkaToDelta.writeTo(rows, table);
        return environment.executeAsync("Quickstart: Kafka to Delta");
    }

    private void follow(JobWatch watch, PassProducer producer) throws Exception {
        Duration stream = options.pause().multipliedBy(options.passes());
        long start = System.nanoTime();
        long deadline = start + stream.plus(BEYOND_THE_STREAM).toNanos();
        TableProgress progress = new TableProgress(log);
        boolean failureShown = false;
        while (true) {
            String state = watch.state();
            if (!failureShown && failedOnPurpose(watch)) {
                out.accept("  The job failed, on purpose (see Exceptions in its page): it goes back to its last"
                        + " checkpoint and reads the records after it again.");
                failureShown = true;
            }
            out.accept(String.format(
                    "  %3d s: pass %d of %d sent, job %s, %d checkpoints, %s",
                    Duration.ofNanos(System.nanoTime() - start).toSeconds(),
                    producer.passesSent(),
                    options.passes(),
                    state.toLowerCase(Locale.ROOT),
                    watch.completedCheckpoints(),
                    progress.describe()));
            if (producer.done().isCompletedExceptionally()) {
                producer.done().get();
            }
            if (JobWatch.isFinal(state)) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new QuickstartException("The job did not end in time. Its state: " + state + ".");
            }
            TimeUnit.SECONDS.sleep(2);
        }
    }

    private static boolean failedOnPurpose(JobWatch watch) throws IOException, InterruptedException {
        return watch.failures().stream().anyMatch(failure -> failure.contains(FailOnce.MESSAGE));
    }

    private static void requireFinished(JobClient job, JobWatch watch) throws IOException, InterruptedException {
        try {
            job.getJobExecutionResult().get();
        } catch (ExecutionException e) {
            throw new QuickstartException("The job failed for good.", e.getCause());
        }
        if (!failedOnPurpose(watch)) {
            throw new QuickstartException("The job ended before it could fail on purpose. Let it run for more passes.");
        }
    }

    private QuickstartResult check(long checkpoints) {
        Snapshot snapshot = log.latestSnapshot();
        ExactlyOnceCheck check = new ExactlyOnceCheck(records, options.passes());
        try (TableRows rows = TableRows.read(log.storage(), snapshot)) {
            while (rows.hasNext()) {
                RowData row = rows.next();
                check.add(CovidRecords.pass(row), CovidRecords.fromRow(row));
            }
        }
        ExactlyOnceCheck.Result result = check.result();
        return new QuickstartResult(
                folder.table(),
                snapshot.version(),
                recordsInAll(),
                result.rows(),
                result.lost(),
                result.doubled(),
                result.unknown(),
                result.examples(),
                checkpoints);
    }

    private long recordsInAll() {
        return (long) records.size() * options.passes();
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    /** Stops the jobs, Flink and Kafka; the table stays. Any thread. */
    @Override
    public void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            close(folder, broker, flink);
        }
    }

    private static void close(WorkFolder folder, KafkaBroker broker, LocalFlink flink) throws IOException {
        try (folder;
                broker;
                flink) {
            return;
        }
    }
}
