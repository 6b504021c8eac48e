/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** SQL expressions over the columns of one table of edge values. */
public final class ExpressionCases {
    private static final List<String> NUMBERS = List.of("i8", "i16", "i32", "i64", "f32", "f64", "dec", "big");
    private static final List<String> COLUMNS =
            List.of("b", "i8", "i16", "i32", "i64", "f32", "f64", "dec", "big", "s", "d", "ts", "ntz", "bin");
    private static final List<String> TYPES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(10,2)",
            "DECIMAL(38,10)",
            "STRING",
            "DATE",
            "TIMESTAMP",
            "TIMESTAMP_NTZ",
            "BINARY");

    /** The cells of each row as SQL, in the order of {@link #schema}. */
    private static final List<List<String>> ROWS = List.of(
            row("TRUE", "1", "1", "1", "1", "1.5", "1.5", "1.50", "1.5", "'abc'", "DATE '2024-02-29'", "0", "0", "X''"),
            row("FALSE", "0", "0", "0", "0", "0.0", "0.0", "0", "0", "''", "DATE '1970-01-01'", "1", "1", "X'00'"),
            row(
                    "TRUE",
                    "127",
                    "32767",
                    "2147483647",
                    "9223372036854775807",
                    "3.4028235E38",
                    "1.7976931348623157E308",
                    "99999999.99",
                    "999999999999999999999999.9999999999",
                    "'2024-02-29 12:34:56.789'",
                    "DATE '9999-12-31'",
                    "253402300799999999",
                    "253402300799999999",
                    "X'FFFF'"),
            row(
                    "FALSE",
                    "-128",
                    "-32768",
                    "-2147483648",
                    "-9223372036854775807L - 1",
                    "-3.4028235E38",
                    "4.9E-324",
                    "-99999999.99",
                    "-999999999999999999999999.9999999999",
                    "'  -7 '",
                    "DATE '0001-01-01'",
                    "-62135596800000000",
                    "-62135596800000000",
                    "X'7F80'"),
            row(
                    "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL",
                    "NULL", "NULL"),
            row(
                    "TRUE",
                    "-7",
                    "-7",
                    "-7",
                    "-7",
                    "CAST('NaN' AS FLOAT)",
                    "CAST('NaN' AS DOUBLE)",
                    "-2.55",
                    "-0.5",
                    "'1.5'",
                    "DATE '2024-12-30'",
                    "1709210096789123",
                    "1709210096789123",
                    "X'6162'"),
            row(
                    "TRUE",
                    "2",
                    "2",
                    "2",
                    "2",
                    "CAST('Infinity' AS FLOAT)",
                    "CAST('-Infinity' AS DOUBLE)",
                    "2.00",
                    "2.005",
                    "'\\u65e5\\u672c\\U0001F600'",
                    "DATE '1582-10-10'",
                    "1710054000000000",
                    "1710054000000000",
                    "X'C3A9'"),
            row(
                    "FALSE",
                    "10",
                    "1000",
                    "100000",
                    "10000000000",
                    "-0.0",
                    "-0.0",
                    "0.05",
                    "0.0000000001",
                    "'TRUE'",
                    "DATE '2024-03-10'",
                    "1710055800000000",
                    "1710055800000000",
                    "X'41'"),
            row(
                    "TRUE",
                    "3",
                    "3",
                    "3",
                    "3",
                    "0.1",
                    "0.1",
                    "0.10",
                    "0.1",
                    "'1e3'",
                    "DATE '2023-11-05'",
                    "1699162200000000",
                    "1699162200000000",
                    "X'30'"),
            row(
                    "FALSE",
                    "-1",
                    "-1",
                    "-1",
                    "-1",
                    "-1.5",
                    "2.5",
                    "-0.50",
                    "12345.678",
                    "'a%b_c\\\\d'",
                    "DATE '2024-01-01'",
                    "-1",
                    "-1",
                    "X'E29C93'"));

    private ExpressionCases() {}

    /** Timestamps are given in microseconds since the epoch. */
    private static List<String> row(String... cells) {
        List<String> typed = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            String column = COLUMNS.get(i);
            String type = sqlType(column);
            if (cells[i].equals("NULL")) {
                typed.add("CAST(NULL AS " + type + ")");
            } else if (column.equals("ts")) {
                typed.add("TIMESTAMP_MICROS(" + cells[i] + ")");
            } else if (column.equals("ntz")) {
                typed.add("TIMESTAMP_NTZ '1970-01-01 00:00:00' + MAKE_DT_INTERVAL(0, 0, 0, " + cells[i]
                        + " / 1000000BD)");
            } else if (column.startsWith("f")) {
                String number = cells[i].startsWith("CAST") ? cells[i] : "'" + cells[i] + "'";
                typed.add("CAST(" + number + " AS " + type + ")");
            } else {
                typed.add("CAST(" + cells[i] + " AS " + type + ")");
            }
        }
        return typed;
    }

    private static String sqlType(String column) {
        return switch (column) {
            case "b" -> "BOOLEAN";
            case "i8" -> "TINYINT";
            case "i16" -> "SMALLINT";
            case "i32" -> "INT";
            case "i64" -> "BIGINT";
            case "f32" -> "FLOAT";
            case "f64" -> "DOUBLE";
            case "dec" -> "DECIMAL(10,2)";
            case "big" -> "DECIMAL(38,10)";
            case "s" -> "STRING";
            case "d" -> "DATE";
            case "ts" -> "TIMESTAMP";
            case "ntz" -> "TIMESTAMP_NTZ";
            case "bin" -> "BINARY";
            default -> throw new IllegalArgumentException(column);
        };
    }

    /** The columns of the table. */
    public static StructType schema() {
        List<DataType> types = List.of(
                PrimitiveType.BOOLEAN,
                PrimitiveType.BYTE,
                PrimitiveType.SHORT,
                PrimitiveType.INTEGER,
                PrimitiveType.LONG,
                PrimitiveType.FLOAT,
                PrimitiveType.DOUBLE,
                new DecimalType(10, 2),
                new DecimalType(38, 10),
                PrimitiveType.STRING,
                PrimitiveType.DATE,
                PrimitiveType.TIMESTAMP,
                PrimitiveType.TIMESTAMP_NTZ,
                PrimitiveType.BINARY);
        List<StructField> fields = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            fields.add(new StructField(COLUMNS.get(i), types.get(i), true));
        }
        return new StructType(fields);
    }

    /** The table as Spark's inline table. */
    public static String inlineTable() {
        String rows =
                ROWS.stream().map(row -> "(" + String.join(", ", row) + ")").collect(Collectors.joining(", "));
        return "VALUES " + rows + " AS t(" + String.join(", ", COLUMNS) + ")";
    }

    /** Every operator on every pair of number types, and every cast. */
    public static List<String> combinations() {
        List<String> all = new ArrayList<>();
        for (String left : NUMBERS) {
            for (String right : NUMBERS) {
                for (String operator : List.of("+", "-", "*", "/", "%", "<", "<=>")) {
                    all.add(left + " " + operator + " " + right);
                }
                // Spark's quotient of large decimals wraps around where ours is an error.
                if (!left.equals("big") && !right.equals("big")) {
                    all.add(left + " DIV " + right);
                }
            }
            for (String constant :
                    List.of("3", "0", "-2.5", "1e2", "7L", "2Y", "5S", "'4'", "NULL", "100000000000000000000")) {
                // Spark answers false instead of null when a constant is out of the range of a column that is null.
                boolean comparable = !constant.startsWith("1000");
                for (String operator :
                        comparable ? List.of("+", "*", "/", "%", ">=", "=") : List.of("+", "*", "/", "%")) {
                    all.add(left + " " + operator + " " + constant);
                    all.add(constant + " " + operator + " " + left);
                }
            }
            for (String function : List.of("-", "abs", "floor", "ceil", "round", "positive", "isnan")) {
                all.add(function + "(" + left + ")");
            }
            all.add("round(" + left + ", 1)");
        }
        for (String column : COLUMNS) {
            // Bytes that are no UTF-8 are an error in our cast to string.
            TYPES.stream()
                    .filter(type -> !(column + type).equals("binSTRING"))
                    .forEach(type -> all.add("CAST(" + column + " AS " + type + ")"));
            COLUMNS.forEach(other -> all.add(column + " = " + other));
            COLUMNS.forEach(other -> all.add("coalesce(" + column + ", " + other + ")"));
            for (String constant : List.of("'2024-02-29'", "'x'", "1", "TRUE", "DATE '2024-02-29'", "X'61'")) {
                all.add(column + " < " + constant);
                all.add(column + " IN (" + constant + ", " + column + ")");
            }
        }
        return all;
    }

    /** What users write: all of it has to be evaluated. */
    public static List<String> ofUsers() {
        return List.of(
                "i32 > 3",
                "i32 IS NULL OR i32 < 1000",
                "s IS NULL OR length ( s ) < 100",
                "i32 BETWEEN -7 AND 3",
                "i32 NOT BETWEEN i16 AND i64",
                "NOT i32 = 3",
                "NOT b AND b OR b",
                "b AND NULL",
                "b OR NULL",
                "NOT NULL",
                "NULL",
                "b IS TRUE",
                "b IS NOT FALSE",
                "b IS UNKNOWN",
                "b = TRUE IS NULL",
                "i32 IS DISTINCT FROM i16",
                "i32 IS NOT DISTINCT FROM i16",
                "i32 != 3 AND i32 <> 4 AND i32 == i16",
                "s IN ('abc', 'TRUE', NULL)",
                "s NOT IN ('abc', '1.5')",
                "i32 IN (1, 2.0, 3L)",
                "d > '1900-01-01'",
                "d >= DATE '2024-01-01' AND d < DATE'2025-01-01'",
                "ts < '2030-01-01 00:00:00'",
                "ts >= TIMESTAMP '1970-01-01 00:00:00'",
                "ts = TIMESTAMP '1970-01-01T00:00:00Z'",
                "ntz <= TIMESTAMP_NTZ '2024-02-29 12:34:56.789123'",
                "s LIKE 'a%'",
                "s LIKE '%_c%'",
                "s LIKE '_b_'",
                "s LIKE 'a\\%b\\_c%'",
                "s NOT LIKE '%\\\\\\\\%'",
                "s LIKE ''",
                "s RLIKE '^[a-z]+$'",
                "regexp_like(s, '[0-9]')",
                "s || '-' || i32",
                "concat(s, i32, b, d, dec)",
                "concat('a', 'b')",
                "'It''s' || \"a \"\"b\"\"\" 'c'",
                "'tab\\t\\u0041\\101\\x\\%\\0'",
                "r'a\\nb'",
                "CASE WHEN i32 > 0 THEN 'plus' WHEN i32 < 0 THEN 'minus' END",
                "CASE i32 WHEN 1 THEN 1L WHEN 2 THEN 2.5 ELSE 0 END",
                "CASE WHEN b THEN i32 ELSE s END",
                "if(i32 > 0, 1, 2.5)",
                "nvl(s, 'none')",
                "ifnull(i32, 0)",
                "nvl2(s, 1, 2L)",
                "nullif(i32, 1L)",
                "coalesce(NULL, i32, 5)",
                "greatest(i32, i16, 2.5)",
                "least(f64, f32, 0)",
                "greatest(s, 'b')",
                "least(d, ts)",
                "isnull(s)",
                "isnotnull(s)",
                "CAST(ts AS DATE)",
                "ts::date",
                "date(ts)",
                "to_date(ts)",
                "date(ntz)",
                "to_timestamp(d)",
                "id2 * 2".replace("id2", "i64"),
                "year(d)",
                "year(ts)",
                "month(ts)",
                "day(ts)",
                "dayofmonth(d)",
                "dayofyear(d)",
                "dayofweek(d)",
                "weekday(d)",
                "weekofyear(d)",
                "quarter(d)",
                "hour(ts)",
                "hour(ntz)",
                "hour(d)",
                "minute(ts)",
                "second(ts)",
                "year('2024-01-01')",
                "hour('2024-01-01 10:20:30')",
                "YEAR(ts) * 10000 + MONTH(ts) * 100 + DAY(ts)",
                "date_format(ts, 'yyyy-MM-dd-HH')",
                "date_format(d, 'yyyyMMdd')",
                "date_format(ntz, 'yyyy/MM/dd HH:mm:ss')",
                "date_trunc('YEAR', ts)",
                "date_trunc('quarter', ts)",
                "date_trunc('MONTH', ts)",
                "date_trunc('week', ts)",
                "date_trunc('day', ts)",
                "date_trunc('HOUR', ts)",
                "date_trunc('minute', ts)",
                "date_trunc('second', ts)",
                "date_trunc('millisecond', ts)",
                "date_trunc('DAY', d)",
                "trunc(d, 'year')",
                "trunc(d, 'QUARTER')",
                "trunc(d, 'MM')",
                "trunc(d, 'week')",
                "trunc(ts, 'month')",
                "datediff(d, DATE '2024-01-01')",
                "datediff(ts, '2024-01-01')",
                "date_add(d, 1)",
                "date_add(d, i16)",
                "date_sub(d, i8)",
                "d + 1",
                "1 + d",
                "d - 365",
                "substring(s, 2)",
                "substring(s, 1, 2)",
                "substring(s, -2, 1)",
                "substr(s, 0, 2)",
                "substring(s, -100, 99)",
                "substring(s, 2, -1)",
                "substring(i32, 2)",
                "left(s, 2)",
                "right(s, 2)",
                "right(s, 0)",
                "left(s, -1)",
                "length(s)",
                "length(bin)",
                "char_length(s)",
                "lower(s)",
                "upper(s)",
                "upper('stra\\u00dfe')",
                "lower('\\u0130\\u03a3')",
                "trim(s)",
                "ltrim(s)",
                "rtrim(s)",
                "replace(s, 'b', 'xx')",
                "startswith(s, 'a')",
                "endswith(s, 'c')",
                "contains(s, '.')",
                "instr(s, 'b')",
                "abs(-5)",
                "i32 + 1 - 2 * 3",
                "-i32",
                "- - i8",
                "+i8",
                "(i64 + 1) * 2 % 10",
                "mod(i32, 4)",
                "pmod(i32, 4)",
                "pmod(i64, -4)",
                "i32 DIV 2",
                "dec DIV 2",
                "i32 / 2",
                "dec / 3",
                "dec * 1.1",
                "dec % 0.7",
                "big * big",
                "big / 7",
                "big + 1",
                "5 - dec",
                "dec = 1.5",
                "f64 > 1",
                "f64 = 'NaN'",
                "f32 = f64",
                "isnan(f64)",
                "i8 = 1Y AND i16 = 1S AND i64 = 1L AND f32 = 1.5F AND f64 = 1.5D AND dec = 1.5BD",
                "round(f64, 2)",
                "round(dec)",
                "round(2.5)",
                "round(-2.5D)",
                "floor(dec)",
                "ceil(f64)",
                "bin = X'6162'",
                "bin < X'80'",
                "CAST('  12  ' AS INT)",
                "CAST('2024-2-9' AS DATE)",
                "CAST('2024' AS DATE)",
                "CAST('2024-02-30' AS DATE)",
                "CAST('2024-02-29 xyz' AS DATE)",
                "CAST('2024-02-29T01:02:03.1234567+01:00' AS TIMESTAMP)",
                "CAST('2024-02-29 1:2' AS TIMESTAMP)",
                "CAST('2024-02-29 01:02:03 Europe/Berlin' AS TIMESTAMP)",
                "CAST('2024-02-29 01:02:03+1:5' AS TIMESTAMP)",
                "CAST('2024-02-29 01:02:03Z' AS TIMESTAMP_NTZ)",
                "CAST('2024-03-10 02:30:00' AS TIMESTAMP)",
                "CAST('2024-11-03 01:30:00' AS TIMESTAMP)",
                "CAST('2024-02-29 25:00:00' AS TIMESTAMP)",
                "CAST('1.005' AS DECIMAL(10,2))",
                "CAST('1e400' AS DOUBLE)",
                "CAST('1e-999999999' AS DECIMAL(10,2))",
                "CAST('1e-50' AS DECIMAL(10,2))",
                "CAST('yes' AS BOOLEAN)",
                "CAST('maybe' AS BOOLEAN)",
                "CAST(1.0E7D AS STRING)",
                "CAST(0.001F AS STRING)",
                "CAST(1e-10 AS DECIMAL(3,2))",
                "CAST(99.995 AS DECIMAL(4,2))",
                "CAST(0.1F AS DECIMAL(20,17))",
                "9223372036854775807 + 1",
                "127Y + 1Y",
                "1/0",
                "b OR 1/0 > 1",
                "`i32` + t.i32".replace("t.i32", "I32"));
    }
}
