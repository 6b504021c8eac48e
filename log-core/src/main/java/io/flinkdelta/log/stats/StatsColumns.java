/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;

/**
 * The leaf columns that get statistics: the first 32 leaves, or what
 * {@code delta.dataSkippingNumIndexedCols} / {@code delta.dataSkippingStatsColumns} say.
 *
 * @param paths each a list of field names from the top; partition columns never appear
 */
public record StatsColumns(List<List<String>> paths) {
    public StatsColumns {
        paths = List.copyOf(paths);
    }

    /** Chosen as Spark's writer does. */
    public static StatsColumns of(StructType schema, List<String> partitionColumns, Map<String, String> configuration) {
        throw new UnsupportedOperationException(schema.describe() + partitionColumns + configuration);
    }
}
