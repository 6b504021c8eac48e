/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.RowData;

/** A job that reads a table into a ledger, failing now and then. */
final class SourceJob {
    /** Flink writes and clears it for a moment after a job has ended: not in the folder that goes with the test. */
    private static final Path CHECKPOINTS = Path.of("target", "checkpoints").toAbsolutePath();

    private static final int RESTARTS = 50;

    private final Path folder;
    private final DeltaSource source;
    private final Ledger ledger;
    private final Configuration configuration = new Configuration();
    private int parallelism = 2;
    private int rowsPerFailure = Integer.MAX_VALUE;
    private WatermarkStrategy<RowData> watermarks = WatermarkStrategy.noWatermarks();
    private Function<DataStream<RowData>, DataStream<String>> writing = this::byPartition;

    /** @param folder for checkpoints and savepoints */
    SourceJob(Path folder, DeltaSource source, Ledger ledger) {
        this.folder = folder;
        this.source = source;
        this.ledger = ledger;
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(25));
        // When a checkpoint fails just as a task does, Flink may hold back what the enumerator tells until the next one
        // is
        // given up, too.
        configuration.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofSeconds(3));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, CHECKPOINTS.toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    }

    /** How many failures the job survives. */
    SourceJob restarts(int attempts) {
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, attempts);
        return this;
    }

    SourceJob parallelism(int degree) {
        parallelism = degree;
        return this;
    }

    /** Fails about once per so many rows of a subtask, as often as the ledger says. */
    SourceJob failingPerRows(int rows) {
        rowsPerFailure = rows;
        return this;
    }

    /** Nothing connects the subtasks, so that each fails by itself; a page of the ledger for each. */
    SourceJob apart() {
        writing = rows -> rows.map(new LedgerFunctions.BySubtask(ledger)).uid("ledger");
        // Flink's job manager exits when one of several readers comes back in the very moment in which a checkpoint
        // closes the enumerator's gateways to them; fewer checkpoints, fewer such moments.
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        return this;
    }

    private DataStream<String> byPartition(DataStream<RowData> rows) {
        return rows.keyBy(row -> row.getString(1).toString())
                .process(new LedgerFunctions.ByPartition(ledger))
                .uid("ledger");
    }

    /** One page that tells, too, which rows the watermark has passed. */
    SourceJob watermarks(WatermarkStrategy<RowData> strategy) {
        configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(1));
        configuration.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ofMillis(1));
        watermarks = strategy;
        writing = rows -> rows.keyBy(row -> LedgerFunctions.OnTime.PAGE)
                .process(new LedgerFunctions.OnTime(ledger))
                .uid("ledger");
        return this;
    }

    /** Checkpoints stay when the job has failed. */
    SourceJob keepingCheckpoints() {
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        return this;
    }

    SourceJob from(String savepoint) {
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        return this;
    }

    Running start(MiniCluster cluster) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(parallelism);
        DataStream<RowData> rows = env.fromSource(source, watermarks, "delta")
                .uid("delta")
                .map(new LedgerFunctions.Failing(ledger, rowsPerFailure), source.getProducedType())
                .uid("failing");
        writing.apply(rows).sinkTo(new DiscardingSink<>()).uid("nowhere");
        JobGraph graph = env.getStreamGraph().getJobGraph();
        cluster.submitJob(graph).get();
        return new Running(cluster, graph.getJobID(), folder);
    }

    /** The job on the cluster. */
    record Running(MiniCluster cluster, JobID id, Path folder) {
        /** Waits for the end, which must be a good one. */
        void finish() throws Exception {
            JobResult result = cluster.requestJobResult(id).get();
            if (result.getSerializedThrowable().isPresent()) {
                throw new AssertionError(
                        "the job failed",
                        result.getSerializedThrowable()
                                .get()
                                .deserializeError(getClass().getClassLoader()));
            }
        }

        /** Waits for the end, which must be a failure. */
        Throwable failure() throws Exception {
            JobResult result = cluster.requestJobResult(id).get();
            return result.getSerializedThrowable()
                    .orElseThrow(() -> new AssertionError("the job ended well"))
                    .deserializeError(getClass().getClassLoader());
        }

        /** Stops with a savepoint; a job that is just failing over takes none, the next attempt will. */
        String stop() throws Exception {
            String savepoints = folder.resolve("savepoints").toUri().toString();
            while (true) {
                try {
                    String savepoint = cluster.stopWithSavepoint(id, savepoints, false, SavepointFormatType.CANONICAL)
                            .get();
                    cluster.requestJobResult(id).get();
                    return savepoint;
                } catch (ExecutionException e) {
                    JobStatus status = cluster.getJobStatus(id).get();
                    if (status.isGloballyTerminalState()) {
                        throw e;
                    }
                }
            }
        }

        /** The last one that is complete. */
        String lastCheckpoint() throws IOException {
            try (Stream<Path> files = Files.walk(CHECKPOINTS.resolve(id.toString()))) {
                return files.filter(file -> file.endsWith("_metadata"))
                        .map(file -> file.getParent())
                        .max(Comparator.comparingInt(checkpoint -> Integer.parseInt(
                                checkpoint.getFileName().toString().substring("chk-".length()))))
                        .orElseThrow()
                        .toUri()
                        .toString();
            }
        }

        void cancel() throws Exception {
            cluster.cancelJob(id).get();
            cluster.requestJobResult(id).get();
        }
    }
}
