/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.checkpoint;

import io.flinkdelta.benchmarks.checkpoint.CheckpointProgram.Side;
import io.flinkdelta.benchmarks.harness.Benchmark;
import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.MeasuredJvm;
import io.flinkdelta.benchmarks.harness.Options;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import io.flinkdelta.benchmarks.table.LargeTable;
import io.flinkdelta.benchmarks.table.LargeTableLog;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Writing the checkpoint of a table of a million files, ours against Delta Kernel's: from a checkpoint
 * and fifty commits after it. The sides take turns, each time in a JVM of its own with the same heap.
 * Twice: with the table's defaults, by which we write statistics as JSON and typed and Kernel as JSON
 * only, and with JSON only on both sides.
 */
public final class CheckpointBenchmark implements Benchmark {
    static final String DESCRIPTION =
            "Writes the checkpoint of a table of 1,000,000 files, ours against Delta Kernel's, in turns.";

    private static final int DAYS = 365;
    private static final int COMMITS = 50;
    private static final int FILES_PER_COMMIT = 20;

    @Override
    public String name() {
        return "checkpoint";
    }

    @Override
    public String description() {
        return DESCRIPTION;
    }

    @Override
    public void run(List<String> args, Consumer<String> out) {
        CheckpointOptions options = new CheckpointOptions();
        if (!Options.parse(options, args, out)) {
            return;
        }
        options.check();
        try (WorkFolder work = WorkFolder.create(options.folder())) {
            Figures figures = new Figures(out);
            figures.count("checkpoint_files", options.files());
            figures.text("checkpoint_heap", options.heap());
            measure(work.resolve("defaults"), Map.of(), "", options, figures);
            measure(
                    work.resolve("json"),
                    Map.of("delta.checkpoint.writeStatsAsStruct", "false"),
                    "_json_only",
                    options,
                    figures);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring", e);
        }
    }

    private static void measure(
            Path folder, Map<String, String> properties, String suffix, CheckpointOptions options, Figures figures)
            throws IOException, InterruptedException {
        LargeTableLog log = new LargeTableLog(new LargeTable(options.files(), DAYS), 1, COMMITS, FILES_PER_COMMIT);
        System.err.println("checkpoint: making a table of " + log.files() + " files");
        log.writeTo(folder, properties);
        Path hint = folder.resolve("_delta_log").resolve(LogFile.LAST_CHECKPOINT);
        byte[] hintBefore = Files.readAllBytes(hint);
        MeasuredJvm jvm = new MeasuredJvm(List.of("-Xmx" + options.heap(), "-XX:+UseParallelGC"));
        Map<Side, List<Map<String, Double>>> runs = new EnumMap<>(Side.class);
        for (int round = 0; round < options.rounds(); round++) {
            for (Side side : Side.values()) {
                System.err.println("checkpoint: round " + (round + 1) + ", " + side);
                runs.computeIfAbsent(side, unused -> new ArrayList<>())
                        .add(jvm.run(CheckpointProgram.class, List.of(side.name(), folder.toString())));
                requireExact(folder, log);
                removeCheckpoint(folder, log.version());
                Files.write(hint, hintBefore);
            }
        }
        runs.forEach((side, each) -> print(side, each, suffix, figures));
        figures.decimal(
                "checkpoint_ratio_vs_kernel" + suffix,
                Samples.of(runs.get(Side.KERNEL), CheckpointProgram.MILLIS).median()
                        / Samples.of(runs.get(Side.DELTA), CheckpointProgram.MILLIS)
                                .median());
    }

    private static void print(Side side, List<Map<String, Double>> runs, String suffix, Figures figures) {
        String name = side.name().toLowerCase(Locale.ROOT) + suffix;
        figures.rounded(
                "checkpoint_ms_" + name,
                Samples.of(runs, CheckpointProgram.MILLIS).median());
        figures.rounded(
                "checkpoint_peak_heap_mb_" + name,
                Samples.of(runs, CheckpointProgram.PEAK_HEAP_MEGABYTES).median());
    }

    /** The newest version is read from the checkpoint that was written, and has every file once. */
    private static void requireExact(Path folder, LargeTableLog expected) {
        try (DeltaLog log = DeltaLog.forTable(folder.toString(), new Configuration(false))) {
            LogSnapshot snapshot = LogSnapshot.cast(log.latestSnapshot());
            boolean fromIt = snapshot.segment()
                    .checkpoint()
                    .filter(files -> files.version() == expected.version())
                    .isPresent();
            try (Stream<AddFile> files = snapshot.files()) {
                long distinct = files.map(AddFile::path).distinct().count();
                if (!fromIt || distinct != expected.files()) {
                    throw new IllegalStateException("the checkpoint of version " + expected.version() + " has "
                            + distinct + " of " + expected.files() + " files: " + snapshot.segment());
                }
            }
        }
    }

    /** So that the next side finds the table as this one did. */
    private static void removeCheckpoint(Path folder, long version) throws IOException {
        Path log = folder.resolve("_delta_log");
        String prefix = String.format(Locale.ROOT, "%020d.checkpoint", version);
        try (Stream<Path> files = Files.list(log)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(prefix) || name.startsWith(".")) {
                    Files.delete(file);
                }
            }
        }
    }
}
