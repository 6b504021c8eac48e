/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Rows per second of the Delta source against Flink's FileSource, in one run: the same Parquet files, the same
 * parallelism, a sink that throws the rows away; the two take turns. And what deletion vectors cost our source.
 */
public final class ScanBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Reads the same Parquet files through the Delta source and through Flink's FileSource, in turns.";

    @Override
    public String name() {
        return "scan";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        ScanOptions options = new ScanOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        Figures figures = new Figures(out);
        try (WorkFolder work = WorkFolder.create(options.folder())) {
            System.err.println("scan: making " + options.rows() + " rows");
            ScanTable table = ScanTable.create(work.resolve("table"), options.rows());
            ScanJob job = new ScanJob(work, table, options.parallelism());
            figures.count("scan_rows", table.rows());
            for (ScanCase scanCase : options.cases()) {
                compare(job, scanCase, options, figures);
            }
            compareHidden(job, options, figures);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static void compare(ScanJob job, ScanCase scanCase, ScanOptions options, Figures figures)
            throws IOException {
        long rowsOut = scanCase.rowsOut(job.table().rows());
        Turn delta = () -> seconds(job, new DeltaScan(false), scanCase, rowsOut);
        Turn filesource = () -> seconds(job, new FileScan(), scanCase, rowsOut);
        Turns turns = Turns.take(delta, filesource, options);
        String name = scanCase.figure();
        figures.rounded("scan_delta_rows_per_s_" + name, job.table().rows() / turns.firstSeconds());
        figures.rounded("scan_filesource_rows_per_s_" + name, job.table().rows() / turns.secondSeconds());
        figures.decimal("scan_ratio_min_vs_filesource_" + name, turns.ratios().min());
        figures.decimal("scan_ratio_max_vs_filesource_" + name, turns.ratios().max());
        figures.decimal("scan_ratio_vs_filesource_" + name, turns.ratios().median());
    }

    private static void compareHidden(ScanJob job, ScanOptions options, Figures figures) throws IOException {
        ScanTable table = job.table();
        Turn hidden = () -> seconds(job, new DeltaScan(true), ScanCase.ALL, table.liveRows());
        Turn whole = () -> seconds(job, new DeltaScan(false), ScanCase.ALL, table.rows());
        Turns turns = Turns.take(hidden, whole, options);
        figures.rounded("scan_delta_rows_per_s_hidden", table.rows() / turns.firstSeconds());
        figures.decimal("scan_deletion_vector_cost", 1 / turns.ratios().median() - 1);
    }

    private static double seconds(ScanJob job, ScanSide side, ScanCase scanCase, long rowsOut) throws IOException {
        double seconds = job.run(side, scanCase, rowsOut);
        System.err.printf(Locale.ROOT, "scan %s %s: %.2f s%n", scanCase.figure(), side.name(), seconds);
        return seconds;
    }

    /** One run; gives its seconds. */
    @FunctionalInterface
    private interface Turn {
        double run() throws IOException;
    }

    /** The seconds of two sides, run after run. */
    private record Turns(List<Double> first, List<Double> second) {
        static Turns take(Turn one, Turn other, ScanOptions options) throws IOException {
            Turns turns = new Turns(new ArrayList<>(), new ArrayList<>());
            for (int round = options.firstRound(); round <= options.rounds(); round++) {
                double oneBefore = one.run();
                double otherBefore = other.run();
                double otherAfter = other.run();
                double oneAfter = one.run();
                if (round > 0) {
                    turns.first.addAll(List.of(oneBefore, oneAfter));
                    turns.second.addAll(List.of(otherBefore, otherAfter));
                }
            }
            return turns;
        }

        double firstSeconds() {
            return Samples.of(first).median();
        }

        double secondSeconds() {
            return Samples.of(second).median();
        }

        /** How much faster the first is, pair by pair. */
        Samples ratios() {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < first.size(); i++) {
                ratios.add(second.get(i) / first.get(i));
            }
            return Samples.of(ratios);
        }
    }
}
