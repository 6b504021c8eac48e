/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the processes said. */
record ProcessLogs(Path folder) {
    private static final int SHOWN_LINES = 12;

    /** In how many lines of the logs whose names match {@code names} the text is. */
    long count(String names, String text) throws IOException {
        long count = 0;
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, names)) {
            for (Path log : logs) {
                try (Stream<String> lines = Files.lines(log)) {
                    count += lines.filter(line -> line.contains(text)).count();
                }
            }
        }
        return count;
    }

    /** The last lines of each. */
    void tails(Consumer<String> out) throws IOException {
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder)) {
            for (Path log : logs) {
                List<String> lines = new ArrayList<>(Files.readAllLines(log));
                out.accept(log + " ends with:");
                lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size())
                        .forEach(line -> out.accept("  " + line));
            }
        }
    }
}
