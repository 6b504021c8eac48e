/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.tail;

import io.flinkdelta.benchmarks.harness.Options;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench tail}. */
@Command(name = "tail", description = TailBenchmark.DESCRIPTION, sortOptions = false, mixinStandardHelpOptions = true)
final class TailOptions {
    private static final int QUICK_COMMITS = 20;
    private static final int QUICK_VERSIONS = 2_000;

    @Option(names = "--commits", description = "Commits whose delay is measured (default: ${DEFAULT-VALUE}).")
    private int commits = 600;

    @Option(names = "--commits-per-s", description = "Commits per second (default: ${DEFAULT-VALUE}).")
    private int commitsPerSecond = 10;

    @Option(names = "--interval-ms", description = "scan.monitor-interval in milliseconds (default: ${DEFAULT-VALUE}).")
    private int intervalMillis = 1_000;

    @Option(
            names = "--versions",
            description =
                    "Versions that the enumerator follows while its heap is measured (default:" + " ${DEFAULT-VALUE}).")
    private int versions = 100_000;

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "A few commits: shows that it works, not how fast.")
    private boolean quick;

    void check() {
        Options.requireAtLeast("--commits", commits, 1);
        Options.requireAtLeast("--commits-per-s", commitsPerSecond, 1);
        Options.requireAtLeast("--interval-ms", intervalMillis, 1);
        Options.requireAtLeast("--versions", versions, EnumeratorHeap.PARTS);
    }

    int commits() {
        return quick ? QUICK_COMMITS : commits;
    }

    Duration betweenCommits() {
        return Duration.ofSeconds(1).dividedBy(commitsPerSecond);
    }

    Duration interval() {
        return Duration.ofMillis(intervalMillis);
    }

    int versions() {
        return quick ? QUICK_VERSIONS : versions;
    }

    Optional<Path> folder() {
        return folder;
    }
}
