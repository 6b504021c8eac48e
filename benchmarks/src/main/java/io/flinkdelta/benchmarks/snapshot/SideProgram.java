/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.snapshot;

import io.flinkdelta.benchmarks.harness.MeasuredJvm;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.snapshot.SnapshotSide.Listed;
import io.flinkdelta.benchmarks.snapshot.SnapshotSide.Range;
import io.flinkdelta.benchmarks.table.LargeTableLog;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.index.FileIndex;
import io.flinkdelta.log.snapshot.Snapshot;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** Measures one side; a program of {@link MeasuredJvm}. */
final class SideProgram {
    private static final double NANOS_PER_MILLI = 1e6;

    private final SnapshotSide side;
    private final Path table;
    private final int repetitions;
    private final Range range;

    private SideProgram(String[] args) {
        side = Side.valueOf(args[0]) == Side.DELTA ? new DeltaSnapshotSide() : new KernelSnapshotSide();
        table = Path.of(args[2]);
        repetitions = Integer.parseInt(args[3]);
        range = new Range(LocalDate.parse(args[4]), Long.parseLong(args[5]), Long.parseLong(args[6]));
    }

    /** Who lists. */
    enum Side {
        DELTA,
        KERNEL
    }

    /** What is done. */
    enum Task {
        LOAD,
        SCAN,
        INDEX
    }

    /**
     * What {@link #main} is to be given.
     *
     * @param range of {@link Task#SCAN} and of the scans of {@link Task#INDEX}
     */
    static List<String> arguments(Side side, Task task, Path table, int repetitions, Range range) {
        return List.of(
                side.name(),
                task.name(),
                table.toString(),
                Integer.toString(repetitions),
                range.day().toString(),
                Long.toString(range.firstId()),
                Long.toString(range.endId()));
    }

    /** The arguments are those of {@link #arguments}. */
    public static void main(String[] args) throws Exception {
        SideProgram program = new SideProgram(args);
        // Of the application, whichever side it works with.
        LoggerFactory.getLogger(SideProgram.class).debug("logging has started");
        switch (Task.valueOf(args[1])) {
            case LOAD -> program.repeat(() -> program.side.load(program.table));
            case SCAN -> program.repeat(() -> program.side.scan(program.table, program.range));
            case INDEX -> program.index();
        }
    }

    private void repeat(Listing listing) throws Exception {
        List<Double> later = new ArrayList<>();
        for (int i = 0; i < repetitions; i++) {
            long start = System.nanoTime();
            Listed listed = listing.list();
            double took = millisSince(start);
            if (i == 0) {
                MeasuredJvm.print("cold_ms", took);
                MeasuredJvm.print("files", (double) listed.files());
                MeasuredJvm.print("bytes", (double) listed.bytes());
                MeasuredJvm.print("characters", (double) listed.characters());
            } else {
                later.add(took);
            }
        }
        if (!later.isEmpty()) {
            MeasuredJvm.print("warm_ms", Samples.of(later).median());
        }
    }

    /** Ours only: the files in memory, what they take, and how they are carried on and scanned. */
    private void index() {
        try (DeltaLog log = DeltaSnapshotSide.open(table)) {
            long before = usedHeap();
            long start = System.nanoTime();
            Snapshot snapshot = log.snapshotAt(LargeTableLog.CHECKPOINT_VERSION);
            FileIndex index = snapshot.fileIndex();
            MeasuredJvm.print("cold_ms", millisSince(start));
            MeasuredJvm.print("heap_bytes_per_file", (double) (usedHeap() - before) / index.fileCount());
            MeasuredJvm.print("estimated_bytes_per_file", (double) index.heapBytes() / index.fileCount());
            List<Double> refreshes = new ArrayList<>();
            Snapshot newest = snapshot;
            for (int i = 0; i < Math.max(repetitions, 1); i++) {
                start = System.nanoTime();
                newest = log.refresh(snapshot);
                newest.fileIndex();
                refreshes.add(millisSince(start) / (newest.version() - snapshot.version()));
            }
            MeasuredJvm.print("files", (double) newest.fileIndex().fileCount());
            MeasuredJvm.print("bytes", (double) newest.fileIndex().sizeInBytes());
            MeasuredJvm.print("refresh_ms_per_commit", Samples.of(refreshes).median());
            scans(newest);
        }
    }

    private void scans(Snapshot snapshot) {
        List<Double> scans = new ArrayList<>();
        List<Double> lists = new ArrayList<>();
        for (int i = 0; i < Math.max(repetitions, 1); i++) {
            long start = System.nanoTime();
            try (Stream<AddFile> files = snapshot.scan(snapshot.scanFilter(DeltaSnapshotSide.filter(range)))) {
                MeasuredJvm.print(
                        "scanned", (double) DeltaSnapshotSide.list(files).files());
            }
            scans.add(millisSince(start));
            start = System.nanoTime();
            try (Stream<AddFile> files = snapshot.files()) {
                MeasuredJvm.print(
                        "characters", (double) DeltaSnapshotSide.list(files).characters());
            }
            lists.add(millisSince(start));
        }
        MeasuredJvm.print("scan_ms", Samples.of(scans).median());
        MeasuredJvm.print("list_ms", Samples.of(lists).median());
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @FunctionalInterface
    private interface Listing {
        Listed list() throws Exception;
    }
}
