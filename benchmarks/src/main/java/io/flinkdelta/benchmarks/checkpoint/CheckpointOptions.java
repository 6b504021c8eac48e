/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.checkpoint;

import io.flinkdelta.benchmarks.harness.Options;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench checkpoint}. */
@Command(
        name = "checkpoint",
        description = CheckpointBenchmark.DESCRIPTION,
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class CheckpointOptions {
    private static final long QUICK_FILES = 2_000;

    @Option(names = "--files", description = "Live files of the table (default: ${DEFAULT-VALUE}).")
    private long files = 1_000_000;

    @Option(names = "--rounds", description = "Checkpoints that each side writes (default: ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--heap", description = "Heap of each side's JVM, as after -Xmx (default: ${DEFAULT-VALUE}).")
    private String heap = "1g";

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "A small table, one round: shows that it works, not how fast.")
    private boolean quick;

    void check() {
        Options.requireAtLeast("--files", files, 1);
        Options.requireAtLeast("--rounds", rounds, 1);
    }

    long files() {
        return quick ? QUICK_FILES : files;
    }

    int rounds() {
        return quick ? 1 : rounds;
    }

    String heap() {
        return heap;
    }

    Optional<Path> folder() {
        return folder;
    }
}
