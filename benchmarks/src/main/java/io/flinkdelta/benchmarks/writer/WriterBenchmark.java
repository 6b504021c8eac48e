/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import io.flinkdelta.benchmarks.rows.RowFile;
import io.flinkdelta.benchmarks.rows.RowGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;

/**
 * Rows per second of our data file writer against the RowData writer of flink-parquet: one thread, no
 * Flink job, one file a run; the two take turns.
 */
public final class WriterBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Writes the same rows into one Parquet file with our writer and with flink-parquet's, in turns.";
    private static final double NANOS_PER_SECOND = 1e9;

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
                    measure(table, options, work, figures);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static void measure(WriterTable table, WriterOptions options, WorkFolder work, Figures figures)
            throws IOException {
        RowGenerator generator = table.generator(options.money());
        Path rowFile = work.resolve("rows");
        long count = RowFile.write(rowFile, generator, 0, 1, options.rows(table));
        RowFile.Rows rows = RowFile.load(rowFile, generator.rowType().getFieldCount());
        WriterSide delta = new DeltaWriterSide(generator.rowType(), options.codec());
        WriterSide flink = new FlinkWriterSide(generator.rowType(), options.codec());
        List<Double> deltaSeconds = new ArrayList<>();
        List<Double> flinkSeconds = new ArrayList<>();
        for (int round = 1 - options.warmUpRounds(); round <= options.rounds(); round++) {
            for (WriterSide side : List.of(delta, flink, flink, delta)) {
                double seconds = write(side, rows, count, work, table);
                if (round > 0) {
                    (side == delta ? deltaSeconds : flinkSeconds).add(seconds);
                }
            }
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < deltaSeconds.size(); i++) {
            ratios.add(flinkSeconds.get(i) / deltaSeconds.get(i));
        }
        String name = table.figure();
        figures.count("writer_rows_" + name, count);
        figures.rounded(
                "writer_delta_rows_per_s_" + name,
                count / Samples.of(deltaSeconds).median());
        figures.rounded(
                "writer_flink_rows_per_s_" + name,
                count / Samples.of(flinkSeconds).median());
        figures.decimal(
                "writer_ratio_min_vs_flink_parquet_" + name, Samples.of(ratios).min());
        figures.decimal(
                "writer_ratio_max_vs_flink_parquet_" + name, Samples.of(ratios).max());
        figures.decimal(
                "writer_ratio_vs_flink_parquet_" + name, Samples.of(ratios).median());
    }

    private static double write(WriterSide side, RowFile.Rows rows, long count, WorkFolder work, WriterTable table)
            throws IOException {
        Path target = Files.createDirectories(work.resolve("target"));
        rows.rewind();
        System.gc();
        long start = System.nanoTime();
        Path file = side.write(rows, target);
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        long found;
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            found = reader.getRecordCount();
        }
        if (found != count) {
            throw new IllegalStateException("wrote " + count + " rows with " + side.name() + ", found " + found);
        }
        System.err.printf(
                Locale.ROOT,
                "writer %s: %s %.0f rows/s, %d bytes%n",
                table.figure(),
                side.name(),
                count / seconds,
                Files.size(file));
        WorkFolder.delete(target);
        return seconds;
    }
}
