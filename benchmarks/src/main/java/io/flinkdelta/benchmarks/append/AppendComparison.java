/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Gathers the runs of one case, pair by pair, and prints what they come to. */
final class AppendComparison {
    private static final double MICROS_PER_SECOND = 1e6;

    private final AppendCase appendCase;
    private final long rows;
    private final List<AppendJob.Run> delta = new ArrayList<>();
    private final List<AppendJob.Run> filesink = new ArrayList<>();

    AppendComparison(AppendCase appendCase, long rows) {
        this.appendCase = appendCase;
        this.rows = rows;
    }

    /** Two runs, one right after the other. */
    void add(AppendJob.Run deltaRun, AppendJob.Run filesinkRun) {
        delta.add(deltaRun);
        filesink.add(filesinkRun);
    }

    /** Each row is there once, or the speed means nothing. */
    void requireExact(AppendSide side, AppendJob.Run run) {
        if (run.written().rows() != rows) {
            throw new IllegalStateException("wrote " + rows + " rows through " + side.name() + ", found "
                    + run.written().rows());
        }
    }

    String describe(int round, AppendSide side, AppendJob.Run run) {
        return String.format(
                Locale.ROOT,
                "%s %s: %.0f rows/s, %.2f s, %d files, %d bytes",
                round == 0 ? "warm-up" : "round " + round,
                side.name(),
                rowsPerSecond(run),
                run.seconds(),
                run.written().files(),
                run.written().bytes());
    }

    void print(Figures figures, AppendSettings settings, double sourceSeconds) {
        String name = appendCase.figure();
        figures.text("append_settings_" + name, settings.describe());
        figures.count("append_rows_" + name, rows);
        figures.rounded("append_source_rows_per_s_" + name, rows / sourceSeconds);
        printSide(figures, "delta", delta);
        printSide(figures, "filesink", filesink);
        List<Double> speed = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < delta.size(); i++) {
            speed.add(filesink.get(i).seconds() / delta.get(i).seconds());
            cpu.add(filesink.get(i).cpuSeconds() / delta.get(i).cpuSeconds());
        }
        figures.decimal("append_cpu_ratio_vs_filesink_" + name, Samples.of(cpu).median());
        figures.decimal(
                "append_ratio_min_vs_filesink_" + name, Samples.of(speed).min());
        figures.decimal(
                "append_ratio_max_vs_filesink_" + name, Samples.of(speed).max());
        figures.decimal("append_ratio_vs_filesink_" + name, Samples.of(speed).median());
    }

    private void printSide(Figures figures, String side, List<AppendJob.Run> runs) {
        String name = appendCase.figure();
        figures.rounded("append_" + side + "_rows_per_s_" + name, median(runs, this::rowsPerSecond));
        figures.decimal(
                "append_" + side + "_cpu_micros_per_row_" + name,
                median(runs, run -> run.cpuSeconds() * MICROS_PER_SECOND / rows));
        figures.rounded(
                "append_" + side + "_bytes_" + name,
                median(runs, run -> run.written().bytes()));
        figures.rounded(
                "append_" + side + "_files_" + name,
                median(runs, run -> run.written().files()));
    }

    private double rowsPerSecond(AppendJob.Run run) {
        return rows / run.seconds();
    }

    private static double median(List<AppendJob.Run> runs, ToDoubleFunction<AppendJob.Run> figure) {
        return Samples.of(runs.stream().map(figure::applyAsDouble).toList()).median();
    }
}
