/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows per second of our data file writer against the RowData writer of flink-parquet, and for a table with rules
 * against one without: one thread, no Flink job, one file a run; the two take turns.
 */
public final class WriterBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Writes the same rows into one Parquet file with our writer and with flink-parquet's, and with a table's"
                    + " rules and without, in turns.";

    @Override
    public String name() {
        return "writer";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        WriterOptions options = new WriterOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        Figures figures = new Figures(out);
        try {
            for (WriterTable table : options.tables()) {
                try (WorkFolder work = WorkFolder.create(options.folder())) {
                    WriterTurns turns = new WriterTurns(table.figure(), options.rows(table), options, work);
                    table.comparison(options.money()).measure(turns, figures);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
