/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;

/**
 * A standalone session cluster on 127.0.0.1: a job manager and task managers of one slot each, every one a JVM that is
 * started again when it ends. There is no high availability: a job manager that comes back knows of no job, as after
 * any loss of a cluster, and the job is submitted anew.
 */
final class FlinkCluster implements AutoCloseable {
    /** One more than the job needs, so that it goes on when one is held. */
    static final int TASK_MANAGERS = ChaosJob.PARALLELISM + 1;

    private static final String HOST = "127.0.0.1";
    private static final int HEAP_MEGABYTES = 512;
    private static final long START_TIMEOUT_SECONDS = 90;
    private static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(8);
    private static final Duration STALL = HEARTBEAT_TIMEOUT.plusSeconds(7);

    private final KeptJvm jobManager;
    private final List<KeptJvm> taskManagers = new ArrayList<>();
    private final int restPort;

    private FlinkCluster(ChaosFolder folder, int rpcPort, int restPort, JobStart job) throws IOException {
        this.restPort = restPort;
        Path conf = writeConfiguration(folder.flink(), rpcPort, restPort);
        List<String> arguments = List.of("--configDir", conf.toString());
        this.jobManager = new KeptJvm(
                "job manager",
                HEAP_MEGABYTES,
                folder.logOf("jobmanager"),
                StandaloneSessionClusterEntrypoint.class.getName(),
                arguments,
                process -> {
                    if (awaitRest(process)) {
                        job.on(HOST, restPort);
                    }
                });
        for (int i = 0; i < TASK_MANAGERS; i++) {
            taskManagers.add(new KeptJvm(
                    "task manager " + i,
                    HEAP_MEGABYTES,
                    folder.logOf("taskmanager-" + i),
                    TaskManagerRunner.class.getName(),
                    arguments,
                    process -> {}));
        }
    }

    /** Submits the job to a job manager that has none. */
    @FunctionalInterface
    interface JobStart {
        void on(String host, int port) throws Exception;
    }

    /** Starts the processes; the job is submitted as soon as the job manager answers, and again to each one after it. */
    static FlinkCluster start(ChaosFolder folder, JobStart job) throws IOException {
        InetAddress local = host();
        int rpcPort;
        int restPort;
        try (ServerSocket rpc = new ServerSocket(0, 1, local);
                ServerSocket rest = new ServerSocket(0, 1, local)) {
            rpcPort = rpc.getLocalPort();
            restPort = rest.getLocalPort();
        }
        FlinkCluster cluster = new FlinkCluster(folder, rpcPort, restPort, job);
        cluster.jobManager.start();
        for (KeptJvm taskManager : cluster.taskManagers) {
            taskManager.start();
        }
        return cluster;
    }

    void killJobManager() throws InterruptedException {
        jobManager.kill();
    }

    void killTaskManager(int index) throws InterruptedException {
        taskManagers.get(index).kill();
    }

    void stallTaskManager(int index) throws IOException {
        taskManagers.get(index).stall(STALL);
    }

    List<String> troubles() {
        return Stream.concat(Stream.of(jobManager), taskManagers.stream())
                .flatMap(jvm -> jvm.troubles().stream())
                .toList();
    }

    @Override
    public void close() {
        jobManager.close();
        taskManagers.forEach(KeptJvm::close);
    }

    private static InetAddress host() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    /** False when the process ended before it answered. */
    private boolean awaitRest(Process process) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_TIMEOUT_SECONDS);
        while (process.isAlive()) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host(), restPort), 1_000);
                return true;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return false;
    }

    /** Short times, so that a process that is gone is soon missed, and one that is back is soon used. */
    private static Path writeConfiguration(Path folder, int rpcPort, int restPort) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("jobmanager.rpc.address", HOST);
        settings.put("jobmanager.rpc.port", Integer.toString(rpcPort));
        settings.put("jobmanager.bind-host", HOST);
        settings.put("rest.address", HOST);
        settings.put("rest.bind-address", HOST);
        settings.put("rest.port", Integer.toString(restPort));
        settings.put("web.submit.enable", "false");
        settings.put("taskmanager.host", HOST);
        settings.put("taskmanager.bind-host", HOST);
        settings.put("taskmanager.numberOfTaskSlots", "1");
        settings.put("taskmanager.slot.timeout", "1 s");
        settings.put("taskmanager.cpu.cores", "1");
        settings.put("taskmanager.memory.framework.heap.size", "128m");
        settings.put("taskmanager.memory.framework.off-heap.size", "128m");
        settings.put("taskmanager.memory.jvm-metaspace.size", "128m");
        settings.put("taskmanager.memory.jvm-overhead.min", "64m");
        settings.put("taskmanager.memory.jvm-overhead.max", "64m");
        settings.put("taskmanager.memory.task.heap.size", "256m");
        settings.put("taskmanager.memory.task.off-heap.size", "0");
        settings.put("taskmanager.memory.network.min", "32m");
        settings.put("taskmanager.memory.network.max", "32m");
        settings.put("taskmanager.memory.managed.size", "16m");
        settings.put("heartbeat.interval", "500 ms");
        settings.put("heartbeat.timeout", HEARTBEAT_TIMEOUT.toMillis() + " ms");
        settings.put("cluster.registration.error-delay", "300 ms");
        settings.put("cluster.registration.refused-registration-delay", "300 ms");
        settings.put("cluster.registration.max-timeout", "1 s");
        settings.put("pekko.retry-gate-closed-for", "50");
        settings.put(
                "io.tmp.dirs", Files.createDirectories(folder.resolve("tmp")).toString());
        StringBuilder yaml = new StringBuilder();
        settings.forEach(
                (key, value) -> yaml.append(key).append(": ").append(value).append('\n'));
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(conf.resolve("config.yaml"), yaml);
        return conf;
    }
}
