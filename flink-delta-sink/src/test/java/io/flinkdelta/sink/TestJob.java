/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;

/** A job that writes the rows {@code 0..rows-1} to sinks, some of them per checkpoint. */
final class TestJob {
    /** Flink writes and clears it for a moment after a job has ended: not in the folder that goes with the test. */
    private static final Path CHECKPOINTS = Path.of("target", "checkpoints").toAbsolutePath();

    /** A job that has not failed for good after so many restarts never will. */
    private static final int RESTARTS = 8;

    private final Path folder;
    private final Configuration configuration = new Configuration();
    private long rows = 1000;
    private long firstRow;
    private int rowsPerCheckpoint = 100;
    private int parallelism = 2;
    private boolean dropping;
    private MapFunction<RowData, RowData> mapping = row -> row;
    private Optional<String> uid = Optional.of("delta");
    private List<Sink<RowData>> sinks = List.of();

    /** @param folder for checkpoints and savepoints */
    TestJob(Path folder) {
        this.folder = folder;
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(20));
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, CHECKPOINTS.toUri().toString());
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    }

    TestJob rows(long count) {
        rows = count;
        return this;
    }

    TestJob firstRow(long id) {
        firstRow = id;
        return this;
    }

    TestJob rowsPerCheckpoint(int count) {
        rowsPerCheckpoint = count;
        return this;
    }

    TestJob parallelism(int degree) {
        parallelism = degree;
        return this;
    }

    TestJob uid(String prefix) {
        uid = Optional.of(prefix);
        return this;
    }

    TestJob withoutUid() {
        uid = Optional.empty();
        return this;
    }

    TestJob droppingAllRows() {
        dropping = true;
        return this;
    }

    /** What becomes of each row before the sinks. */
    TestJob mapping(MapFunction<RowData, RowData> function) {
        mapping = function;
        return this;
    }

    TestJob batch() {
        configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        return this;
    }

    <T> TestJob configure(org.apache.flink.configuration.ConfigOption<T> option, T value) {
        configuration.set(option, value);
        return this;
    }

    TestJob withoutCheckpoints() {
        configuration.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        return this;
    }

    TestJob from(String savepoint) {
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        return this;
    }

    TestJob into(Sink<RowData> target) {
        return into(List.of(target));
    }

    TestJob into(List<Sink<RowData>> targets) {
        sinks = targets;
        return this;
    }

    Running start(MiniCluster cluster) throws Exception {
        JobGraph graph = graph();
        cluster.submitJob(graph).get();
        return new Running(cluster, graph.getJobID(), folder);
    }

    private JobGraph graph() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(parallelism);
        long first = firstRow;
        DataGeneratorSource<RowData> source = isBatch() || !hasCheckpoints()
                ? new DataGeneratorSource<>(i -> TestRows.row(first + i), rows, TestRows.INFO)
                : new DataGeneratorSource<>(
                        i -> TestRows.row(first + i),
                        rows,
                        CheckpointGate.rowsPerCheckpoint(Math.max(1, rowsPerCheckpoint / parallelism)),
                        TestRows.INFO);
        var stream =
                env.fromSource(source, WatermarkStrategy.noWatermarks(), "rows").uid("rows");
        boolean keeping = !dropping;
        var kept = stream.filter(row -> keeping)
                .uid("kept")
                .map(mapping, TestRows.INFO)
                .uid("mapped");
        for (int i = 0; i < sinks.size(); i++) {
            var sink = kept.sinkTo(sinks.get(i));
            if (uid.isPresent()) {
                sink.uid(uid.get() + i);
            }
        }
        return env.getStreamGraph().getJobGraph();
    }

    private boolean isBatch() {
        return configuration.get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH;
    }

    private boolean hasCheckpoints() {
        return configuration.contains(CheckpointingOptions.CHECKPOINTING_INTERVAL);
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

        /** Waits until no task runs any more, however it ended. */
        JobStatus end() throws Exception {
            cluster.requestJobResult(id).get();
            return cluster.getJobStatus(id).get();
        }

        String stop(boolean drain) throws Exception {
            while (true) {
                try {
                    return cluster.stopWithSavepoint(id, savepoints(), drain, SavepointFormatType.CANONICAL)
                            .get();
                } catch (ExecutionException e) {
                    requireRunningAgain(e);
                }
            }
        }

        String savepoint() throws Exception {
            while (true) {
                try {
                    return cluster.triggerSavepoint(id, savepoints(), false, SavepointFormatType.CANONICAL)
                            .get();
                } catch (ExecutionException e) {
                    requireRunningAgain(e);
                }
            }
        }

        void cancel() throws Exception {
            cluster.cancelJob(id).get();
            cluster.requestJobResult(id).get();
        }

        /** A job that was just failing over takes no savepoint: the next attempt will. */
        private void requireRunningAgain(ExecutionException failure) throws Exception {
            JobStatus status = cluster.getJobStatus(id).get();
            if (status.isGloballyTerminalState()) {
                throw failure;
            }
        }

        /** The newest checkpoint that a job which failed or was cancelled has left. */
        String retainedCheckpoint() throws IOException {
            try (Stream<Path> all = Files.list(CHECKPOINTS.resolve(id.toString()))) {
                return all.filter(checkpoint -> Files.exists(checkpoint.resolve("_metadata")))
                        .max(Comparator.comparingLong(checkpoint -> Long.parseLong(
                                checkpoint.getFileName().toString().substring("chk-".length()))))
                        .orElseThrow()
                        .toUri()
                        .toString();
            }
        }

        private String savepoints() {
            return folder.resolve("savepoints").toUri().toString();
        }
    }
}
