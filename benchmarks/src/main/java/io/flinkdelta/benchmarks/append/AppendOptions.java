/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.rows.LineItemRows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench append}. */
@Command(
        name = "append",
        description = AppendBenchmark.DESCRIPTION,
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class AppendOptions {
    private static final long QUICK_ROWS = 20_000;
    private static final Duration QUICK_INTERVAL = Duration.ofMillis(300);

    @Option(names = "--case", description = "Only this table; may be repeated. One of: ${COMPLETION-CANDIDATES}.")
    private List<AppendCase> cases = List.of(AppendCase.values());

    @Option(names = "--rows", description = "Rows of a run; by default as many as take some ten seconds.")
    private Optional<Long> rows = Optional.empty();

    @Option(
            names = "--rounds",
            description = "Rounds of four runs (ours, theirs, theirs, ours) after a round of warm-up (default:"
                    + " ${DEFAULT-VALUE}).")
    private int rounds = 3;

    @Option(names = "--parallelism", description = "Writers on each side (default: ${DEFAULT-VALUE}).")
    private int parallelism = 2;

    @Option(
            names = "--checkpoint-interval-ms",
            description = "Milliseconds between checkpoints (default: ${DEFAULT-VALUE}).")
    private long checkpointIntervalMillis = 3_000;

    @Option(names = "--codec", description = "snappy or zstd (default: ${DEFAULT-VALUE}).")
    private String codec = "snappy";

    @Option(
            names = "--money",
            description = "The type of quantities and prices in lineitem, one of: ${COMPLETION-CANDIDATES} (default:"
                    + " ${DEFAULT-VALUE}).")
    private LineItemRows.Money money = LineItemRows.Money.DECIMAL;

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "A few rows, each side once: shows that it works, not how fast.")
    private boolean quick;

    void check() {
        rows.ifPresent(count -> Options.requireAtLeast("--rows", count, parallelism));
        Options.requireAtLeast("--rounds", rounds, 1);
        Options.requireAtLeast("--parallelism", parallelism, 1);
        Options.requireAtLeast("--checkpoint-interval-ms", checkpointIntervalMillis, 1);
    }

    List<AppendCase> cases() {
        return List.copyOf(cases);
    }

    long rows(AppendCase appendCase) {
        return rows.orElse(quick ? QUICK_ROWS : appendCase.defaultRows());
    }

    int rounds() {
        return quick ? 1 : rounds;
    }

    /** Round 0 is for warming up. */
    int firstRound() {
        return quick ? 1 : 0;
    }

    boolean quick() {
        return quick;
    }

    LineItemRows.Money money() {
        return money;
    }

    Optional<Path> folder() {
        return folder;
    }

    AppendSettings settings(AppendCase appendCase) {
        Duration interval = quick ? QUICK_INTERVAL : Duration.ofMillis(checkpointIntervalMillis);
        return new AppendSettings(parallelism, interval, codec, appendCase.partitionColumn());
    }
}
