/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.checkpoint;

import io.delta.kernel.Table;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.flinkdelta.benchmarks.harness.MeasuredJvm;
import io.flinkdelta.log.DeltaLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Has one side write the checkpoint of a table's newest version; a program of {@link MeasuredJvm}. */
final class CheckpointProgram {
    /** A figure: from the start to the end of opening the table and writing. */
    static final String MILLIS = "millis";

    /** A figure: the peaks of the heap's pools together. */
    static final String PEAK_HEAP_MEGABYTES = "peak_heap_mb";

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MEGABYTE = 1 << 20;

    private CheckpointProgram() {}

    /** Who writes. */
    enum Side {
        DELTA {
            @Override
            void write(Path table) {
                try (DeltaLog log = DeltaLog.forTable(table.toString(), new Configuration(false))) {
                    log.checkpoint(log.latestSnapshot());
                }
            }
        },
        KERNEL {
            @Override
            void write(Path table) throws IOException {
                Engine engine = DefaultEngine.create(new Configuration());
                Table opened = Table.forPath(engine, table.toString());
                opened.checkpoint(engine, opened.getLatestSnapshot(engine).getVersion());
            }
        };

        /** Opens the table and writes the checkpoint. */
        abstract void write(Path table) throws IOException;
    }

    /** The arguments are the side and the table. */
    public static void main(String[] args) throws IOException {
        long start = System.nanoTime();
        Side.valueOf(args[0]).write(Path.of(args[1]));
        MeasuredJvm.print(MILLIS, (System.nanoTime() - start) / NANOS_PER_MILLI);
        MeasuredJvm.print(PEAK_HEAP_MEGABYTES, peakHeap() / BYTES_PER_MEGABYTE);
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
