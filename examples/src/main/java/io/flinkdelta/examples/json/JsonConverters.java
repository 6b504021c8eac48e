/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** Makes the converter of a type, once per job; field paths are fixed then, so that converting a row builds no names. */
final class JsonConverters {
    private final UnknownFields unknownFields;

    JsonConverters(UnknownFields unknownFields) {
        this.unknownFields = unknownFields;
    }

    /**
     * The converter of a type.
     *
     * @throws InvalidRequestException naming the column whose type has no JSON form here
     */
    JsonValueConverter of(String field, LogicalType type) {
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> JsonScalars.bool(field);
            case TINYINT -> JsonScalars.integer(field, Byte.MIN_VALUE, Byte.MAX_VALUE, n -> (byte) n);
            case SMALLINT -> JsonScalars.integer(field, Short.MIN_VALUE, Short.MAX_VALUE, n -> (short) n);
            case INTEGER -> JsonScalars.integer(field, Integer.MIN_VALUE, Integer.MAX_VALUE, n -> (int) n);
            case BIGINT -> JsonScalars.integer(field, Long.MIN_VALUE, Long.MAX_VALUE, n -> n);
            case FLOAT -> JsonScalars.float4(field);
            case DOUBLE -> JsonScalars.float8(field);
            case DECIMAL -> JsonScalars.decimal(field, (DecimalType) type);
            case CHAR -> JsonScalars.string(field, ((CharType) type).getLength());
            case VARCHAR -> JsonScalars.string(field, ((VarCharType) type).getLength());
            case BINARY -> JsonScalars.bytes(field, ((BinaryType) type).getLength());
            case VARBINARY -> JsonScalars.bytes(field, ((VarBinaryType) type).getLength());
            case DATE -> JsonScalars.date(field);
            case TIMESTAMP_WITHOUT_TIME_ZONE -> JsonScalars.timestamp(field, ((TimestampType) type).getPrecision());
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                JsonScalars.timestampLtz(field, ((LocalZonedTimestampType) type).getPrecision());
            case ARRAY -> array(field, (ArrayType) type);
            case MAP -> map(field, (MapType) type);
            case ROW -> row(field, (RowType) type);
            // What Flink's parser makes of a name that it does not know.
            case UNRESOLVED ->
                throw new InvalidRequestException(
                        "There is no such type.",
                        ErrorContext.none().with("column", field).with("type", type.asSummaryString()),
                        "Write a type as in Flink's SQL, such as BIGINT, STRING, DECIMAL(10, 2) or TIMESTAMP_LTZ(3).");
            default ->
                throw new InvalidRequestException(
                        "A JSON value cannot be read into a column of this type.",
                        ErrorContext.none().with("column", field).with("type", type.asSummaryString()),
                        "Choose another type.");
        };
    }

    private JsonValueConverter array(String field, ArrayType type) {
        String elementField = field + "[]";
        boolean nullable = type.getElementType().isNullable();
        JsonValueConverter element = of(elementField, type.getElementType());
        return value -> {
            if (!value.isArray()) {
                throw JsonScalars.wrong(field, value, "an array");
            }
            Object[] elements = new Object[value.size()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = nullOr(elementField, nullable, element, value.get(i));
            }
            return new GenericArrayData(elements);
        };
    }

    private JsonValueConverter map(String field, MapType type) {
        if (!type.getKeyType().is(LogicalTypeFamily.CHARACTER_STRING)) {
            throw new InvalidRequestException(
                    "A JSON object cannot be read into a map whose keys are not strings.",
                    ErrorContext.none().with("column", field).with("type", type.asSummaryString()),
                    "Choose MAP<STRING, ...>.");
        }
        String valueField = field + "{}";
        boolean nullable = type.getValueType().isNullable();
        JsonValueConverter converter = of(valueField, type.getValueType());
        return value -> {
            if (!value.isObject()) {
                throw JsonScalars.wrong(field, value, "an object");
            }
            Map<Object, Object> entries = new HashMap<>();
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                entries.put(
                        StringData.fromString(entry.getKey()),
                        nullOr(valueField, nullable, converter, entry.getValue()));
            }
            return new GenericMapData(entries);
        };
    }

    /** The converter of an object into a row; {@code field} is empty for the record itself. */
    JsonValueConverter row(String field, RowType type) {
        String prefix = field.isEmpty() ? "" : field + ".";
        List<FieldConverter> fields = new ArrayList<>();
        Set<String> names = new HashSet<>(type.getFieldNames());
        for (RowType.RowField part : type.getFields()) {
            String path = prefix + part.getName();
            fields.add(new FieldConverter(part.getName(), path, part.getType().isNullable(), of(path, part.getType())));
        }
        String shownField = field.isEmpty() ? "(the record)" : field;
        return value -> {
            if (!value.isObject()) {
                throw JsonScalars.wrong(shownField, value, "an object");
            }
            GenericRowData row = new GenericRowData(fields.size());
            int found = 0;
            for (int i = 0; i < row.getArity(); i++) {
                FieldConverter part = fields.get(i);
                JsonNode json = value.get(part.name());
                found += json == null ? 0 : 1;
                row.setField(i, nullOr(part.path(), part.nullable(), part.converter(), json));
            }
            if (unknownFields == UnknownFields.FAIL && found < value.size()) {
                throw unknownField(prefix, value, names);
            }
            return row;
        };
    }

    private record FieldConverter(String name, String path, boolean nullable, JsonValueConverter converter) {}

    private static Object nullOr(String field, boolean nullable, JsonValueConverter converter, JsonNode value)
            throws JsonFieldException {
        if (value != null && !value.isNull()) {
            return converter.convert(value);
        }
        if (!nullable) {
            throw new JsonFieldException(field, (value == null ? "missing" : "null") + ", but the column is NOT NULL");
        }
        return null;
    }

    private static JsonFieldException unknownField(String prefix, JsonNode value, Set<String> names) {
        for (Iterator<String> there = value.fieldNames(); there.hasNext(); ) {
            String name = there.next();
            if (!names.contains(name)) {
                return new JsonFieldException(prefix + name, "the table has no such column");
            }
        }
        throw new IllegalStateException("no unknown field in " + value);
    }
}
