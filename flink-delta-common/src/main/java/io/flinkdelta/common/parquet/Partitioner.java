/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.PartitionValueFormat;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.schema.DataType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Tells the partition of a row. One thread. */
public final class Partitioner {
    private final List<Column> columns;
    private final PartitionKey key;

    private Partitioner(List<Column> columns) {
        this.columns = columns;
        this.key = new PartitionKey(columns.size());
    }

    /** A partition column: where it stands in the row and how it is read. */
    private record Column(ColumnPlace place, LogicalType type, DataType deltaType, RowData.FieldGetter getter) {}

    /**
     * For rows of {@code rowType}.
     *
     * @throws InvalidRequestException when a partition column is missing or of a type that cannot be one
     */
    public static Partitioner create(RowType rowType, List<String> partitionColumns) {
        return create("", rowType, partitionColumns);
    }

    /** The same; {@code table} is named in errors. */
    public static Partitioner create(String table, RowType rowType, List<String> partitionColumns) {
        return create(table, rowType, partitionColumns, UnaryOperator.identity());
    }

    /** The same for rows of an existing table, in whose log the columns go by their physical names. */
    public static Partitioner create(String table, RowType rowType, TableLayout layout) {
        return create(
                table,
                rowType,
                layout.partitionColumns(),
                name -> layout.schema()
                        .field(name)
                        .map(layout.mapping()::physicalName)
                        .orElse(name));
    }

    private static Partitioner create(
            String table, RowType rowType, List<String> partitionColumns, UnaryOperator<String> physicalName) {
        List<Column> columns = new ArrayList<>();
        for (String name : partitionColumns) {
            int position = rowType.getFieldIndex(name);
            if (position < 0) {
                throw new InvalidRequestException(
                        "A partition column is not a column of the rows.",
                        ErrorContext.table(table).with("column", name).with("columns", rowType.getFieldNames()),
                        "Add the column or partition by another one.");
            }
            LogicalType type = rowType.getTypeAt(position);
            columns.add(new Column(
                    ColumnPlace.top(table, name, physicalName.apply(name), type.isNullable()),
                    type,
                    partitionType(table, name, type),
                    RowData.createFieldGetter(type, position)));
        }
        return new Partitioner(columns);
    }

    private static DataType partitionType(String table, String name, LogicalType type) {
        DataType deltaType = DeltaTypes.toDelta(type, name);
        if (!PartitionValueFormat.supports(deltaType)) {
            throw new InvalidRequestException(
                    "A column of the type " + type.asSummaryString() + " cannot be a partition column.",
                    ErrorContext.table(table).with("column", name),
                    "Partition by a column of a primitive type.");
        }
        return deltaType;
    }

    /** The partition of {@code row}; the same object each time, to be copied before it is kept. */
    public PartitionKey key(RowData row) {
        for (int i = 0; i < columns.size(); i++) {
            key.set(i, columns.get(i).getter().getFieldOrNull(row));
        }
        key.finish();
        return key;
    }

    /**
     * The partition values of {@code row} as the log stores them.
     *
     * @throws InvalidRequestException when a value cannot be stored, as in {@link DataFileWriter#write}
     */
    public PartitionValues values(RowData row) {
        if (columns.isEmpty()) {
            return PartitionValues.none();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (Column column : columns) {
            Object value = column.getter().getFieldOrNull(row);
            String name = column.place().column().get(0);
            String text = value == null
                    ? null
                    : PartitionValueFormat.format(name, column.deltaType(), storable(column, value));
            if (text == null && !column.place().nullable()) {
                throw column.place().nullInNotNull();
            }
            values.put(column.place().physical().get(0), text);
        }
        return PartitionValues.of(values);
    }

    /** The folder of these values below the table, escaped as Spark does it and ending in a slash, or empty. */
    public static String folder(PartitionValues values) {
        StringBuilder folder = new StringBuilder();
        values.asMap()
                .forEach((column, value) ->
                        folder.append(DataPath.partitionFolder(column, value)).append('/'));
        return folder.toString();
    }

    private static Object storable(Column column, Object value) {
        return switch (column.type().getTypeRoot()) {
            case CHAR, VARCHAR -> value.toString();
            case DECIMAL -> {
                DecimalType type = (DecimalType) column.type();
                yield StorableValues.decimal((DecimalData) value, type.getPrecision(), type.getScale(), column.place());
            }
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                StorableValues.micros((TimestampData) value, column.place());
            default -> value;
        };
    }
}
