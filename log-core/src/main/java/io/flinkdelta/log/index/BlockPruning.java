/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import io.flinkdelta.log.stats.ScanFilter;

/** Prunes the files of one block: each partition is asked about once, the statistics of a file only if it is kept. */
final class BlockPruning {
    private final FileBlock block;
    private final ScanFilter filter;
    private final boolean[] partitions;
    private final IndexedStats stats;

    BlockPruning(FileBlock block, ScanFilter filter) {
        this.block = block;
        this.filter = filter;
        this.partitions = new boolean[block.partitions()];
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = filter.mayMatch(block.partition(i));
        }
        this.stats = new IndexedStats(filter.statsColumns(), new Scratch());
        this.stats.block(block);
    }

    boolean keeps(int file) {
        int partition = block.partitionOf(file);
        if (!partitions[partition]) {
            return false;
        }
        return filter.statsColumns().isEmpty() || filter.mayMatch(block.partition(partition), stats.file(file));
    }
}
