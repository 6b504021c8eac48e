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
        return switch (type.getTypeRoot()) {
            case ROW -> struct((RowType) type, place);
            case ARRAY -> list((ArrayType) type, place);
            case MAP -> map((MapType) type, place);
            default -> leaf(type, place, message.getColumnDescription(place.parquetPathArray()));
        };
    }

    private ValueWriter struct(RowType type, ColumnPlace place) {
        List<ValueWriter> fields = new ArrayList<>(type.getFieldCount());
        for (RowType.RowField field : type.getFields()) {
            LogicalType fieldType = field.getType();
            fields.add(create(fieldType, place.field(field.getName(), fieldType.isNullable())));
        }
        return new NestedWriters.StructWriter(place, fields);
    }

    private ValueWriter list(ArrayType type, ColumnPlace place) {
        LogicalType element = type.getElementType();
        return new NestedWriters.ListWriter(place, create(element, place.element(element.isNullable())));
    }

    private ValueWriter map(MapType type, ColumnPlace place) {
        LogicalType value = type.getValueType();
        return new NestedWriters.MapWriter(
                place, create(type.getKeyType(), place.key()), create(value, place.value(value.isNullable())));
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
