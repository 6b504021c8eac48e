/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one run of the command {@code flink-delta} came to, in a JVM of its own.
 *
 * @param out standard output
 * @param err standard error
 */
record CommandLineProcess(int exitCode, String out, String err) {

    static CommandLineProcess run(Path scratch, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.flinkdelta.cli.Main"));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(scratch, "command", ".out");
        Path err = Files.createTempFile(scratch, "command", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("the command does not end: " + List.of(arguments));
        }
        return new CommandLineProcess(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
