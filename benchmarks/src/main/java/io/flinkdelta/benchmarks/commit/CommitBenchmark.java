/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.commit;

import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * How long a small append takes to commit, by the number of live files in the table. The tables take
 * turns, so that whatever else the machine does hits all of them alike; checkpoints are written at
 * their usual interval, beside the commits.
 */
public final class CommitBenchmark implements Benchmark {
    static final String DESCRIPTION = "Commits small appends to tables of 10, 1,000 and 100,000 live files, in turns.";

    @Override
    public String name() {
        return "commit";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        CommitOptions options = new CommitOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        List<MeasuredTable> tables = new ArrayList<>();
        try (WorkFolder work = WorkFolder.create(options.folder())) {
            try {
                for (int files : options.files()) {
                    System.err.println("commit: making a table of " + files + " files");
                    tables.add(MeasuredTable.create(work.resolve("table-" + files), files));
                }
                measure(tables, options, new Figures(out));
                tables.forEach(MeasuredTable::requireExact);
            } finally {
                tables.forEach(MeasuredTable::close);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring", e);
        }
    }

    private static void measure(List<MeasuredTable> tables, CommitOptions options, Figures figures)
            throws InterruptedException {
        Map<Integer, List<Double>> millis = new TreeMap<>();
        for (MeasuredTable table : tables) {
            figures.decimal("commit_snapshot_load_ms_" + table.initialFiles(), table.loadMillis());
            millis.put(table.initialFiles(), new ArrayList<>());
        }
        System.err.println("commit: " + options.commits() + " commits to each table after " + options.warmUp()
                + " for warming up");
        for (int round = -options.warmUp(); round < options.commits(); round++) {
            for (int turn = 0; turn < tables.size(); turn++) {
                MeasuredTable table = tables.get(Math.floorMod(round + turn, tables.size()));
                double took = table.commitOne();
                if (round >= 0) {
                    millis.get(table.initialFiles()).add(took);
                }
                Thread.sleep(options.pauseMillis() / tables.size());
            }
        }
        print(millis, figures);
    }

    private static void print(Map<Integer, List<Double>> millis, Figures figures) {
        List<Samples> bySize = new ArrayList<>();
        millis.forEach((files, values) -> {
            Samples samples = Samples.of(values);
            bySize.add(samples);
            figures.decimal("commit_p50_ms_" + files, samples.median());
            figures.decimal("commit_p99_ms_" + files, samples.percentile(99));
        });
        Samples smallest = bySize.get(0);
        Samples largest = bySize.get(bySize.size() - 1);
        List<Integer> sizes = List.copyOf(millis.keySet());
        String growth = "growth_" + label(sizes.get(sizes.size() - 1)) + "_vs_" + label(sizes.get(0));
        figures.decimal("commit_p99_" + growth, largest.percentile(99) / smallest.percentile(99));
        figures.decimal("commit_p50_" + growth, largest.median() / smallest.median());
    }

    private static String label(int files) {
        return files >= 1_000 ? files / 1_000 + "k" : Integer.toString(files);
    }
}
