/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.CompiledExpression.ColumnReference;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompiledExpressionTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("Id", PrimitiveType.LONG, true),
            new StructField("n", PrimitiveType.INTEGER, true),
            new StructField("s", PrimitiveType.STRING, true),
            new StructField("ts", PrimitiveType.TIMESTAMP, true),
            new StructField("a.b", PrimitiveType.INTEGER, true),
            new StructField("list", new ArrayType(PrimitiveType.INTEGER, true), true),
            new StructField("inner", StructType.of(new StructField("Deep", new DecimalType(5, 2), true)), true));

    private static CompiledExpression compile(String sql) {
        return compile(sql, EvaluationSettings.utc());
    }

    private static CompiledExpression compile(String sql, EvaluationSettings settings) {
        return CompiledExpression.compile(Expression.parse(sql), SCHEMA, settings);
    }

    private static Object evaluate(CompiledExpression expression, Map<String, Object> row) {
        return expression.evaluate(
                index -> row.get(expression.columns().get(index).name()));
    }

    @Test
    void columnsAreFoundInAnyCaseAndNamedOnce() {
        CompiledExpression expression = compile("ID + id * N > INNER.deep AND `A.B` IS NULL");
        assertThat(expression.columns())
                .containsExactly(
                        new ColumnReference(List.of("Id"), PrimitiveType.LONG),
                        new ColumnReference(List.of("n"), PrimitiveType.INTEGER),
                        new ColumnReference(List.of("inner", "Deep"), new DecimalType(5, 2)),
                        new ColumnReference(List.of("a.b"), PrimitiveType.INTEGER));
        assertThat(expression.type()).isEqualTo(PrimitiveType.BOOLEAN);
        assertThat(expression.isTrue(index ->
                        index == 2 ? new BigDecimal("5.99") : index == 0 ? (Object) 2L : index == 1 ? 2 : null))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing = 1", "inner.missing = 1", "n.x = 1", "a.b = 1"})
    void anUnknownColumnIsNamed(String sql) {
        assertThatThrownBy(() -> compile(sql))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=" + sql.replace(" = 1", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "list = 1 | array<integer>",
                "n AND TRUE | of type integer where a condition is needed",
                "TRUE = 1 | boolean and integer",
                "s + s > 1 | string and string",
                "length(list) > 1 | array<integer>",
                "substring(s) = 'a' | a call with 1 arguments",
                "date_format(ts, 'EEEE') = 'a' | pattern",
                "date_trunc(s, ts) = ts | where a constant is needed",
                "trunc(ts, 'century') = ts | unit",
                "s RLIKE '(' | regular expression",
                "current_date() > ts | time of the evaluation",
                "round(n, -1) = 10 | before the point",
                "CAST(n AS DATE) = ts | of type integer where date is needed",
            })
    void typesThatDoNotGoTogetherAreRefused(String sql, String why) {
        assertThatThrownBy(() -> compile(sql))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(why);
    }

    @Test
    void anErrorOfARowIsThrownWhenTheRowAsksForIt() {
        CompiledExpression expression = compile("n = 0 OR 10 / n > 1");
        assertThat(evaluate(expression, Map.of("n", 0))).isEqualTo(true);
        assertThat(evaluate(expression, Map.of("n", 5))).isEqualTo(true);
        CompiledExpression constant = compile("n = 0 OR 1 / 0 > 1");
        assertThat(evaluate(constant, Map.of("n", 0))).isEqualTo(true);
        assertThatThrownBy(() -> evaluate(constant, Map.of("n", 1)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("divided by zero");
        assertThat(expression.failureOfConstant()).isEmpty();
        assertThat(constant.failureOfConstant()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id = 'abc'",
                "s = 'x' AND NOT (n IN (1, 'abc'))",
                "CASE WHEN n = 1 THEN CAST('abc' AS INT) ELSE 1 END = 1",
                "coalesce(id, 1 / 0) > 1",
                "ts > 'yesterday'",
                "id + 'a' IS NULL",
                "nvl2(s, n, -(1 % 0)) = 1",
                "CAST(CAST('abc' AS INT) AS STRING) LIKE s",
            })
    void aConstantWithoutAValueIsKnown(String sql) {
        assertThat(compile(sql).failureOfConstant()).isPresent();
    }

    @Test
    void nullIsNotTrue() {
        CompiledExpression expression = compile("n > 1");
        assertThat(evaluate(expression, Map.of())).isNull();
        assertThat(expression.isTrue(index -> null)).isFalse();
        assertThat(compile("NULL").isTrue(index -> null)).isFalse();
    }

    @Test
    void theZoneOfTheSessionDecidesWhichDayItIs() {
        long micros = Instant.parse("2024-01-01T03:00:00Z").getEpochSecond() * 1_000_000;
        CompiledExpression utc = compile("CAST(ts AS DATE)");
        CompiledExpression newYork = compile("CAST(ts AS DATE)", EvaluationSettings.in(ZoneId.of("America/New_York")));
        assertThat(evaluate(utc, Map.of("ts", micros))).isEqualTo(day("2024-01-01"));
        assertThat(evaluate(newYork, Map.of("ts", micros))).isEqualTo(day("2023-12-31"));
    }

    @Test
    void theTimeOfTheEvaluationComesFromTheClock() {
        Clock clock = Clock.fixed(Instant.parse("2024-05-06T07:08:09.123456789Z"), ZoneOffset.UTC);
        EvaluationSettings settings = EvaluationSettings.utc().with(clock);
        assertThat(compile("current_date", settings).evaluate(index -> null)).isEqualTo(day("2024-05-06"));
        assertThat(compile("now()", settings).evaluate(index -> null)).isEqualTo(1_714_979_289_123_456L);
    }

    @Test
    void theValueIsCastToTheTypeOfAColumn() {
        CompiledExpression expression = compile("n * 2").castTo(PrimitiveType.LONG);
        assertThat(expression.type()).isEqualTo(PrimitiveType.LONG);
        assertThat(evaluate(expression, Map.of("n", 4))).isEqualTo(8L);
        assertThat(compile("NULL").castTo(PrimitiveType.DATE).evaluate(index -> null))
                .isNull();
        assertThatThrownBy(() -> compile("s").castTo(new ArrayType(PrimitiveType.STRING, true)))
                .isInstanceOf(UnsupportedFeatureException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a%b | aXXb | true",
                "a%b | ab | true",
                "a%b | abc | false",
                "_ | \uD83D\uDE00 | true",
                "__ | \uD83D\uDE00 | false",
                "%a%a%a% | aaba | true",
                "%a%a%a% | aab | false",
                "a\\% | a% | true",
                "a\\% | ab | false",
            })
    void likeMatchesCodePoints(String pattern, String text, boolean matches) {
        assertThat(LikePattern.of(pattern).matches(text)).isEqualTo(matches);
    }

    @Test
    void stringsAreOrderedByTheirBytes() {
        assertThat(Ordering.of(PrimitiveType.STRING).compare("\uFFFF", "\uD83D\uDE00"))
                .isNegative();
        assertThat(Ordering.of(PrimitiveType.STRING).compare("a", "ab")).isNegative();
        assertThat(Ordering.of(PrimitiveType.DOUBLE).compare(-0.0, 0.0)).isZero();
        assertThat(Ordering.of(PrimitiveType.DOUBLE).compare(Double.NaN, Double.POSITIVE_INFINITY))
                .isPositive();
    }

    private static int day(String date) {
        return (int) LocalDate.parse(date).toEpochDay();
    }
}
