/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.common.parquet.column.BooleanEncoder;
import io.flinkdelta.common.parquet.column.BytesEncoder;
import io.flinkdelta.common.parquet.column.ColumnEncoder;
import io.flinkdelta.common.parquet.column.NumberEncoder;
import io.flinkdelta.common.parquet.column.PageLimits;
import io.flinkdelta.common.parquet.column.PageScratch;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
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
    private final ColumnMapping mapping;
    private final PageLimits limits;
    private final PageScratch scratch;
    private final List<ColumnEncoder> encoders = new ArrayList<>();

    ValueWriters(MessageType message, ColumnMapping mapping, PageLimits limits, PageScratch scratch) {
        this.message = message;
        this.mapping = mapping;
        this.limits = limits;
        this.scratch = scratch;
    }

    /** Those of all columns that were made so far, in the order of the Parquet schema. */
    List<ColumnEncoder> encoders() {
        return List.copyOf(encoders);
    }

    /**
     * A writer of one column's values.
     *
     * @param deltaType of the same shape as {@code type}; tells the fields' physical names
     */
    ValueWriter create(LogicalType type, DataType deltaType, ColumnPlace place) {
        return switch (type.getTypeRoot()) {
            case ROW -> struct((RowType) type, (StructType) deltaType, place);
            case ARRAY -> list((ArrayType) type, (io.flinkdelta.log.schema.ArrayType) deltaType, place);
            case MAP -> map((MapType) type, (io.flinkdelta.log.schema.MapType) deltaType, place);
            default -> leaf(type, place, message.getColumnDescription(place.parquetPathArray()));
        };
    }

    private ValueWriter struct(RowType type, StructType deltaType, ColumnPlace place) {
        List<ValueWriter> fields = new ArrayList<>(type.getFieldCount());
        for (int i = 0; i < type.getFieldCount(); i++) {
            LogicalType fieldType = type.getTypeAt(i);
            StructField field = deltaType.fields().get(i);
            ColumnPlace fieldPlace = place.field(field.name(), mapping.physicalName(field), fieldType.isNullable());
            fields.add(create(fieldType, field.type(), fieldPlace));
        }
        return new NestedWriters.StructWriter(place, fields);
    }

    private ValueWriter list(ArrayType type, io.flinkdelta.log.schema.ArrayType deltaType, ColumnPlace place) {
        LogicalType element = type.getElementType();
        return new NestedWriters.ListWriter(
                place, scratch, create(element, deltaType.elementType(), place.element(element.isNullable())));
    }

    private ValueWriter map(MapType type, io.flinkdelta.log.schema.MapType deltaType, ColumnPlace place) {
        LogicalType value = type.getValueType();
        return new NestedWriters.MapWriter(
                place,
                scratch,
                create(type.getKeyType(), deltaType.keyType(), place.key()),
                create(value, deltaType.valueType(), place.value(value.isNullable())));
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
