/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.snapshot;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.MeasuredJvm;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import io.flinkdelta.benchmarks.snapshot.SideProgram.Side;
import io.flinkdelta.benchmarks.snapshot.SideProgram.Task;
import io.flinkdelta.benchmarks.snapshot.SnapshotSide.Range;
import io.flinkdelta.benchmarks.table.LargeTable;
import io.flinkdelta.benchmarks.table.LargeTableLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How long it takes to list the live files of a large table, all of them and those of one partition and a
 * range of ids, with their statistics: ours against Delta Kernel's default engine. Each listing begins
 * with nothing but the path. The sides take turns, each time in a new JVM with the same heap.
 */
public final class SnapshotBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Lists the files of a table of 1,000,000, all and pruned, against Delta Kernel, in turns.";

    /** No checkpoint but the first: what is measured is the same in every run. */
    private static final Map<String, String> PROPERTIES = Map.of("delta.checkpointInterval", "1000000");

    @Override
    public String name() {
        return "snapshot";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        SnapshotOptions options = new SnapshotOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        try (WorkFolder work = WorkFolder.create(options.folder())) {
            Path folder = options.table().orElse(work.resolve("table"));
            LargeTableLog log = options.log();
            System.err.println("snapshot: making a table of " + log.files() + " files, unless it is there");
            log.writeTo(folder, PROPERTIES);
            MeasuredJvm jvm = new MeasuredJvm(List.of("-Xmx" + options.heap()));
            new Run(options, folder, log, jvm, new Figures(out)).measure();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring", e);
        }
    }

    /** One run of the benchmark. */
    private record Run(SnapshotOptions options, Path folder, LargeTableLog log, MeasuredJvm jvm, Figures figures) {
        void measure() throws IOException, InterruptedException {
            compare(Task.LOAD, "load");
            compare(Task.SCAN, "scan_pruned");
            System.err.println("snapshot: the files in memory");
            Map<String, Double> index = run(Side.DELTA, Task.INDEX);
            requireSame("files", index.get("files"), (double) log.files());
            figures.decimal("snapshot_index_ms", index.get("cold_ms"));
            figures.decimal("snapshot_indexed_list_ms", index.get("list_ms"));
            figures.decimal("snapshot_indexed_scan_pruned_ms", index.get("scan_ms"));
            figures.decimal("refresh_ms_per_commit", index.get("refresh_ms_per_commit"));
            figures.rounded("bytes_per_file", index.get("heap_bytes_per_file"));
            figures.rounded("bytes_per_file_estimated", index.get("estimated_bytes_per_file"));
        }

        private Map<String, Double> run(Side side, Task task) throws IOException, InterruptedException {
            return jvm.run(
                    SideProgram.class, SideProgram.arguments(side, task, folder, options.repetitions(), range()));
        }

        private void compare(Task task, String what) throws IOException, InterruptedException {
            Map<Side, List<Map<String, Double>>> runs = new EnumMap<>(Side.class);
            for (int round = 0; round < options.rounds(); round++) {
                for (Side side : Side.values()) {
                    System.err.println("snapshot: " + what + ", round " + (round + 1) + ", " + side);
                    runs.computeIfAbsent(side, key -> new ArrayList<>()).add(run(side, task));
                }
            }
            List<Map<String, Double>> ours = runs.get(Side.DELTA);
            List<Map<String, Double>> theirs = runs.get(Side.KERNEL);
            for (String listed : List.of("files", "bytes", "characters")) {
                requireSame(listed, ours.get(0).get(listed), theirs.get(0).get(listed));
            }
            figures.count(
                    "snapshot_" + what + "_files", ours.get(0).get("files").longValue());
            print("snapshot_" + what, "cold_ms", "", ours, theirs);
            if (options.repetitions() > 1) {
                print("snapshot_" + what, "warm_ms", "_warm", ours, theirs);
            }
        }

        private void print(
                String name,
                String figure,
                String suffix,
                List<Map<String, Double>> ours,
                List<Map<String, Double>> theirs) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < ours.size(); i++) {
                ratios.add(theirs.get(i).get(figure) / ours.get(i).get(figure));
            }
            figures.decimal(
                    name + suffix + "_ratio_vs_kernel", Samples.of(ratios).median());
            figures.decimal(
                    name + suffix + "_ms_" + label(Side.DELTA),
                    Samples.of(ours, figure).median());
            figures.decimal(
                    name + suffix + "_ms_" + label(Side.KERNEL),
                    Samples.of(theirs, figure).median());
        }

        private static String label(Side side) {
            return side.name().toLowerCase(Locale.ROOT);
        }

        /** A tenth of the ids of the day in the middle. */
        private Range range() {
            LargeTable table = log.table();
            long middle = table.files() / 2;
            long files = Math.max(1, table.files() / table.days() / 10);
            return new Range(
                    LocalDate.parse(table.day(middle)),
                    middle * LargeTable.ROWS_PER_FILE,
                    (middle + files) * LargeTable.ROWS_PER_FILE);
        }

        private static void requireSame(String what, Double ours, Double others) {
            if (!ours.equals(others)) {
                throw new IllegalStateException("listed other " + what + ": " + ours + ", not " + others);
            }
        }
    }
}
