/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.format.DateTimeFormatter;
import org.apache.flink.types.variant.Variant;

/** A variant as JSON for people, its leaves written as {@link JsonRowEncoder} writes columns of their types. */
final class VariantJson {
    private VariantJson() {}

    static void write(Variant variant, JsonGenerator json) throws IOException {
        switch (variant.getType()) {
            case OBJECT -> {
                json.writeStartObject();
                for (String name : variant.getFieldNames()) {
                    json.writeFieldName(name);
                    write(variant.getField(name), json);
                }
                json.writeEndObject();
            }
            case ARRAY -> {
                json.writeStartArray();
                for (int i = 0; i < variant.getArraySize(); i++) {
                    write(variant.getElement(i), json);
                }
                json.writeEndArray();
            }
            case NULL -> json.writeNull();
            case BOOLEAN -> json.writeBoolean(variant.getBoolean());
            case TINYINT -> json.writeNumber(variant.getByte());
            case SMALLINT -> json.writeNumber(variant.getShort());
            case INT -> json.writeNumber(variant.getInt());
            case BIGINT -> json.writeNumber(variant.getLong());
            case FLOAT -> json.writeNumber(variant.getFloat());
            case DOUBLE -> json.writeNumber(variant.getDouble());
            case DECIMAL -> json.writeNumber(variant.getDecimal());
            case BYTES -> json.writeBinary(variant.getBytes());
            case TIMESTAMP -> json.writeString(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(variant.getDateTime()));
            case STRING, DATE, TIMESTAMP_LTZ -> json.writeString(variant.get().toString());
        }
    }
}
