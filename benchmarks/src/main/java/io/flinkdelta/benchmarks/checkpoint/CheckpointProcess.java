/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.checkpoint;

import io.flinkdelta.benchmarks.checkpoint.CheckpointProgram.Side;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One side in a JVM of its own, as a job's first checkpoint finds it.
 *
 * @param heap as after {@code -Xmx}
 */
record CheckpointProcess(String heap) {

    /**
     * What one run came to.
     *
     * @param peakHeapMegabytes the peaks of the heap's pools together
     */
    record Run(double millis, double peakHeapMegabytes) {}

    Run run(Side side, Path table) throws IOException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                CheckpointProgram.class.getName(),
                side.name(),
                table.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IllegalStateException(side + " failed to write the checkpoint with " + exit + ": " + output);
            }
            Map<String, Double> figures = new HashMap<>();
            output.lines()
                    .map(line -> line.split(" "))
                    .filter(line -> line.length == 2
                            && List.of("millis", "peak_heap_mb").contains(line[0]))
                    .forEach(line -> figures.put(line[0], Double.parseDouble(line[1])));
            return new Run(figures.get("millis"), figures.get("peak_heap_mb"));
        } finally {
            process.destroyForcibly();
        }
    }
}
