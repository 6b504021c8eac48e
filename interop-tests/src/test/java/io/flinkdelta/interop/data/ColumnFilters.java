/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Filters in SQL over the columns of a table, with values that are in its rows, in comparisons of every kind. */
public final class ColumnFilters {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int VALUES_PER_COLUMN = 3;
    private static final List<String> COMPARISONS = List.of("=", "<", ">=", "<=>", ">", "<=", "<>");

    private ColumnFilters() {}

    /** Those of a table with the exact lines {@code rows}. */
    public static List<String> of(StructType schema, List<String> rows) throws JsonProcessingException {
        Map<String, DataType> columns = new LinkedHashMap<>();
        Map<String, String> pointers = new LinkedHashMap<>();
        leaves("", "", schema, columns, pointers);
        List<JsonNode> parsed = new ArrayList<>();
        for (String row : rows) {
            parsed.add(JSON.readTree(row));
        }
        List<String> filters = new ArrayList<>();
        columns.forEach((name, type) -> {
            Set<String> values = new TreeSet<>();
            for (JsonNode row : parsed) {
                JsonNode value = row.at(pointers.get(name));
                if (!value.isNull() && !value.isMissingNode()) {
                    values.add(value.asText());
                }
            }
            addFilters(name, type, some(type, values), filters);
        });
        return filters;
    }

    private static void addFilters(String name, DataType type, Collection<String> values, List<String> filters) {
        filters.add(name + " IS NULL");
        filters.add("NOT (" + name + " IS NULL)");
        for (String value : values) {
            String literal = literal(type, value);
            int turn = filters.size();
            filters.add(name + " " + COMPARISONS.get(turn % COMPARISONS.size()) + " " + literal);
            filters.add(literal + " " + COMPARISONS.get((turn + 3) % COMPARISONS.size()) + " " + name);
            filters.add("NOT (" + name + " IN (" + literal + ")) AND " + name + " <= " + literal);
        }
    }

    /** A few of the values from end to end, but none that is awkward to write as a literal. */
    private static Set<String> some(DataType type, Collection<String> values) {
        List<String> plain = new ArrayList<>();
        for (String value : values) {
            String text = isTime(type) ? time(Long.parseLong(value)) : value;
            boolean far = (isTime(type) || type == PrimitiveType.DATE) && !text.matches("\\d{4}-.*");
            if (!far && text.chars().noneMatch(Character::isISOControl)) {
                plain.add(text);
            }
        }
        Set<String> chosen = new LinkedHashSet<>();
        for (int i = 0; i < VALUES_PER_COLUMN && !plain.isEmpty(); i++) {
            chosen.add(plain.get(i * (plain.size() - 1) / (VALUES_PER_COLUMN - 1)));
        }
        return chosen;
    }

    private static boolean isTime(DataType type) {
        return type == PrimitiveType.TIMESTAMP || type == PrimitiveType.TIMESTAMP_NTZ;
    }

    private static String time(long micros) {
        Instant instant =
                Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
        return instant.toString().replace('T', ' ').replace("Z", "");
    }

    private static void leaves(
            String parent,
            String pointer,
            StructType struct,
            Map<String, DataType> columns,
            Map<String, String> pointers) {
        for (StructField field : struct.fields()) {
            String name = parent + "`" + field.name().replace("`", "``") + "`";
            String at = pointer + "/" + field.name().replace("~", "~0").replace("/", "~1");
            if (field.type() instanceof StructType nested) {
                leaves(name + ".", at, nested, columns, pointers);
            } else if (comparable(field.type())) {
                columns.put(name, field.type());
                pointers.put(name, at);
            }
        }
    }

    private static boolean comparable(DataType type) {
        return type instanceof DecimalType
                || (type instanceof PrimitiveType primitive
                        && primitive != PrimitiveType.BINARY
                        && primitive != PrimitiveType.VARIANT
                        && primitive != PrimitiveType.VOID);
    }

    private static String literal(DataType type, String text) {
        if (type instanceof DecimalType) {
            return text + "BD";
        }
        return switch ((PrimitiveType) type) {
            case BYTE, SHORT, INTEGER, LONG ->
                text.equals("-9223372036854775808") ? "-9223372036854775807L" : text + "L";
            case FLOAT -> "CAST('" + text + "' AS FLOAT)";
            case DOUBLE -> Double.isFinite(Double.parseDouble(text)) ? text + "D" : "CAST('" + text + "' AS DOUBLE)";
            case BOOLEAN -> text;
            case DATE -> "DATE'" + text + "'";
            case TIMESTAMP -> "TIMESTAMP'" + text + "'";
            case TIMESTAMP_NTZ -> "TIMESTAMP_NTZ'" + text + "'";
            default -> "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
        };
    }
}
