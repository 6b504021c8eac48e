/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Expression;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.expressions.Predicate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Kernel's predicates from JSON: {@code ["AND", operand...]} for a predicate, {@code {"column":["a","b"]}} for a nested
 * column, {@code {"long":5}} and the like for a literal, whose date is days, whose timestamps are microseconds.
 */
final class KernelFilter {
    private KernelFilter() {}

    static Predicate of(JsonNode json) {
        List<Expression> operands = new ArrayList<>();
        for (int i = 1; i < json.size(); i++) {
            operands.add(operand(json.get(i)));
        }
        return new Predicate(json.get(0).asText(), operands);
    }

    private static Expression operand(JsonNode json) {
        if (json.isArray()) {
            return of(json);
        }
        String kind = json.fieldNames().next();
        JsonNode value = json.get(kind);
        return switch (kind) {
            case "column" ->
                new Column(StreamSupport.stream(value.spliterator(), false)
                        .map(JsonNode::asText)
                        .toArray(String[]::new));
            case "boolean" -> Literal.ofBoolean(value.asBoolean());
            case "integer" -> Literal.ofInt(value.asInt());
            case "long" -> Literal.ofLong(value.asLong());
            case "double" -> Literal.ofDouble(value.asDouble());
            case "string" -> Literal.ofString(value.asText());
            case "date" -> Literal.ofDate(value.asInt());
            case "timestamp" -> Literal.ofTimestamp(value.asLong());
            case "timestamp_ntz" -> Literal.ofTimestampNtz(value.asLong());
            case "decimal" -> decimal(new BigDecimal(value.asText()));
            default -> throw new IllegalArgumentException("no operand: " + json);
        };
    }

    private static Literal decimal(BigDecimal value) {
        return Literal.ofDecimal(value, Math.max(value.precision(), value.scale()), value.scale());
    }
}
