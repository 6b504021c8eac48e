/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.rows.LineItemRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code bench writer}. */
@Command(
        name = "writer",
        description = WriterBenchmark.DESCRIPTION,
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class WriterOptions {
    private static final long QUICK_ROWS = 5_000;

    @Option(names = "--case", description = "Only these rows; may be repeated. One of: ${COMPLETION-CANDIDATES}.")
    private List<WriterTable> tables = List.of(WriterTable.values());

    @Option(names = "--rows", description = "Rows of a run; by default as many as take some seconds.")
    private Optional<Long> rows = Optional.empty();

    @Option(
            names = "--rounds",
            description = "Rounds of four runs (ours, theirs, theirs, ours) after two rounds of warm-up (default:"
                    + " ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(names = "--codec", description = "snappy, zstd, gzip or uncompressed (default: ${DEFAULT-VALUE}).")
    private String codec = "snappy";

    @Option(
            names = "--money",
            description = "The type of quantities and prices in lineitem, one of: ${COMPLETION-CANDIDATES} (default:"
                    + " ${DEFAULT-VALUE}).")
    private LineItemRows.Money money = LineItemRows.Money.DECIMAL;

    @Option(names = "--folder", description = "Where to write (default: the folder for temporary files).")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--quick", description = "A few rows and one round: shows that it works, not how fast.")
    private boolean quick;

    void check() {
        rows.ifPresent(count -> Options.requireAtLeast("--rows", count, 1));
        Options.requireAtLeast("--rounds", rounds, 1);
    }

    List<WriterTable> tables() {
        return List.copyOf(tables);
    }

    long rows(WriterTable table) {
        return rows.orElse(quick ? QUICK_ROWS : table.defaultRows());
    }

    int rounds() {
        return quick ? 1 : rounds;
    }

    int warmUpRounds() {
        return quick ? 0 : 2;
    }

    String codec() {
        return codec;
    }

    LineItemRows.Money money() {
        return money;
    }

    Optional<Path> folder() {
        return folder;
    }
}
