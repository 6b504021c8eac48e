/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.snapshot;

import io.flinkdelta.benchmarks.snapshot.SnapshotSide.Range;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One side in a JVM of its own, with a heap of a certain size: the first listing of the JVM is the cold
 * one. Runs {@link SideProgram}, which prints its figures as {@code name value} lines.
 */
final class SideProcess {
    private final String heap;
    private final Path table;

    /**
     * For one table.
     *
     * @param heap as after {@code -Xmx}
     */
    SideProcess(String heap, Path table) {
        this.heap = heap;
        this.table = table;
    }

    /** The figures of one run. */
    Map<String, Double> run(SideProgram.Side side, SideProgram.Task task, int repetitions, Range range)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heap);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(SideProgram.class.getName());
        command.addAll(List.of(
                side.name(),
                task.name(),
                table.toString(),
                Integer.toString(repetitions),
                range.day().toString(),
                Long.toString(range.firstId()),
                Long.toString(range.endId())));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IllegalStateException(side + " failed to " + task + " with " + exit + ": " + output);
            }
            return figures(output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, Double> figures(String output) {
        Map<String, Double> figures = new LinkedHashMap<>();
        output.lines().forEach(line -> {
            int space = line.indexOf(' ');
            figures.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
        });
        return figures;
    }
}
