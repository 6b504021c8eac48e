/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/** Makes the writers of a file's columns. */
final class ValueWriters {
    private final MessageType message;

    ValueWriters(MessageType message) {
        this.message = message;
    }

    ValueWriter create(LogicalType type, ColumnPlace place) {
        switch (type.getTypeRoot()) {
            case ROW:
                List<ValueWriter> fields = new ArrayList<>();
                for (RowType.RowField field : ((RowType) type).getFields()) {
                    LogicalType fieldType = field.getType();
                    fields.add(create(fieldType, place.field(field.getName(), fieldType.isNullable())));
                }
                return new NestedWriters.StructWriter(place, fields);
            case ARRAY:
                LogicalType element = ((ArrayType) type).getElementType();
                return new NestedWriters.ListWriter(place, create(element, place.element(element.isNullable())));
            case MAP:
                MapType map = (MapType) type;
                return new NestedWriters.MapWriter(
                        place,
                        create(map.getKeyType(), place.key()),
                        create(
                                map.getValueType(),
                                place.value(map.getValueType().isNullable())));
            default:
                return leaf(type, place, message.getColumnDescription(place.parquetPathArray()));
        }
    }

    private static ValueWriter leaf(LogicalType type, ColumnPlace place, ColumnDescriptor descriptor) {
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> new LeafWriters.BooleanWriter(place, descriptor);
            case TINYINT -> new LeafWriters.ByteWriter(place, descriptor);
            case SMALLINT -> new LeafWriters.ShortWriter(place, descriptor);
            case INTEGER, DATE -> new LeafWriters.IntWriter(place, descriptor);
            case BIGINT -> new LeafWriters.LongWriter(place, descriptor);
            case FLOAT -> new LeafWriters.FloatWriter(place, descriptor);
            case DOUBLE -> new LeafWriters.DoubleWriter(place, descriptor);
            case CHAR, VARCHAR -> new LeafWriters.StringWriter(place, descriptor);
            case BINARY, VARBINARY -> new LeafWriters.BinaryWriter(place, descriptor);
            case TIMESTAMP_WITHOUT_TIME_ZONE ->
                new LeafWriters.TimestampWriter(place, descriptor, ((TimestampType) type).getPrecision());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                new LeafWriters.TimestampWriter(place, descriptor, ((LocalZonedTimestampType) type).getPrecision());
            case DECIMAL -> decimal((DecimalType) type, place, descriptor);
            default -> throw new IllegalStateException("no writer for " + type);
        };
    }

    private static ValueWriter decimal(DecimalType type, ColumnPlace place, ColumnDescriptor descriptor) {
        return type.getPrecision() <= ParquetSchemas.MAX_LONG_DECIMAL
                ? new DecimalWriters.CompactDecimalWriter(place, descriptor, type)
                : new DecimalWriters.FixedDecimalWriter(place, descriptor, type);
    }
}
