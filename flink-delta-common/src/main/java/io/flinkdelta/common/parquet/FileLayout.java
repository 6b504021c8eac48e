/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.StatsColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.MessageType;

/**
 * Which columns of a row go into a file, and how.
 *
 * @param columns the columns of the row type that are no partition columns, in order
 * @param positions their positions in the row
 */
record FileLayout(
        String table,
        StructType schema,
        StatsColumns statsColumns,
        MessageType message,
        List<RowType.RowField> columns,
        List<Integer> positions) {

    static FileLayout of(
            String table,
            RowType rowType,
            List<String> partitionColumns,
            Map<String, String> tableConfiguration,
            ClusteringColumns clustering) {
        StructType schema = DeltaTypes.toDelta(rowType);
        List<RowType.RowField> columns = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < rowType.getFieldCount(); i++) {
            RowType.RowField field = rowType.getFields().get(i);
            if (!partitionColumns.contains(field.getName())) {
                columns.add(field);
                positions.add(i);
            }
        }
        return new FileLayout(
                table,
                schema,
                StatsColumns.of(schema, partitionColumns, tableConfiguration).with(clustering, schema),
                ParquetSchemas.message(columns),
                columns,
                positions);
    }

    /** New writers for one file, made by {@code factory}. */
    List<ValueWriter> newWriters(ValueWriters factory) {
        List<ValueWriter> writers = new ArrayList<>(columns.size());
        for (RowType.RowField column : columns) {
            ColumnPlace place =
                    ColumnPlace.top(table, column.getName(), column.getType().isNullable());
            writers.add(factory.create(column.getType(), place));
        }
        return writers;
    }
}
