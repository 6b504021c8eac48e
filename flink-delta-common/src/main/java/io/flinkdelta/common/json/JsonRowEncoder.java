/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Rows as JSON lines for people: timestamps and dates as ISO strings, decimals as numbers in plain
 * notation, binaries as base64, NaN and infinities as strings, maps as objects when their keys are
 * strings and else as arrays of {@code {"key":..,"value":..}}. Nulls are written out.
 */
public final class JsonRowEncoder {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private final RowType rowType;

    private JsonRowEncoder(RowType rowType) {
        this.rowType = rowType;
    }

    /** For rows of this schema. */
    public static JsonRowEncoder of(StructType schema) {
        return of(DeltaTypes.toFlink(schema));
    }

    /** For rows of this type. */
    public static JsonRowEncoder of(RowType rowType) {
        return new JsonRowEncoder(rowType);
    }

    /** One line, without the line break. */
    public String encode(RowData row) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            struct(row, rowType, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private void struct(RowData row, RowType type, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < type.getFieldCount(); i++) {
            LogicalType fieldType = type.getTypeAt(i);
            json.writeFieldName(type.getFieldNames().get(i));
            value(RowData.createFieldGetter(fieldType, i).getFieldOrNull(row), fieldType, json);
        }
        json.writeEndObject();
    }

    private void value(Object value, LogicalType type, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
            return;
        }
        switch (type.getTypeRoot()) {
            case ROW -> struct((RowData) value, (RowType) type, json);
            case ARRAY -> array((ArrayData) value, ((ArrayType) type).getElementType(), json);
            case MAP -> map((MapData) value, (MapType) type, json);
            case BOOLEAN -> json.writeBoolean((boolean) value);
            case TINYINT, SMALLINT, INTEGER, BIGINT -> json.writeNumber(((Number) value).longValue());
            case FLOAT -> json.writeNumber((float) value);
            case DOUBLE -> json.writeNumber((double) value);
            case DECIMAL -> json.writeNumber(((DecimalData) value).toBigDecimal());
            case BINARY, VARBINARY -> json.writeBinary((byte[]) value);
            case DATE -> json.writeString(LocalDate.ofEpochDay((int) value).toString());
            case TIMESTAMP_WITHOUT_TIME_ZONE ->
                json.writeString(
                        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(EpochTimes.dateTime((TimestampData) value)));
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                json.writeString(EpochTimes.instant((TimestampData) value).toString());
            default -> json.writeString(value.toString());
        }
    }

    private void array(ArrayData array, LogicalType elementType, JsonGenerator json) throws IOException {
        ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType);
        json.writeStartArray();
        for (int i = 0; i < array.size(); i++) {
            value(getter.getElementOrNull(array, i), elementType, json);
        }
        json.writeEndArray();
    }

    private void map(MapData map, MapType type, JsonGenerator json) throws IOException {
        ArrayData keys = map.keyArray();
        ArrayData values = map.valueArray();
        LogicalType keyType = type.getKeyType();
        ArrayData.ElementGetter keyGetter = ArrayData.createElementGetter(keyType);
        ArrayData.ElementGetter valueGetter = ArrayData.createElementGetter(type.getValueType());
        boolean asObject = keyType.is(LogicalTypeFamily.CHARACTER_STRING);
        if (asObject) {
            json.writeStartObject();
        } else {
            json.writeStartArray();
        }
        for (int i = 0; i < map.size(); i++) {
            Object key = keyGetter.getElementOrNull(keys, i);
            Object value = valueGetter.getElementOrNull(values, i);
            if (asObject) {
                json.writeFieldName(String.valueOf(key));
                value(value, type.getValueType(), json);
            } else {
                json.writeStartObject();
                json.writeFieldName("key");
                value(key, keyType, json);
                json.writeFieldName("value");
                value(value, type.getValueType(), json);
                json.writeEndObject();
            }
        }
        if (asObject) {
            json.writeEndObject();
        } else {
            json.writeEndArray();
        }
    }
}
