/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.concurrent;

import io.flinkdelta.benchmarks.concurrent.ConcurrentOptions.Store;
import io.flinkdelta.benchmarks.concurrent.ConcurrentProgram.Side;
import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.MeasuredJvm;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Writers that all append to one table at once, each with an application id: how many commits land in a second, and
 * whether every writer gets its share. Delta Kernel's transactions do the same work, with its checkpoints and checksums
 * as ours has them. The sides take turns, each time in a new JVM and with a new table.
 */
public final class ConcurrentBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Commits of 8 writers at once to one table, against Delta Kernel's transactions, in turns.";

    @Override
    public String name() {
        return "concurrent";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        ConcurrentOptions options = new ConcurrentOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        try (WorkFolder work = WorkFolder.create(options.folder())) {
            print(measure(options, work), new Figures(out));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring", e);
        }
    }

    private static Map<Side, List<Map<String, Double>>> measure(ConcurrentOptions options, WorkFolder work)
            throws IOException, InterruptedException {
        if (options.location().isPresent() || options.store() == Store.LOCAL) {
            String local = work.resolve("tables").toString();
            return measure(options, options.location().orElse(local), Map.of());
        }
        try (S3Emulator s3 = new S3Emulator(work.resolve("s3"))) {
            return measure(options, s3.location(), s3.hadoopOptions());
        }
    }

    private static Map<Side, List<Map<String, Double>>> measure(
            ConcurrentOptions options, String location, Map<String, String> hadoopOptions)
            throws IOException, InterruptedException {
        MeasuredJvm jvm = new MeasuredJvm(List.of("-Xmx1g"));
        Map<Side, List<Map<String, Double>>> runs = new EnumMap<>(Side.class);
        for (int round = 1; round <= options.rounds(); round++) {
            for (Side side : Side.values()) {
                System.err.println("concurrent: round " + round + ", " + side);
                List<String> arguments = new ArrayList<>(List.of(
                        side.name(),
                        location + "/" + UUID.randomUUID(),
                        Integer.toString(options.writers()),
                        Integer.toString(options.commits())));
                hadoopOptions.forEach((key, value) -> arguments.addAll(List.of(key, value)));
                runs.computeIfAbsent(side, key -> new ArrayList<>()).add(jvm.run(ConcurrentProgram.class, arguments));
            }
        }
        return runs;
    }

    private static void print(Map<Side, List<Map<String, Double>>> runs, Figures figures) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < runs.get(Side.DELTA).size(); round++) {
            ratios.add(runs.get(Side.DELTA).get(round).get(ConcurrentProgram.RATE)
                    / runs.get(Side.KERNEL).get(round).get(ConcurrentProgram.RATE));
        }
        figures.decimal("concurrent_ratio_vs_kernel", Samples.of(ratios).median());
        for (Side side : Side.values()) {
            String label = side.name().toLowerCase(Locale.ROOT);
            for (String figure : runs.get(side).get(0).keySet()) {
                figures.decimal(
                        "concurrent_" + figure + "_" + label,
                        Samples.of(runs.get(side), figure).median());
            }
        }
    }
}
