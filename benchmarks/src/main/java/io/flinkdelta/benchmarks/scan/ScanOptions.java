/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import io.flinkdelta.benchmarks.harness.Options;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench scan}. */
@Command(name = "scan", description = ScanBenchmark.DESCRIPTION, sortOptions = false, mixinStandardHelpOptions = true)
final class ScanOptions {
    private static final long DEFAULT_ROWS = 16_000_000;
    private static final long QUICK_ROWS = 40_000;

    @Option(names = "--case", description = "Only this one; may be repeated. One of: ${COMPLETION-CANDIDATES}.")
    private List<ScanCase> cases = List.of(ScanCase.values());

    @Option(names = "--rows", description = "Rows of the table (default: " + DEFAULT_ROWS + ").")
    private Optional<Long> rows = Optional.empty();

    @Option(
            names = "--rounds",
            description = "Rounds in which each side runs twice for each case, after a round of warm-up (default:"
                    + " ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--parallelism", description = "Readers on each side (default: ${DEFAULT-VALUE}).")
    private int parallelism = 2;

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "A few rows, each side once: shows that it works, not how fast.")
    private boolean quick;

    void check() {
        rows.ifPresent(count -> Options.requireAtLeast("--rows", count, 100));
        Options.requireAtLeast("--rounds", rounds, 1);
        Options.requireAtLeast("--parallelism", parallelism, 1);
    }

    List<ScanCase> cases() {
        return List.copyOf(cases);
    }

    /** Of which each file has as many. */
    long rows() {
        long count = rows.orElse(quick ? QUICK_ROWS : DEFAULT_ROWS);
        return count - count % ScanTable.FILES;
    }

    int rounds() {
        return quick ? 1 : rounds;
    }

    /** Round 0 is for warming up. */
    int firstRound() {
        return quick ? 1 : 0;
    }

    int parallelism() {
        return parallelism;
    }

    Optional<Path> folder() {
        return folder;
    }
}
