/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
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
import org.apache.flink.types.variant.Variant;

/**
 * Rows as JSON lines for people: timestamps and dates as ISO strings, decimals as numbers in plain
 * notation, binaries as base64, NaN and infinities as strings, maps as objects when their keys are
 * strings and else as arrays of {@code {"key":..,"value":..}}, variants as the JSON that they stand for. Nulls
 * are written out.
 */
public final class JsonRowEncoder {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private final StructType schema;

    private JsonRowEncoder(StructType schema) {
        this.schema = schema;
    }

    /** For rows of this schema, with timestamps of Flink's precision 6, as readers of this library give them. */
    public static JsonRowEncoder of(StructType schema) {
        return new JsonRowEncoder(schema);
    }

    /** One line, without the line break. */
    public String encode(RowData row) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            struct(row, schema, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    private void struct(RowData row, StructType type, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < type.fields().size(); i++) {
            StructField field = type.fields().get(i);
            json.writeFieldName(field.name());
            value(RowValues.of(row, i, field.type()), field.type(), json);
        }
        json.writeEndObject();
    }

    private void value(Object value, DataType type, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (type instanceof StructType struct) {
            struct((RowData) value, struct, json);
        } else if (type instanceof ArrayType array) {
            array((ArrayData) value, array.elementType(), json);
        } else if (type instanceof MapType map) {
            map((MapData) value, map, json);
        } else if (type instanceof DecimalType) {
            json.writeNumber(((DecimalData) value).toBigDecimal());
        } else {
            primitive(value, (PrimitiveType) type, json);
        }
    }

    private static void primitive(Object value, PrimitiveType type, JsonGenerator json) throws IOException {
        switch (type) {
            case BOOLEAN -> json.writeBoolean((boolean) value);
            case BYTE, SHORT, INTEGER, LONG -> json.writeNumber(((Number) value).longValue());
            case FLOAT -> json.writeNumber((float) value);
            case DOUBLE -> json.writeNumber((double) value);
            case BINARY -> json.writeBinary((byte[]) value);
            case DATE -> json.writeString(LocalDate.ofEpochDay((int) value).toString());
            case TIMESTAMP_NTZ ->
                json.writeString(
                        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(EpochTimes.dateTime((TimestampData) value)));
            case TIMESTAMP ->
                json.writeString(EpochTimes.instant((TimestampData) value).toString());
            case VARIANT -> VariantJson.write((Variant) value, json);
            case STRING, VOID -> json.writeString(value.toString());
        }
    }

    private void array(ArrayData array, DataType elementType, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < array.size(); i++) {
            value(RowValues.of(array, i, elementType), elementType, json);
        }
        json.writeEndArray();
    }

    private void map(MapData map, MapType type, JsonGenerator json) throws IOException {
        ArrayData keys = map.keyArray();
        ArrayData values = map.valueArray();
        DataType keyType = type.keyType();
        boolean asObject = keyType == PrimitiveType.STRING;
        if (asObject) {
            json.writeStartObject();
        } else {
            json.writeStartArray();
        }
        for (int i = 0; i < map.size(); i++) {
            Object key = RowValues.of(keys, i, keyType);
            Object value = RowValues.of(values, i, type.valueType());
            if (asObject) {
                json.writeFieldName(String.valueOf(key));
                value(value, type.valueType(), json);
            } else {
                json.writeStartObject();
                json.writeFieldName("key");
                value(key, keyType, json);
                json.writeFieldName("value");
                value(value, type.valueType(), json);
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
