/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A server that speaks the protocol of S3 (s3proxy), in a process of its own; a bucket is a folder. */
final class S3Emulator implements AutoCloseable {
    private static final String BUCKET = "bucket";
    private static final String USER = "benchmark";
    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final int port;
    private final Process process;

    /**
     * Starts it.
     *
     * @param folder for its objects, not there yet
     */
    S3Emulator(Path folder) throws IOException, InterruptedException {
        Path objects = folder.resolve("objects");
        Files.createDirectories(objects.resolve(BUCKET));
        port = freePort();
        Path settings = Files.writeString(folder.resolve("s3proxy.properties"), """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=%s
                s3proxy.credential=%2$s
                jclouds.provider=filesystem-nio2
                jclouds.filesystem.basedir=%s
                jclouds.identity=%2$s
                jclouds.credential=%2$s
                """.formatted(port, USER, objects));
        Path log = folder.resolve("s3proxy.log");
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        awaitStart(log);
    }

    /** Where tables can be made. */
    String location() {
        return "s3a://" + BUCKET + "/tables";
    }

    /** How S3A finds it. */
    Map<String, String> hadoopOptions() {
        return Map.ofEntries(
                Map.entry("fs.s3a.endpoint", "http://127.0.0.1:" + port),
                Map.entry("fs.s3a.endpoint.region", "us-east-1"),
                Map.entry("fs.s3a.path.style.access", "true"),
                Map.entry("fs.s3a.connection.ssl.enabled", "false"),
                Map.entry("fs.s3a.connection.maximum", "128"),
                Map.entry("fs.s3a.access.key", USER),
                Map.entry("fs.s3a.secret.key", USER),
                Map.entry("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider"));
    }

    private void awaitStart(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        "s3proxy did not start; its jars must be on the class path, see docs/benchmarks.md: "
                                + Files.readString(log));
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** When it returns, nothing is written to the folder any more. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
