/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink cluster in this JVM, with its web UI on 127.0.0.1. Jobs go to it as to any remote cluster. */
final class LocalFlink implements AutoCloseable {
    private static final String REST_PORTS = "8081-8180,0";
    private static final int SLOTS = 4;

    private final MiniCluster cluster;
    private final URI webUi;

    private LocalFlink(MiniCluster cluster, URI webUi) {
        this.cluster = cluster;
        this.webUi = webUi;
    }

    /** Starts a cluster, which writes into {@code folder}. */
    static LocalFlink start(Path folder) throws Exception {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.ADDRESS, "localhost");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_PORT, REST_PORTS);
        configuration.set(WebOptions.SUBMIT_ENABLE, false);
        configuration.set(WebOptions.TMP_DIR, temporary.toString());
        configuration.set(CoreOptions.TMP_DIRS, temporary.toString());
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(32));
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .build());
        cluster.start();
        return new LocalFlink(cluster, cluster.getRestAddress().get());
    }

    /** The address of the web UI and of Flink's REST API. */
    URI webUi() {
        return webUi;
    }

    /** An environment that submits to this cluster; a job in it checkpoints, and restarts a few times when it fails. */
    StreamExecutionEnvironment environment(Path checkpoints, Duration checkpointInterval, int parallelism) {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createRemoteEnvironment(webUi.getHost(), webUi.getPort(), configuration);
        environment.setParallelism(parallelism);
        environment.enableCheckpointing(checkpointInterval.toMillis());
        return environment;
    }

    @Override
    public void close() {
        cluster.closeAsync().join();
    }
}
