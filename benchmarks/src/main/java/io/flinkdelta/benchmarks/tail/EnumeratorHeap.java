/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.tail;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * What the enumerator keeps in memory while it follows a table for many versions. Each adds a file that is in the log
 * only; a checkpoint is written now and then.
 *
 * @param usedBytes after each tenth of the versions
 */
record EnumeratorHeap(List<Long> usedBytes) {
    static final int PARTS = 10;

    static EnumeratorHeap measure(Path table, int versions) throws IOException {
        List<Long> used = new ArrayList<>();
        try (DeltaLog log = open(table)) {
            log.createTable(CreateTable.of(DeltaTypes.toDelta(TailRows.TYPE)));
        }
        DeltaSource source = DeltaSource.forRowData(table.toString())
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .monitorContinuously(Duration.ofSeconds(1))
                .build();
        try (EnumeratorRun run = new EnumeratorRun(source)) {
            run.start();
            for (int part = 0; part < PARTS; part++) {
                int end = versions / PARTS * (part + 1);
                commit(table, versions / PARTS * part + 1, end);
                long splits = run.discover();
                if (splits != end) {
                    throw new IllegalStateException(end + " versions gave " + splits + " splits");
                }
                used.add(usedHeap());
                System.err.printf(Locale.ROOT, "tail: %d versions, heap %d bytes%n", end, used.get(part));
                try (DeltaLog log = open(table)) {
                    log.checkpoint(log.latestSnapshot());
                }
            }
        }
        return new EnumeratorHeap(used);
    }

    private static DeltaLog open(Path table) {
        return DeltaLog.forTable(table.toString(), new Configuration(false));
    }

    /** As a share of the heap after the first tenth. */
    double growth() {
        return (double) usedBytes.get(usedBytes.size() - 1) / usedBytes.get(0) - 1;
    }

    private static void commit(Path table, int first, int last) throws IOException {
        for (int version = first; version <= last; version++) {
            String add = String.format(
                    Locale.ROOT,
                    "{\"commitInfo\":{\"timestamp\":%d,\"operation\":\"WRITE\",\"operationParameters\":{},\"isBlindAppend\":true}}%n"
                            + "{\"add\":{\"path\":\"part-%d.parquet\",\"partitionValues\":{},\"size\":1000,"
                            + "\"modificationTime\":%d,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":100}\"}}%n",
                    1_700_000_000_000L + version,
                    version,
                    1_700_000_000_000L + version);
            Files.writeString(table.resolve("_delta_log").resolve(name(version)), add);
        }
    }

    private static String name(int version) {
        return String.format(Locale.ROOT, "%020d.json", version);
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
