/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.snapshot;

import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.table.LargeTable;
import io.flinkdelta.benchmarks.table.LargeTableLog;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench snapshot}. */
@Command(
        name = "snapshot",
        description = SnapshotBenchmark.DESCRIPTION,
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class SnapshotOptions {
    private static final int DAYS = 1_000;
    private static final int PARTS = 10;
    private static final int COMMITS = 50;
    private static final int FILES_PER_COMMIT = 20;
    private static final int QUICK_FILES = 20_000;

    @Option(names = "--files", description = "Live files of the checkpoint (default: ${DEFAULT-VALUE}).")
    private int files = 1_000_000;

    @Option(names = "--rounds", description = "Pairs of new JVMs, one for each side (default: ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(
            names = "--repetitions",
            description = "Listings in each JVM, of which the first is the cold one (default: ${DEFAULT-VALUE}).")
    private int repetitions = 4;

    @Option(names = "--heap", description = "Heap of each JVM, as after -Xmx (default: ${DEFAULT-VALUE}).")
    private String heap = "1g";

    @Option(
            names = "--table",
            description = "Folder that keeps the table, so that the next run need not make it"
                    + " (default: made in --folder and deleted).")
    private Optional<Path> table = Optional.empty();

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "A small table and one round: shows that it works, not how fast.")
    private boolean quick;

    void check() {
        Options.requireAtLeast("--files", files, DAYS);
        Options.requireAtLeast("--rounds", rounds, 1);
        Options.requireAtLeast("--repetitions", repetitions, 1);
    }

    LargeTableLog log() {
        return new LargeTableLog(new LargeTable(quick ? QUICK_FILES : files, DAYS), PARTS, COMMITS, FILES_PER_COMMIT);
    }

    int rounds() {
        return quick ? 1 : rounds;
    }

    int repetitions() {
        return quick ? 2 : repetitions;
    }

    String heap() {
        return heap;
    }

    Optional<Path> table() {
        return table;
    }

    Optional<Path> folder() {
        return folder;
    }
}
