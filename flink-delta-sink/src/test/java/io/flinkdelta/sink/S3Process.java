/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** A server that speaks the protocol of S3 (s3proxy), in a process of its own; a bucket is a folder. */
final class S3Process implements AutoCloseable {
    static final String SECRET = "the-very-secret-key";
    private static final String BUCKET = "bucket";
    private static final Duration START = Duration.ofMinutes(1);

    private final int port;
    private final Process process;

    S3Process(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("objects").resolve(BUCKET));
        port = freePort();
        Path settings = Files.writeString(
                folder.resolve("s3proxy.properties"), """
                s3proxy.endpoint=http://127.0.0.1:%d
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=user
                s3proxy.credential=%s
                jclouds.provider=filesystem-nio2
                jclouds.filesystem.basedir=%s
                jclouds.identity=user
                jclouds.credential=%2$s
                """.formatted(port, SECRET, folder.resolve("objects")));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("s3proxy.log").toFile())
                .start();
        awaitStart(folder.resolve("s3proxy.log"));
    }

    String table(String path) {
        return "s3a://" + BUCKET + "/" + path;
    }

    /** What a user sets. */
    Map<String, String> options() {
        return Map.of(
                "fs.s3a.endpoint", "http://127.0.0.1:" + port,
                "fs.s3a.endpoint.region", "us-east-1",
                "fs.s3a.path.style.access", "true",
                "fs.s3a.connection.ssl.enabled", "false",
                "fs.s3a.access.key", "user",
                "fs.s3a.secret.key", SECRET,
                "fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
    }

    /** The same. */
    Configuration hadoop() {
        Configuration hadoop = new Configuration();
        options().forEach(hadoop::set);
        return hadoop;
    }

    private void awaitStart(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("the server did not start: " + Files.readString(log));
            }
            Thread.sleep(20);
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

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
