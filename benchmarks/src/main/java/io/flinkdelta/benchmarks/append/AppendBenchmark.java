/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import io.flinkdelta.benchmarks.rows.RowFile;
import io.flinkdelta.benchmarks.rows.RowGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows per second of the Delta sink against Flink's FileSink, in one run: the same rows from the same
 * source, parallelism, codec, sizes of Parquet's parts and checkpoint interval; the two take turns.
 */
public final class AppendBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Appends the same rows through the Delta sink and through Flink's FileSink (Parquet), in turns.";

    @Override
    public String name() {
        return "append";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        AppendOptions options = new AppendOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        Figures figures = new Figures(out);
        try {
            for (AppendCase appendCase : options.cases()) {
                try (WorkFolder work = WorkFolder.create(options.folder())) {
                    measure(appendCase, options, work, figures);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static void measure(AppendCase appendCase, AppendOptions options, WorkFolder work, Figures figures)
            throws IOException {
        AppendSettings settings = options.settings(appendCase);
        RowGenerator generator = appendCase.generator(options.money());
        long rows = options.rows(appendCase);
        progress(appendCase, "making " + rows + " rows");
        List<String> files = rowFiles(work, generator, settings.parallelism(), rows);
        AppendJob job = new AppendJob(work, settings, generator.rowType(), files);

        AppendComparison comparison = new AppendComparison(appendCase, rows);
        AppendSide delta = new DeltaSinkSide();
        AppendSide filesink = new FileSinkSide();
        List<List<AppendSide>> turns = List.of(List.of(delta, filesink), List.of(filesink, delta));
        double sourceSeconds = job.run(new DiscardSide()).seconds();
        for (int round = options.firstRound(); round <= options.rounds(); round++) {
            for (List<AppendSide> pair : options.quick() ? turns.subList(0, 1) : turns) {
                List<AppendJob.Run> runs = new ArrayList<>();
                for (AppendSide side : pair) {
                    AppendJob.Run run = job.run(side);
                    progress(appendCase, comparison.describe(round, side, run));
                    comparison.requireExact(side, run);
                    runs.add(run);
                }
                if (round > 0) {
                    boolean deltaFirst = pair.get(0) == delta;
                    comparison.add(runs.get(deltaFirst ? 0 : 1), runs.get(deltaFirst ? 1 : 0));
                }
            }
        }
        comparison.print(
                figures,
                settings,
                Math.min(sourceSeconds, job.run(new DiscardSide()).seconds()));
    }

    private static List<String> rowFiles(WorkFolder work, RowGenerator generator, int parts, long rows)
            throws IOException {
        List<String> files = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            Path file = work.resolve("rows-" + part);
            RowFile.write(file, generator, part, parts, rows);
            files.add(file.toString());
        }
        return files;
    }

    private static void progress(AppendCase appendCase, String what) {
        System.err.println("append " + appendCase.figure() + ": " + what);
    }
}
