/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/** What Parquet computed about each column while the file was written, over all its row groups. */
final class ChunkStatistics {
    private final Map<ColumnPath, Statistics<?>> byColumn = new HashMap<>();

    ChunkStatistics(List<BlockMetaData> rowGroups) {
        for (BlockMetaData rowGroup : rowGroups) {
            for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
                Statistics<?> all = byColumn.get(chunk.getPath());
                if (all == null) {
                    byColumn.put(chunk.getPath(), chunk.getStatistics().copy());
                } else {
                    all.mergeStatistics(chunk.getStatistics());
                }
            }
        }
    }

    /** Those of one column; null in a file without rows. */
    Statistics<?> of(ColumnDescriptor column) {
        return byColumn.get(ColumnPath.get(column.getPath()));
    }
}
