/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.harness.WorkFolder;
import io.flinkdelta.benchmarks.rows.RowFile;
import io.flinkdelta.benchmarks.rows.RowGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;

/**
 * Two writers that take turns: one, other, other, one. Each writes its rows into one file a turn.
 *
 * @param figure names the rows in what is printed
 * @param count rows of a turn
 */
record WriterTurns(String figure, long count, WriterOptions options, WorkFolder work) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** A writer and the rows that it writes. */
    record Entrant(WriterSide side, RowFile.Rows rows) {}

    /**
     * What a turn took.
     *
     * @param seconds of the clock
     * @param cpuSeconds of the writing thread, which other load on the machine leaves alone
     */
    record Turn(double seconds, double cpuSeconds) {}

    /** The turns, warm-up left out; the n-th of both belong together. */
    record Taken(List<Turn> one, List<Turn> other) {
        /** The time of the second writer over that of the first, turn by turn. */
        Samples ratios(ToDoubleFunction<Turn> time) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < one.size(); i++) {
                ratios.add(time.applyAsDouble(other.get(i)) / time.applyAsDouble(one.get(i)));
            }
            return Samples.of(ratios);
        }
    }

    /** The median of turns of one writer. */
    double rowsPerSecond(List<Turn> turns) {
        return count / Samples.of(turns.stream().map(Turn::seconds).toList()).median();
    }

    /** Rows to be written, in memory. */
    RowFile.Rows rows(RowGenerator generator) throws IOException {
        Path rowFile = work.resolve("rows of " + generator.getClass().getSimpleName());
        RowFile.write(rowFile, generator, 0, 1, count);
        return RowFile.load(rowFile, generator.rowType().getFieldCount());
    }

    Taken take(Entrant one, Entrant other) throws IOException {
        Taken taken = new Taken(new ArrayList<>(), new ArrayList<>());
        for (int round = 1 - options.warmUpRounds(); round <= options.rounds(); round++) {
            for (boolean first : List.of(true, false, false, true)) {
                Turn turn = write(first ? one : other);
                if (round > 0) {
                    (first ? taken.one() : taken.other()).add(turn);
                }
            }
        }
        return taken;
    }

    private Turn write(Entrant entrant) throws IOException {
        Path target = Files.createDirectories(work.resolve("target"));
        entrant.rows().rewind();
        System.gc();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpuStart = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        Path file = entrant.side().write(entrant.rows(), target);
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        double cpuSeconds = (threads.getCurrentThreadCpuTime() - cpuStart) / NANOS_PER_SECOND;
        long found;
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            found = reader.getRecordCount();
        }
        String name = entrant.side().name();
        if (found != count) {
            throw new IllegalStateException("wrote " + count + " rows with " + name + ", found " + found);
        }
        System.err.printf(
                Locale.ROOT, "writer %s: %s %.0f rows/s, %d bytes%n", figure, name, count / seconds, Files.size(file));
        WorkFolder.delete(target);
        return new Turn(seconds, cpuSeconds);
    }
}
