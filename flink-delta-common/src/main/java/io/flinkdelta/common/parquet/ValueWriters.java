/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.parquet.column.BooleanEncoder;
import io.flinkdelta.common.parquet.column.BytesEncoder;
import io.flinkdelta.common.parquet.column.ColumnEncoder;
import io.flinkdelta.common.parquet.column.NumberEncoder;
import io.flinkdelta.common.parquet.column.PageLimits;
import io.flinkdelta.common.parquet.column.PageScratch;
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

/** Makes the writers of a file's columns, and the encoders that they write into. */
final class ValueWriters {
    private final MessageType message;
    private final PageLimits limits;
    private final PageScratch scratch;
    private final List<ColumnEncoder> encoders = new ArrayList<>();

    ValueWriters(MessageType message, PageLimits limits, PageScratch scratch) {
        this.message = message;
        this.limits = limits;
        this.scratch = scratch;
    }

    /** Those of all columns that were made so far, in the order of the Parquet schema. */
    List<ColumnEncoder> encoders() {
        return List.copyOf(encoders);
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
        return new NestedWriters.ListWriter(place, scratch, create(element, place.element(element.isNullable())));
    }

    private ValueWriter map(MapType type, ColumnPlace place) {
        LogicalType value = type.getValueType();
        return new NestedWriters.MapWriter(
                place, scratch, create(type.getKeyType(), place.key()), create(value, place.value(value.isNullable())));
    }

    private ValueWriter leaf(LogicalType type, ColumnPlace place, ColumnDescriptor column) {
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> new LeafWriters.BooleanWriter(place, booleans(column));
            case TINYINT -> new LeafWriters.ByteWriter(place, numbers(column));
            case SMALLINT -> new LeafWriters.ShortWriter(place, numbers(column));
            case INTEGER, DATE -> new LeafWriters.IntWriter(place, numbers(column));
            case BIGINT -> new LeafWriters.LongWriter(place, numbers(column));
            case FLOAT -> new LeafWriters.FloatWriter(place, numbers(column));
            case DOUBLE -> new LeafWriters.DoubleWriter(place, numbers(column));
            case CHAR, VARCHAR -> new LeafWriters.StringWriter(place, bytes(column));
            case BINARY, VARBINARY -> new LeafWriters.BinaryWriter(place, bytes(column));
            case TIMESTAMP_WITHOUT_TIME_ZONE ->
                new LeafWriters.TimestampWriter(place, numbers(column), ((TimestampType) type).getPrecision());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                new LeafWriters.TimestampWriter(
                        place, numbers(column), ((LocalZonedTimestampType) type).getPrecision());
            case DECIMAL -> decimal((DecimalType) type, place, column);
            default -> throw new IllegalStateException("no writer for " + type);
        };
    }

    private ValueWriter decimal(DecimalType type, ColumnPlace place, ColumnDescriptor column) {
        return type.getPrecision() <= ParquetSchemas.MAX_LONG_DECIMAL
                ? new DecimalWriters.CompactDecimalWriter(place, numbers(column), type)
                : new DecimalWriters.FixedDecimalWriter(place, bytes(column), type);
    }

    private NumberEncoder numbers(ColumnDescriptor column) {
        return added(new NumberEncoder(column, limits, scratch));
    }

    private BooleanEncoder booleans(ColumnDescriptor column) {
        return added(new BooleanEncoder(column, limits, scratch));
    }

    private BytesEncoder bytes(ColumnDescriptor column) {
        return added(new BytesEncoder(column, limits, scratch));
    }

    private <E extends ColumnEncoder> E added(E encoder) {
        encoders.add(encoder);
        return encoder;
    }
}
