/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker in KRaft mode, alone, on 127.0.0.1, in a JVM of its own.
 *
 * <ol>
 *   <li>{@link #launch} writes {@code server.properties} into the broker's folder and forks the JVM,
 *       which formats the storage and starts the broker ({@link KafkaBrokerProcess});
 *   <li>{@link #awaitReady} returns when the broker answers;
 *   <li>{@link #kill} ends it as a crash would, {@link #restart} brings it back on the same port with
 *       the same data;
 *   <li>{@link #close} stops it and deletes its data; the log file stays.
 * </ol>
 *
 * <p>The broker also ends when this JVM does, however this JVM ends. Not thread-safe.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaBroker.class);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
    private static final int LAUNCHES = 3;
    private static final int SHOWN_LOG_LINES = 5;

    private final Path folder;
    private final Path logFile;
    private final Thread onExit;
    private Ports ports;
    private Process process;

    private KafkaBroker(Path folder, Path logFile) {
        this.folder = folder;
        this.logFile = logFile;
        this.onExit = new Thread(this::stopAndDelete, "kafka-broker-shutdown");
    }

    private record Ports(int broker, int controller) {
        static Ports free() throws IOException {
            InetAddress local = loopback();
            try (ServerSocket first = new ServerSocket(0, 1, local);
                    ServerSocket second = new ServerSocket(0, 1, local)) {
                return new Ports(first.getLocalPort(), second.getLocalPort());
            }
        }
    }

    /**
     * Starts a new broker without waiting for it.
     *
     * @param folder for its configuration and data; made if missing, deleted by {@link #close}
     * @param logFile what the broker says goes here
     */
    public static KafkaBroker launch(Path folder, Path logFile) throws IOException {
        KafkaBroker broker = new KafkaBroker(folder.toAbsolutePath(), logFile.toAbsolutePath());
        Files.createDirectories(broker.folder);
        Files.createDirectories(broker.logFile.getParent());
        broker.ports = Ports.free();
        broker.fork();
        Runtime.getRuntime().addShutdownHook(broker.onExit);
        return broker;
    }

    /** Starts a new broker and waits until it answers. */
    public static KafkaBroker start(Path folder, Path logFile) throws IOException, InterruptedException {
        KafkaBroker broker = launch(folder, logFile);
        try {
            broker.awaitReady();
            return broker;
        } catch (IOException | InterruptedException | RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /** {@code host:port} for clients. */
    public String bootstrapServers() {
        return "127.0.0.1:" + ports.broker();
    }

    /** The process id of the broker's JVM. */
    public long pid() {
        return process.pid();
    }

    public Path logFile() {
        return logFile;
    }

    /**
     * Waits until the broker answers an admin client. A port that another program took in the
     * meantime is replaced by another one.
     *
     * @throws IOException when the broker's JVM ended or did not answer in time, with the end of its log
     */
    public void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        for (int launch = 1; ; ) {
            if (answers()) {
                return;
            }
            if (!process.isAlive()) {
                if (launch++ == LAUNCHES || !portWasTaken()) {
                    throw new IOException("The Kafka broker ended while starting. " + endOfLog());
                }
                ports = Ports.free();
                Folders.delete(folder);
                fork();
            } else if (System.nanoTime() > deadline) {
                throw new IOException("The Kafka broker did not answer within " + START_TIMEOUT.toSeconds() + " s at "
                        + bootstrapServers() + ". " + endOfLog());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** Ends the broker's JVM without warning, as {@code kill -9} does. Its data stay as they are. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts the killed broker again, on its port and with its data, and waits until it answers. */
    public void restart() throws IOException, InterruptedException {
        if (process.isAlive()) {
            throw new IllegalStateException("The Kafka broker is running: kill it first.");
        }
        fork();
        awaitReady();
    }

    /** Stops the broker and deletes its folder. */
    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
            stopProcess();
            Folders.delete(folder);
        } catch (IllegalStateException e) {
            stopProcess(); // The JVM is going down; the hook may be deleting the data at this moment.
        }
    }

    private void fork() throws IOException {
        Files.createDirectories(folder);
        Path properties = folder.resolve("server.properties");
        Files.writeString(properties, serverProperties(), UTF_8);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(
                java.toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.awt.headless=true",
                "-Dlog4j2.configurationFile=classpath:io/flinkdelta/examples/kafka-broker-log4j2.xml",
                KafkaBrokerProcess.class.getName(),
                properties.toString());
        builder.environment().put("CLASSPATH", absoluteClassPath());
        builder.directory(folder.toFile());
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
        process = builder.start();
    }

    private static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static String absoluteClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> new File(entry).getAbsolutePath())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String serverProperties() {
        String broker = "127.0.0.1:" + ports.broker();
        String controller = "127.0.0.1:" + ports.controller();
        return Stream.of(
                        "process.roles=broker,controller",
                        "node.id=1",
                        "controller.quorum.voters=1@" + controller,
                        "controller.listener.names=CONTROLLER",
                        "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                        "listeners=PLAINTEXT://" + broker + ",CONTROLLER://" + controller,
                        "advertised.listeners=PLAINTEXT://" + broker,
                        "log.dirs=data", // relative, because Kafka takes a comma in the path for a separator
                        "num.network.threads=2",
                        "num.io.threads=2",
                        "log.cleaner.enable=false",
                        "auto.create.topics.enable=false",
                        "offsets.topic.num.partitions=1",
                        "offsets.topic.replication.factor=1",
                        "transaction.state.log.num.partitions=1",
                        "transaction.state.log.replication.factor=1",
                        "transaction.state.log.min.isr=1",
                        "share.coordinator.state.topic.num.partitions=1",
                        "share.coordinator.state.topic.replication.factor=1",
                        "share.coordinator.state.topic.min.isr=1",
                        "group.initial.rebalance.delay.ms=0",
                        "controlled.shutdown.enable=false")
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private boolean answers() throws InterruptedException {
        Map<String, Object> settings = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers(),
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                2000,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                1000);
        if (!portIsOpen()) {
            return false;
        }
        try (Admin admin = Admin.create(settings)) {
            return !admin.describeCluster(new DescribeClusterOptions().timeoutMs(2000))
                    .nodes()
                    .get()
                    .isEmpty();
        } catch (ExecutionException e) {
            return false;
        }
    }

    private boolean portIsOpen() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(loopback(), ports.broker()), 1000);
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private void stopProcess() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void stopAndDelete() {
        stopProcess();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            LOG.warn("The broker's folder {} was left behind.", folder, e);
        }
    }

    private boolean portWasTaken() {
        return lastLogLines(200).stream().anyMatch(line -> line.contains("Address already in use"));
    }

    private String endOfLog() {
        return "Its log, " + logFile + ", ends with:\n  " + String.join("\n  ", lastLogLines(SHOWN_LOG_LINES));
    }

    private List<String> lastLogLines(int count) {
        try {
            List<String> lines = Files.exists(logFile) ? Files.readAllLines(logFile, UTF_8) : List.of();
            return lines.subList(Math.max(0, lines.size() - count), lines.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
