/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionParserTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '~',
            value = {
                "a or b and c # (a OR (b AND c))",
                "not a and b # ((NOT a) AND b)",
                "not a = b # (NOT (a = b))",
                "! a # (NOT a)",
                "a = b is null # ((a = b) IS NULL)",
                "a is not null # (NOT (a IS NULL))",
                "a is true # (a <=> TRUE)",
                "a is not distinct from b # (NOT (NOT (a <=> b)))",
                "a between 1 and 2 and c # (((a >= 1) AND (a <= 2)) AND c)",
                "a not between b + 1 and c # (NOT ((a >= (b + 1)) AND (a <= c)))",
                "a in (1, 'x', null) # (a IN (1, 'x', NULL))",
                "a not in (1) # (NOT (a IN (1)))",
                "a not like 'x%' # (NOT (a LIKE 'x%'))",
                "a rlike b # rlike(a, b)",
                "a + b * c - d # ((a + (b * c)) - d)",
                "a div b % c # ((a DIV b) % c)",
                "-a * b # ((- (a)) * b)",
                "- -1 # (- (-1))",
                "a - -1 # (a - -1)",
                "a || b + c # (concat(a, b) + c)",
                "a == b # (a = b)",
                "a != b # (a <> b)",
                "cast(a as decimal(5, 2)) # CAST(a AS decimal(5,2))",
                "a::int::string # CAST(CAST(a AS INT) AS STRING)",
                "case when a then 1 else 2 end # CASE WHEN a THEN 1 ELSE 2 END",
                "case a when 1 then 2 end # CASE WHEN (a = 1) THEN 2 END",
                "`a b`.c.`d``e` # `a b`.c.`d``e`",
                "`and` # `and`",
                "date # date",
                "year(date) # year(date)",
                "current_date # current_date()",
                "Length ( s ) # length(s)",
                "'it''s' 'x' # 'it\\'sx'",
                "r'a\\b' # 'a\\\\b'",
                "\"a\\u0041\\101\\t!\" # 'aAA\t!'",
                "1L + 2S + 3Y # ((1L + 2S) + 3Y)",
                "1.50 # 1.50BD",
                "1e3 # 1000.0D",
                ".5F # 0.5F",
                "-2147483648 # -2147483648",
                "2147483648 # 2147483648L",
                "9223372036854775808 # 9223372036854775808BD",
                "date '2024-2-9' # DATE '2024-02-09'",
                "x'0aF' # X'00AF'",
            })
    void bindsAsSparkDoes(String sql, String expected) {
        Expression expression = Expression.parse(sql.strip());
        assertThat(expression.toSql()).isEqualTo(expected);
        assertThat(Expression.parse(expression.toSql())).isEqualTo(expression);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "sha2(a, 256) = b | the function sha2 | 1",
                "a[0] = 1 | the character [ | 2",
                "a -- comment | a comment | 3",
                "a /* b */ | a comment | 3",
                "a & b | the character & | 3",
                "interval 1 day | interval | 1",
                "a = 1 2 | 2 | 7",
                "a = and | and | 5",
                "a > * | * | 5",
                "(a, b) in (c) | , | 3",
                "f -> 1 | > | 4",
                "a like 'x' escape '/' | escape | 12",
                "cast(a as array) | the type array | 11",
                "decimal(39, 0) '1' | ' | 16",
                "1QQ | the number 1QQ | 1",
                "200Y | the number 200Y | 1",
                "(select 1) | select | 2",
                "a not | not | 3",
                "date '2024-13-01' | the date '2024-13-01' | 1",
                "exists (a) | exists | 1",
                "caf\u00e9 = 1 | the character \u00e9 | 4",
            })
    void refusesWhatItDoesNotKnowAndSaysWhere(String sql, String what, int position) {
        assertThatThrownBy(() -> Expression.parse(sql.strip()))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("this version of flink-delta does not evaluate: ")
                .hasMessageContaining(what.strip())
                .hasMessageContaining("at character " + position + ".")
                .hasMessageContaining("expression=" + sql.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a > | the end, too early | 4",
                "(a = 1 | the end, too early | 7",
                "a in (1, | the end, too early | 9",
                "a between 1 | the end, too early | 12",
                "a like | the end, too early | 7",
                "case when a | the end, too early | 12",
                "a = 'x | a string without an end | 5",
                "a = r'x | a string without an end | 5",
                "`a | a name without an end | 1",
                "a = = 1 | = | 5",
                "a = 1) | ) | 6",
                "a in () | ) | 7",
                "a + / b | / | 5",
            })
    void tellsASyntaxErrorAndWhereItIs(String sql, String what, int position) {
        assertThatThrownBy(() -> Expression.parse(sql.strip()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("has a syntax error: " + what.strip() + " at character " + position + ".")
                .hasMessageContaining("expression=" + sql.strip());
    }

    @Test
    void nothingIsASyntaxError() {
        assertThatThrownBy(() -> Expression.parse(" "))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("a syntax error: the end, too early at character 2.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "NOT ", "- ", "CASE WHEN "})
    void nestingIsLimited(String level) {
        String sql = level.repeat(100_000);
        assertThatThrownBy(() -> Expression.parse(sql)).isInstanceOf(UnsupportedFeatureException.class);
        assertThatThrownBy(() -> Expression.parse(level.repeat(200)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("levels of nesting");
    }

    @Test
    void sizeIsLimited() {
        String sum = "a" + " + a".repeat(490);
        assertThat(Expression.parse(sum).toSql()).hasSizeGreaterThan(sum.length());
        assertThatThrownBy(() -> Expression.parse(sum + sum.substring(1)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("symbols");
    }
}
