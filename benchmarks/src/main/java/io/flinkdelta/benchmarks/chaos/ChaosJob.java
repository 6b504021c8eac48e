/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import io.flinkdelta.benchmarks.chaos.Checkpoints.Checkpoint;
import io.flinkdelta.examples.DeltaTableSpec;
import io.flinkdelta.examples.KafkaToDelta;
import io.flinkdelta.examples.KafkaTopicSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job that brings the topic into the table, as {@code kafka-to-delta} does. Each submission goes on from the newest
 * complete checkpoint, or from the beginning of the topic when none was completed.
 */
final class ChaosJob implements FlinkCluster.JobStart {
    static final int PARALLELISM = 2;

    private static final Duration BEYOND_THE_FIRST_KILL = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ChaosFolder folder;
    private final KafkaTopicSpec topic;
    private final DeltaTableSpec table;
    private final Duration checkpointInterval;
    private final Restarts restarts;
    private final AtomicReference<JobClient> current = new AtomicReference<>();

    ChaosJob(ChaosFolder folder, KafkaTopicSpec topic, Duration checkpointInterval, Restarts restarts) {
        this.folder = folder;
        this.topic = topic;
        this.table = ChaosTable.spec(folder.table());
        this.checkpointInterval = checkpointInterval;
        this.restarts = restarts;
    }

    @Override
    public void on(String host, int port) throws Exception {
        Optional<Checkpoint> from = new Checkpoints(folder.checkpoints()).newest();
        restarts.note(from);
        Duration interval = restarts.isFirstStart() ? BEYOND_THE_FIRST_KILL : checkpointInterval;
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createRemoteEnvironment(
                host, port, settings(from.map(Checkpoint::path), interval));
        environment.setParallelism(PARALLELISM);
        environment.enableCheckpointing(interval.toMillis());
        KafkaToDelta.writeTo(KafkaToDelta.readFrom(environment, topic, table), table);
        current.set(environment.executeAsync("chaos"));
    }

    private Configuration settings(Optional<Path> from, Duration interval) {
        Configuration settings = Configuration.fromMap(Map.of(
                "execution.checkpointing.dir",
                folder.checkpoints().toUri().toString(),
                "execution.checkpointing.min-pause",
                interval.toMillis() / 2 + " ms",
                "execution.checkpointing.externalized-checkpoint-retention",
                "RETAIN_ON_CANCELLATION",
                "restart-strategy.type",
                "fixed-delay",
                "restart-strategy.fixed-delay.attempts",
                Integer.toString(Integer.MAX_VALUE),
                "restart-strategy.fixed-delay.delay",
                "200 ms",
                "rest.retry.max-attempts",
                "3",
                "rest.retry.delay",
                "300 ms"));
        from.ifPresent(path ->
                settings.setString("execution.state-recovery.path", path.toUri().toString()));
        return settings;
    }

    /** Whether the job ended for good, which nothing that is done to it should bring about. */
    boolean hasFailed() throws InterruptedException {
        JobClient client = current.get();
        try {
            return client != null && client.getJobStatus().get(2, TimeUnit.SECONDS) == JobStatus.FAILED;
        } catch (ExecutionException | TimeoutException e) {
            return false; // The job manager is gone, and the job with it: it will be submitted again.
        }
    }

    /** Stops the job with a savepoint, after which all of its rows are committed. */
    void stop() throws IOException, InterruptedException {
        try {
            current.get()
                    .stopWithSavepoint(false, folder.savepoints().toUri().toString(), SavepointFormatType.CANONICAL)
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            current.get().getJobExecutionResult().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The job could not be stopped: " + e, e);
        }
    }
}
