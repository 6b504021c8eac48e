/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.interop.data.ExpressionCases;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.CompiledExpression;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.PrimitiveType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every value, type and error of an expression is the one that Spark gives in ANSI mode. */
@ExtendWith(RefereeExtension.class)
final class ExpressionsIT {
    private static final String ERROR = "<error>";

    /**
     * Spark's values of one expression.
     *
     * @param failed already when a constant part was computed, before there was a row
     */
    private record Answer(String expression, boolean refused, boolean failed, String type, List<String> values) {
        static Answer of(String expression, JsonNode json) {
            List<String> values = new ArrayList<>();
            for (JsonNode value : json.path("values")) {
                values.add(value.isObject() ? ERROR : value.isNull() ? null : value.asText());
            }
            return new Answer(
                    expression,
                    json.has("refused"),
                    json.has("failed"),
                    json.path("type").asText(),
                    values);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York"})
    void whatUsersWriteHasTheValueOfSpark(String zone, RefereeProcess referee) {
        assertThat(differences(zone, ExpressionCases.ofUsers(), referee, false)).isEmpty();
    }

    @Test
    void everyOperatorOnEveryPairOfTypesHasTheValueOfSparkOrIsRefused(RefereeProcess referee) {
        assertThat(differences("UTC", ExpressionCases.combinations(), referee, true))
                .isEmpty();
    }

    private static List<String> differences(
            String zone, List<String> expressions, RefereeProcess referee, boolean mayRefuse) {
        EvaluationSettings settings = EvaluationSettings.in(ZoneId.of(zone));
        List<List<Object>> rows = rows(zone, referee);
        List<JsonNode> answers = referee.evaluate(zone, ExpressionCases.inlineTable(), expressions);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < expressions.size(); i++) {
            Answer answer = Answer.of(expressions.get(i), answers.get(i));
            compare(answer, settings, rows, mayRefuse, differences);
        }
        return differences;
    }

    private static CompiledExpression compile(String sql, EvaluationSettings settings) {
        Expression parsed = Expression.parse(sql);
        assertThat(Expression.parse(parsed.toSql())).as(parsed.toSql()).isEqualTo(parsed);
        return CompiledExpression.compile(parsed, ExpressionCases.schema(), settings);
    }

    private static void compare(
            Answer answer,
            EvaluationSettings settings,
            List<List<Object>> rows,
            boolean mayRefuse,
            List<String> differences) {
        try {
            compare(answer, compile(answer.expression(), settings), rows, differences);
        } catch (UnsupportedFeatureException e) {
            if (!mayRefuse && !answer.refused()) {
                differences.add(answer.expression() + ": refused, " + e.getMessage());
            }
        }
    }

    private static void compare(
            Answer answer, CompiledExpression ours, List<List<Object>> rows, List<String> differences) {
        if (answer.failed()) {
            if (rows.stream().noneMatch(row -> ERROR.equals(value(ours, row)))) {
                differences.add(answer.expression() + ": no error, in Spark there is");
            }
            return;
        }
        String type = sparkName(ours.type());
        if (answer.refused() || !type.equals(answer.type())) {
            differences.add(answer.expression() + ": type " + type + ", in Spark "
                    + (answer.refused() ? "refused" : answer.type()));
            return;
        }
        for (int i = 0; i < rows.size(); i++) {
            List<Object> row = rows.get(i);
            String value = value(ours, row);
            String sparks = canonical(answer.values().get(i), ours.type());
            if (value == null ? sparks != null : !value.equals(sparks)) {
                differences.add(answer.expression() + " in row " + i + ": " + value + ", in Spark " + sparks);
            }
        }
    }

    private static String value(CompiledExpression expression, List<Object> row) {
        try {
            return text(expression.evaluate(index -> row.get(ExpressionCases.schema()
                    .indexOf(expression.columns().get(index).name()))));
        } catch (InvalidRequestException e) {
            return ERROR;
        }
    }

    /** The cells as Spark has them: the input of both sides is the same. */
    private static List<List<Object>> rows(String zone, RefereeProcess referee) {
        List<List<Object>> rows = new ArrayList<>();
        List<String> names = ExpressionCases.schema().fields().stream()
                .map(field -> field.name())
                .toList();
        List<JsonNode> answers = referee.evaluate(zone, ExpressionCases.inlineTable(), names);
        for (int column = 0; column < names.size(); column++) {
            Answer answer = Answer.of(names.get(column), answers.get(column));
            DataType type = ExpressionCases.schema().fields().get(column).type();
            for (int i = 0; i < answer.values().size(); i++) {
                if (rows.size() <= i) {
                    rows.add(new ArrayList<>());
                }
                String text = answer.values().get(i);
                rows.get(i).add(text == null ? null : parse(text, type));
            }
        }
        return rows;
    }

    private static Object parse(String text, DataType type) {
        if (!(type instanceof PrimitiveType primitive)) {
            return new BigDecimal(text);
        }
        return switch (primitive) {
            case BOOLEAN -> Boolean.valueOf(text);
            case BYTE -> Byte.valueOf(text);
            case SHORT -> Short.valueOf(text);
            case INTEGER, DATE -> Integer.valueOf(text);
            case LONG, TIMESTAMP, TIMESTAMP_NTZ -> Long.valueOf(text);
            case FLOAT -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case STRING -> text;
            case BINARY -> ByteBuffer.wrap(HexFormat.of().parseHex(text));
            default -> throw new IllegalArgumentException(type.describe());
        };
    }

    private static String canonical(String sparks, DataType type) {
        return sparks == null || sparks.equals(ERROR) || type == PrimitiveType.VOID
                ? sparks
                : text(parse(sparks, type));
    }

    private static String text(Object value) {
        if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return HexFormat.of().formatHex(copy);
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value == null ? null : value.toString();
    }

    private static String sparkName(DataType type) {
        if (type instanceof PrimitiveType primitive) {
            return switch (primitive) {
                case LONG -> "bigint";
                case INTEGER -> "int";
                case SHORT -> "smallint";
                case BYTE -> "tinyint";
                default -> primitive.jsonName();
            };
        }
        return type.describe();
    }
}
