/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.StatsColumns;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.MessageType;

/**
 * Which columns of a row go into a file, and how.
 *
 * @param physicalSchema the row's columns under the names that the log knows them by
 * @param statsColumns by the same names
 * @param columns the columns of the row type that are no partition columns, in order; then the partition columns, if
 *     the table wants them
 */
record FileLayout(
        String table,
        StructType physicalSchema,
        StatsColumns statsColumns,
        ColumnMapping mapping,
        MessageType message,
        List<Column> columns) {

    /** @param position where it stands in the row */
    record Column(StructField field, LogicalType type, int position) {}

    static FileLayout of(String table, RowType rowType, TableLayout tableLayout) {
        StructType schema = tableLayout.rowSchema(rowType);
        ColumnMapping mapping = tableLayout.mapping();
        List<String> partitionColumns = tableLayout.partitionColumns();
        List<Column> columns = new ArrayList<>();
        List<Column> partitions = new ArrayList<>();
        for (int i = 0; i < rowType.getFieldCount(); i++) {
            StructField field = schema.fields().get(i);
            Column column = new Column(field, rowType.getTypeAt(i), i);
            (partitionColumns.contains(field.name()) ? partitions : columns).add(column);
        }
        if (tableLayout.partitionColumnsInFiles() && !columns.isEmpty()) {
            columns.addAll(partitions);
        }
        StructType inFile = new StructType(columns.stream().map(Column::field).toList());
        return new FileLayout(
                table,
                mapping.physical(schema),
                StatsColumns.of(schema, partitionColumns, tableLayout.configuration())
                        .physical(schema, mapping)
                        .with(tableLayout.clustering(), mapping.physical(schema)),
                mapping,
                new ParquetSchemas(mapping).message(inFile),
                columns);
    }

    /** New writers for one file, made by {@code factory}. */
    List<ValueWriter> newWriters(ValueWriters factory) {
        List<ValueWriter> writers = new ArrayList<>(columns.size());
        for (Column column : columns) {
            ColumnPlace place = ColumnPlace.top(
                    table,
                    column.field().name(),
                    mapping.physicalName(column.field()),
                    column.type().isNullable());
            writers.add(factory.create(column.type(), column.field().type(), place));
        }
        return writers;
    }
}
