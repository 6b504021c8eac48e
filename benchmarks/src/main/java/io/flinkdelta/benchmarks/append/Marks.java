/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Points in time that the tasks of a job leave for the benchmark, as files of a folder. Tasks and
 * benchmark run in one JVM, so {@link System#nanoTime} is one clock for all.
 */
final class Marks {
    private Marks() {}

    static void set(String folder, String name) throws IOException {
        long now = System.nanoTime();
        Files.writeString(Path.of(folder).resolve(name), Long.toString(now));
    }

    static long nanos(Path folder, String name) throws IOException {
        return Long.parseLong(Files.readString(folder.resolve(name)));
    }
}
