/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.checkpoint.AddRow;
import io.flinkdelta.log.stats.FileStats;
import io.flinkdelta.log.stats.JsonFileStats;
import io.flinkdelta.log.stats.ScanFilter;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;

/** Prunes files that come one after the other: the statistics are looked at when the partition is kept. One thread. */
final class RowPruning {
    /** Partitions come as the same object again and again; those beyond are asked about anew. */
    private static final int REMEMBERED = 10_000;

    private final ScanFilter filter;
    private final JsonFileStats stats;
    private final IdentityHashMap<PartitionValues, Boolean> partitions = new IdentityHashMap<>();

    RowPruning(ScanFilter filter) {
        this.filter = filter;
        this.stats = new JsonFileStats(filter.statsColumns());
    }

    boolean keeps(AddRow row) {
        PartitionValues partition = row.partitionValues();
        Boolean kept = partitions.get(partition);
        if (kept == null) {
            kept = filter.mayMatch(partition);
            if (partitions.size() < REMEMBERED) {
                partitions.put(partition, kept);
            }
        }
        return kept && (filter.statsColumns().isEmpty() || filter.mayMatch(partition, stats(row)));
    }

    private FileStats stats(AddRow row) {
        ByteBuffer json = row.stats();
        return json == null
                ? FileStats.UNKNOWN
                : stats.read(json.array(), json.arrayOffset() + json.position(), json.remaining());
    }
}
