/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One Flink cluster for all test classes of the JVM, given to tests that ask for it or its metrics. */
final class TestCluster implements ParameterResolver {
    static final int SLOTS_PER_TASK_MANAGER = 8;
    static final int TASK_MANAGERS = 2;

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == MiniCluster.class || type == InMemoryReporter.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Running running = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(TestCluster.class))
                .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class);
        return parameter.getParameter().getType() == MiniCluster.class ? running.cluster : running.metrics;
    }

    private static final class Running implements AutoCloseable {
        private final InMemoryReporter metrics = InMemoryReporter.createWithRetainedMetrics();
        private final MiniCluster cluster;

        Running() {
            Configuration configuration = new Configuration();
            configuration.set(RestOptions.BIND_PORT, "0");
            configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(32));
            configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
            configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
            metrics.addToConfiguration(configuration);
            cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                    .setConfiguration(configuration)
                    .setNumTaskManagers(TASK_MANAGERS)
                    .setNumSlotsPerTaskManager(SLOTS_PER_TASK_MANAGER)
                    .build());
            try {
                cluster.start();
            } catch (Exception e) {
                throw new IllegalStateException("the cluster does not start", e);
            }
        }

        @Override
        public void close() {
            cluster.closeAsync().join();
        }
    }
}
