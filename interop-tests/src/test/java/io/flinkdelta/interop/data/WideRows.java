/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** Rows with a column of every type that a table can have. */
public final class WideRows {
    private static final VarCharType STRING = new VarCharType(VarCharType.MAX_LENGTH);
    private static final int[][] DECIMALS = {
        {1, 0}, {4, 2}, {9, 0}, {9, 9}, {10, 0}, {18, 2}, {18, 18}, {19, 0}, {38, 0}, {38, 18}, {38, 38}
    };

    private WideRows() {}

    /** {@code id BIGINT NOT NULL} and every type, nested ones to three levels and with nulls at each. */
    public static RowType type() {
        Map<String, LogicalType> columns = new LinkedHashMap<>();
        columns.put("id", new BigIntType(false));
        columns.putAll(primitives());
        columns.put("c_binary", new VarBinaryType(VarBinaryType.MAX_LENGTH));
        columns.put("c_binary_4", new BinaryType(4));
        columns.put("c_char", new CharType(10));
        columns.put("c_timestamp_0", new TimestampType(0));
        columns.put("c_ltz_3", new LocalZonedTimestampType(3));
        columns.putAll(notNull());
        columns.putAll(nested());
        return row(true, columns);
    }

    /** One nullable column of each primitive type that a table can be partitioned by. */
    public static Map<String, LogicalType> primitives() {
        Map<String, LogicalType> columns = new LinkedHashMap<>();
        columns.put("c_boolean", new BooleanType());
        columns.put("c_byte", new TinyIntType());
        columns.put("c_short", new SmallIntType());
        columns.put("c_int", new IntType());
        columns.put("c_long", new BigIntType());
        columns.put("c_float", new FloatType());
        columns.put("c_double", new DoubleType());
        for (int[] decimal : DECIMALS) {
            columns.put("c_decimal_" + decimal[0] + "_" + decimal[1], new DecimalType(decimal[0], decimal[1]));
        }
        columns.put("c_string", STRING);
        columns.put("c_date", new DateType());
        columns.put("c_timestamp", new LocalZonedTimestampType(6));
        columns.put("c_timestamp_ntz", new TimestampType(6));
        return columns;
    }

    private static Map<String, LogicalType> notNull() {
        Map<String, LogicalType> columns = new LinkedHashMap<>();
        columns.put("n_int", new IntType(false));
        columns.put("n_string", STRING.copy(false));
        columns.put("n_decimal", new DecimalType(false, 20, 3));
        columns.put("n_array", new ArrayType(false, new IntType(false)));
        columns.put("n_map", new MapType(false, STRING.copy(false), new LocalZonedTimestampType(false, 6)));
        columns.put("n_row", row(false, Map.of("x", new DoubleType(false))));
        return columns;
    }

    private static Map<String, LogicalType> nested() {
        Map<String, LogicalType> columns = new LinkedHashMap<>();
        primitives().forEach((name, type) -> columns.put(name.replaceFirst("c_", "a_"), new ArrayType(type)));
        columns.put("m_string_int", new MapType(STRING, new IntType()));
        columns.put("m_int_string", new MapType(new IntType(), STRING));
        columns.put("m_decimal_date", new MapType(new DecimalType(20, 4), new DateType()));
        columns.put("m_date_decimal", new MapType(new DateType(), new DecimalType(38, 10)));
        columns.put("m_timestamp_boolean", new MapType(new LocalZonedTimestampType(6), new BooleanType()));
        columns.put("s_all", row(true, primitives()));
        LogicalType third = row(true, Map.of("deep", new ArrayType(new DecimalType(22, 2))));
        columns.put("s_s_s", row(true, Map.of("second", row(true, Map.of("third", third)))));
        columns.put("a_s_m", new ArrayType(row(true, Map.of("m", new MapType(STRING, new BigIntType())))));
        columns.put("m_a_s", new MapType(STRING, new ArrayType(row(true, Map.of("d", new TimestampType(6))))));
        columns.put("a_a_a", new ArrayType(new ArrayType(new ArrayType(STRING))));
        columns.put("s_m_a", row(true, Map.of("m", new MapType(new BigIntType(), new ArrayType(new FloatType())))));
        columns.put("m_m_m", new MapType(STRING, new MapType(new IntType(), new MapType(STRING, new DoubleType()))));
        return columns;
    }

    /** Rows that together hold every edge value of every column; {@code id} counts from 0. */
    public static List<RowData> rows(RowType type) {
        int count = 0;
        for (LogicalType child : type.getChildren()) {
            count = Math.max(count, EdgeValues.of(child).size());
        }
        List<RowData> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            GenericRowData row = EdgeValues.row(type, i, i == 0 ? 0 : 1);
            row.setField(0, (long) i);
            rows.add(row);
        }
        return rows;
    }

    /** A row type of these columns. */
    public static RowType row(boolean nullable, Map<String, ? extends LogicalType> columns) {
        List<RowType.RowField> fields = new ArrayList<>();
        columns.forEach((name, type) -> fields.add(new RowType.RowField(name, type)));
        return new RowType(nullable, fields);
    }
}
