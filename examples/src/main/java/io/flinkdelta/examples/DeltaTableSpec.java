/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples;

import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;

/**
 * What {@link KafkaToDelta} writes.
 *
 * @param path a local path or a URI
 * @param tableProperties for the table if it is made
 * @param hadoopOptions for its file system
 * @param sinkOptions of {@code DeltaSinkOptions}, by key
 */
public record DeltaTableSpec(
        String path,
        RowType rowType,
        List<String> partitionColumns,
        Map<String, String> tableProperties,
        Map<String, String> hadoopOptions,
        Map<String, String> sinkOptions) {
    public DeltaTableSpec {
        partitionColumns = List.copyOf(partitionColumns);
        tableProperties = Map.copyOf(tableProperties);
        hadoopOptions = Map.copyOf(hadoopOptions);
        sinkOptions = Map.copyOf(sinkOptions);
    }

    public static DeltaTableSpec of(String path, RowType rowType, List<String> partitionColumns) {
        return new DeltaTableSpec(path, rowType, partitionColumns, Map.of(), Map.of(), Map.of());
    }
}
