/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.commit;

import io.flinkdelta.benchmarks.harness.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench commit}. */
@Command(
        name = "commit",
        description = CommitBenchmark.DESCRIPTION,
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class CommitOptions {
    private static final List<Integer> FILES = List.of(10, 1_000, 100_000);
    private static final List<Integer> QUICK_FILES = List.of(10, 100, 1_000);
    private static final int WARM_UP = 100;
    private static final int QUICK_COMMITS = 25;

    @Option(names = "--commits", description = "Measured commits to each table (default: ${DEFAULT-VALUE}).")
    private int commits = 300;

    @Option(
            names = "--pause-ms",
            description = "Milliseconds between two commits to the same table, as a job with checkpoints has"
                    + " (default: ${DEFAULT-VALUE}).")
    private long pauseMillis = 200;

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "Small tables and few commits: shows that it works, not how fast.")
    private boolean quick;

    void check() {
        Options.requireAtLeast("--commits", commits, 1);
        Options.requireAtLeast("--pause-ms", pauseMillis, 0);
    }

    /** The live files of the tables, ascending. */
    List<Integer> files() {
        return quick ? QUICK_FILES : FILES;
    }

    int warmUp() {
        return quick ? 0 : WARM_UP;
    }

    int commits() {
        return quick ? QUICK_COMMITS : commits;
    }

    long pauseMillis() {
        return quick ? 0 : pauseMillis;
    }

    Optional<Path> folder() {
        return folder;
    }
}
