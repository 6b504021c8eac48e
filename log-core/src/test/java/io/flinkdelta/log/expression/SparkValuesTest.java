/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types and values that Spark 4.1.3 answered, kept so that they are checked without it. */
class SparkValuesTest {

    private static CompiledExpression compile(String sql) {
        return CompiledExpression.compile(Expression.parse(sql), new StructType(List.of()), EvaluationSettings.utc());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "'It''s' # string # It's",
                "'a' 'b' # string # ab",
                "CAST(' 1 ' AS INT) # integer # 1",
                "CAST('1d' AS DOUBLE) # double # 1.0",
                "CAST('1e3' AS DECIMAL(10,2)) # decimal(10,2) # 1000.00",
                "floor(1) # long # 1",
                "floor(1.5) # decimal(2,0) # 1",
                "floor(1e30) # long # 9223372036854775807",
                "1/2 # double # 0.5",
                "1 % 2L # long # 1",
                "1Y + 1Y # byte # 2",
                "-7 DIV 2 # long # -3",
                "1.5 + 1 # decimal(3,1) # 2.5",
                "1.5 * 2.25 # decimal(6,3) # 3.375",
                "1.5 / 3 # decimal(7,6) # 0.500000",
                "1.5F + 1 # double # 2.5",
                "'1' + 1 # long # 2",
                "'1' || 1 # string # 11",
                "'2' * 1.5 # double # 3.0",
                "1 = '1' # boolean # true",
                "DATE '2024-01-01' = '2024-01-01' # boolean # true",
                "1 IN ('1', '2') # boolean # true",
                "coalesce(1, 'a') # long # 1",
                "coalesce(1, 1.5) # decimal(11,1) # 1.0",
                "coalesce(1L, 1.5F) # double # 1.0",
                "length(123) # integer # 3",
                "substring(12345, 2) # string # 2345",
                "concat(1, 'a', true) # string # 1atrue",
                "substring('abc', '2') # string # bc",
                "substring('abc', -2, 1) # string # b",
                "substring('abc', 0, 2) # string # ab",
                "substring('h\u00e9llo', -10, 7) # string # h\u00e9",
                "right('abc', 2) # string # bc",
                "left('abc', -1) # string # ",
                "hour('2024-01-01 10:00:00') # integer # 10",
                "round(2.567, 1) # decimal(3,1) # 2.6",
                "round(2.5) # decimal(2,0) # 3",
                "date_format(DATE '2024-01-05', 'yyyyMMdd') # string # 20240105",
                "'a' LIKE 'a\\_' # boolean # false",
                "- 5 # integer # -5",
                "9223372036854775808 # decimal(19,0) # 9223372036854775808",
                "1. # decimal(1,0) # 1",
                ".05 # decimal(2,2) # 0.05",
                "1e3BD # decimal(4,0) # 1000",
                "1.5::int # integer # 1",
                "if(true, 1, 2.5) # decimal(11,1) # 1.0",
                "greatest(1, 2.5, 3L) # decimal(21,1) # 3.0",
                "nullif(1, 2L) # integer # 1",
                "CAST(0.1F AS DECIMAL(20,17)) # decimal(20,17) # 0.10000000149011612",
                "CAST(1.005D AS DECIMAL(10,2)) # decimal(10,2) # 1.01",
                "CAST(1.0E7D AS STRING) # string # 1.0E7",
                "weekofyear(DATE '2024-12-30') # integer # 1",
                "dayofweek(DATE '2024-12-30') # integer # 2",
                "weekday(DATE '2024-12-30') # integer # 0",
                "CAST(trunc(DATE '2024-12-31', 'week') AS STRING) # string # 2024-12-30",
                "date_trunc('HOUR', TIMESTAMP '2024-01-05 03:04:05') # timestamp # 1704423600000000",
                "mod(-7, 3) # integer # -1",
                "pmod(-7, 3) # integer # 2",
                "mod(1.5, 2) # decimal(2,1) # 1.5",
                "datediff('2024-01-03', DATE '2024-01-01') # integer # 2",
                "CAST(date_add(TIMESTAMP '2024-01-01 05:00:00', 1) AS STRING) # string # 2024-01-02",
            })
    void typeAndValue(String sql, String type, String value) {
        CompiledExpression expression = compile(sql.strip());
        assertThat(expression.type().describe()).isEqualTo(type);
        Object found = expression.evaluate(index -> null);
        assertThat(found instanceof BigDecimal decimal ? decimal.toPlainString() : found.toString())
                .isEqualTo(value == null ? "" : value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAST('1.5' AS INT)",
                "1 / 0.0D",
                "5.0D % 0",
                "CAST(1e10D AS INT)",
                "9223372036854775807 + 1",
                "127Y + 1Y",
                "abs(-128Y)",
                "- (-128Y)",
                "CAST('2024-02-30' AS DATE)",
                "CAST('maybe' AS BOOLEAN)",
                "CAST(99.995 AS DECIMAL(4,2))",
                "-9223372036854775808 DIV -1",
                "'abc' LIKE 'a\\\\b'"
            })
    void errors(String sql) {
        CompiledExpression expression = compile(sql);
        assertThatThrownBy(() -> expression.evaluate(index -> null)).isInstanceOf(InvalidRequestException.class);
    }

    /** Where Spark wraps around, rounds, or hands out what is no text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "date_add(DATE '9999-12-31', 2147483647)",
                "99999999999999999999.0 DIV 0.1",
                "CAST(X'FFFF' AS STRING)"
            })
    void errorsOfOurs(String sql) {
        CompiledExpression expression = compile(sql);
        assertThatThrownBy(() -> expression.evaluate(index -> null)).isInstanceOf(InvalidRequestException.class);
    }
}
