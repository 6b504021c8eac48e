/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JVM of its own for one measurement, as a job's first use finds it: nothing is compiled, cached or on the
 * heap from an earlier one. Its program tells each of its figures by {@link #print}; what else it writes to
 * standard output goes to the standard error of this JVM.
 *
 * @param options of the JVM, such as {@code -Xmx1g}
 */
public record MeasuredJvm(List<String> options) {
    private static final String FIGURE = "figure ";

    public MeasuredJvm {
        options = List.copyOf(options);
    }

    /** Tells a figure; called by the program. */
    public static void print(String name, double value) {
        System.out.println(FIGURE + name + " " + value);
    }

    /**
     * The figures of one run.
     *
     * @param program has the main method, on this JVM's class path
     * @throws IllegalStateException when the program fails
     */
    public Map<String, Double> run(Class<?> program, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IllegalStateException(
                        program.getSimpleName() + " " + arguments + " failed with " + exit + ": " + output);
            }
            return figures(output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Map<String, Double> figures(String output) {
        Map<String, Double> figures = new LinkedHashMap<>();
        output.lines().forEach(line -> {
            if (line.startsWith(FIGURE)) {
                int end = line.lastIndexOf(' ');
                figures.put(line.substring(FIGURE.length(), end), Double.parseDouble(line.substring(end + 1)));
            } else {
                System.err.println(line);
            }
        });
        return figures;
    }
}
