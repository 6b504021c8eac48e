/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Another JVM on this one's classpath, spoken to by its standard input and output. */
public final class ForkedJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final PrintWriter input;

    /** Runs {@code main}. */
    public ForkedJvm(Class<?> main, Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        process = builder.start();
        output = process.inputReader(StandardCharsets.UTF_8);
        input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    }

    /** Reads its output up to this line, which is to come; gives the lines before it. */
    public List<String> readUntil(String last) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); !last.equals(line); line = output.readLine()) {
            if (line == null) {
                throw new AssertionError("the process ended early:\n" + String.join("\n", lines));
            }
            lines.add(line);
        }
        return lines;
    }

    /** Writes a line to its input. */
    public void send(String line) {
        input.println(line);
    }

    @Override
    public void close() throws IOException {
        input.close();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new AssertionError("the process did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
