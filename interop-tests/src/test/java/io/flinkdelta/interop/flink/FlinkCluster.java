/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;

/** A Flink in this JVM that jobs of many tests run on. */
public final class FlinkCluster implements AutoCloseable {
    private final MiniCluster cluster;

    private FlinkCluster(MiniCluster cluster) {
        this.cluster = cluster;
    }

    static FlinkCluster start() {
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(4)
                .setRpcServiceSharing(RpcServiceSharing.SHARED)
                .withRandomPorts()
                .build());
        try {
            cluster.start();
        } catch (Exception e) {
            throw new IllegalStateException("Flink does not start", e);
        }
        return new FlinkCluster(cluster);
    }

    /** For one job; it checkpoints every {@code checkpointMillis}. */
    StreamExecutionEnvironment environment(int parallelism, long checkpointMillis) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(checkpointMillis));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return new TestStreamEnvironment(cluster, configuration, parallelism, List.of(), List.of());
    }

    @Override
    public void close() {
        cluster.closeAsync().join();
    }
}
