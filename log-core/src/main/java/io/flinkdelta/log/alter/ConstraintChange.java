/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.CompiledExpression;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.txn.Operation;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** CHECK constraints added and dropped (PROTOCOL.md, "CHECK Constraints"). Pure. */
final class ConstraintChange {
    static final String PREFIX = "delta.constraints.";
    /** Spark's own name for the length of char and varchar columns. */
    private static final String RESERVED = "__CHAR_VARCHAR_STRING_CHECK__";

    private ConstraintChange() {}

    static TableChange add(AlterTable.AddConstraint request, TableDefinition table, Supplier<String> uuids) {
        String expression = request.expression().strip();
        ErrorContext where = ErrorContext.none().with("constraint", request.name());
        if (request.name().isBlank() || request.name().equalsIgnoreCase(RESERVED)) {
            throw new InvalidRequestException(
                    "A constraint cannot have this name.", where, "Give the constraint another name.");
        }
        if (expression.isEmpty()) {
            throw new InvalidRequestException(
                    "A constraint needs a condition.", where, "Write a condition over the columns.");
        }
        String key = key(request.name());
        String there = table.metadata().configuration().get(key);
        if (there != null) {
            throw new InvalidRequestException(
                    "There is a constraint of this name already.",
                    where.with("expression", there),
                    "Drop it first, or give the constraint another name.");
        }
        requireCondition(expression, table, where);
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("name", HistoryJson.text(request.name()));
        parameters.put("expr", HistoryJson.text(expression));
        return TableDraft.of(table)
                .with(Map.of(key, expression))
                .finish(Operation.ADD_CONSTRAINT, parameters, uuids)
                .under(new TableChange.Condition(request.name(), expression));
    }

    /** Passes what this build, too, can check for the rows to come. */
    private static void requireCondition(String expression, TableDefinition table, ErrorContext where) {
        CompiledExpression condition;
        try {
            condition = CompiledExpression.compile(
                    Expression.parse(expression), table.metadata().schema(), EvaluationSettings.utc());
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(e.problem(), where.with(e.context()), e.remedy(), e);
        } catch (UnsupportedFeatureException e) {
            throw new UnsupportedFeatureException(e.problem(), where.with(e.context()), e.remedy(), e);
        }
        if (condition.type() != PrimitiveType.BOOLEAN) {
            throw new InvalidRequestException(
                    "A constraint is true or false.",
                    where.with("expression", expression)
                            .with("type", condition.type().describe()),
                    "Write a condition over the columns.");
        }
    }

    static TableChange drop(AlterTable.DropConstraint request, TableDefinition table, Supplier<String> uuids) {
        Map<String, String> rest = new LinkedHashMap<>(table.metadata().configuration());
        String expression = rest.remove(key(request.name()));
        if (expression == null && !request.ifExists()) {
            throw new InvalidRequestException(
                    "There is no such constraint.",
                    ErrorContext.none().with("constraint", request.name()),
                    "Correct its name, or pass over what is missing: --if-exists of the command, ifExists in Java.");
        }
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("name", HistoryJson.text(request.name()));
        if (expression != null) {
            parameters.put("expr", HistoryJson.text(expression));
        }
        parameters.put("existed", HistoryJson.text(Boolean.toString(expression != null)));
        return TableDraft.of(table).properties(rest).finish(Operation.DROP_CONSTRAINT, parameters, uuids);
    }

    private static String key(String name) {
        return PREFIX + name.toLowerCase(Locale.ROOT);
    }
}
