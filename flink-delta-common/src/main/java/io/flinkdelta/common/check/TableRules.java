/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.common.check.RowRules.Condition;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.expression.CompiledExpression;
import io.flinkdelta.log.expression.EvaluationSettings;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.expression.Expression.Column;
import io.flinkdelta.log.expression.Expression.Comparison;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.IdentityColumn;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a table's metadata keeps its rules.
 *
 * @param configuration the table's properties
 * @param settings for evaluating the expressions; the clock is used by defaults only
 * @param context of errors: the table and its version
 */
public record TableRules(
        StructType schema, Map<String, String> configuration, EvaluationSettings settings, ErrorContext context) {
    private static final String CONSTRAINTS = "delta.constraints.";
    private static final String INVARIANTS = "delta.invariants";
    private static final String GENERATION_EXPRESSION = "delta.generationExpression";
    private static final String DEFAULT = "CURRENT_DEFAULT";

    public TableRules {
        configuration = Map.copyOf(configuration);
    }

    /** Whether the table computes the column, so that writers may leave it out: generated, identity or with a default. */
    public static boolean isComputed(StructField field) {
        return isGenerated(field)
                || IdentityColumn.of(field).isPresent()
                || field.metadata().get(DEFAULT).isPresent();
    }

    static boolean isGenerated(StructField field) {
        return field.metadata().get(GENERATION_EXPRESSION).isPresent();
    }

    static String kindOfGenerated(StructField field) {
        return "the generated column " + field.name();
    }

    /** CHECK constraints, by name, and the invariants of columns. */
    List<Condition> constraints() {
        List<Condition> conditions = new ArrayList<>();
        new TreeMap<>(configuration).forEach((key, sql) -> {
            if (key.toLowerCase(Locale.ROOT).startsWith(CONSTRAINTS)) {
                String name = key.substring(CONSTRAINTS.length());
                conditions.add(condition("the CHECK constraint " + name, sql, context.with("constraint", name)));
            }
        });
        addInvariants(schema, "", false, conditions);
        return conditions;
    }

    private void addInvariants(DataType type, String parent, boolean repeated, List<Condition> conditions) {
        if (type instanceof ArrayType array) {
            addInvariants(array.elementType(), parent, true, conditions);
        } else if (type instanceof MapType map) {
            addInvariants(map.keyType(), parent, true, conditions);
            addInvariants(map.valueType(), parent, true, conditions);
        } else if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                String path = parent + field.name();
                field.metadata()
                        .get(INVARIANTS)
                        .ifPresent(json -> conditions.add(invariant(path, json.asText(), repeated)));
                addInvariants(field.type(), path + ".", repeated, conditions);
            }
        }
    }

    private Condition invariant(String path, String json, boolean repeated) {
        ErrorContext where = context.with("column", path);
        JsonNode sql;
        try {
            sql = new ObjectMapper().readTree(json).path("expression").path("expression");
        } catch (JsonProcessingException e) {
            throw notAnInvariant(json, where, e);
        }
        if (!sql.isTextual()) {
            throw notAnInvariant(json, where, null);
        }
        if (repeated) {
            throw new UnsupportedFeatureException(
                    "An invariant is on a field inside of an array or a map, which this version of flink-delta does"
                            + " not check.",
                    where.with("expression", sql.asText()),
                    "Use another client, or drop the invariant.");
        }
        return condition("the invariant of the column " + path, sql.asText(), where);
    }

    private static CorruptLogException notAnInvariant(String json, ErrorContext where, Exception cause) {
        return new CorruptLogException(
                "The invariant of a column is not of the form {\"expression\":{\"expression\":SQL}}.",
                where.with("invariant", json),
                "Repair the schema of the table.",
                cause);
    }

    private Condition condition(String kind, String sql, ErrorContext where) {
        TableExpression expression = TableExpression.of(sql, schema, settingsWithoutClock(), where);
        DataType type = expression.compiled().type();
        if (type != PrimitiveType.BOOLEAN && type != PrimitiveType.VOID) {
            throw new UnsupportedFeatureException(
                    "A constraint of the table is no condition: its type is " + type.describe() + ".",
                    expression.context(),
                    "Drop the constraint from the table.");
        }
        return new Condition(kind, expression);
    }

    /** Constraints and generated columns must not depend on when they are evaluated. */
    private EvaluationSettings settingsWithoutClock() {
        return EvaluationSettings.in(settings.zone());
    }

    /** The value of a generated column, of the column's type. */
    Optional<TableExpression> generationExpression(StructField field) {
        return generationSql(field).map(sql -> {
            TableExpression expression =
                    TableExpression.of(sql, schema, settingsWithoutClock(), context.with("column", field.name()));
            return cast(expression, field);
        });
    }

    private static Optional<String> generationSql(StructField field) {
        return field.metadata().get(GENERATION_EXPRESSION).map(JsonNode::asText);
    }

    private static TableExpression cast(TableExpression expression, StructField field) {
        CompiledExpression cast = TableExpression.in(
                expression.context(), () -> expression.compiled().castTo(field.type()));
        return new TableExpression(expression.sql(), cast, expression.context());
    }

    /** That a value which a writer gives for a generated column is the generated one. */
    Optional<Condition> generationCheck(StructField field) {
        return generationSql(field).map(sql -> {
            ErrorContext where = context.with("column", field.name()).with("expression", sql);
            CompiledExpression check = TableExpression.in(
                    where,
                    () -> CompiledExpression.compile(
                            new Comparison(
                                    Comparison.Operator.NULL_SAFE_EQUAL,
                                    Column.of(field.name()),
                                    Expression.parse(sql)),
                            schema,
                            settingsWithoutClock()));
            return new Condition(kindOfGenerated(field), new TableExpression(sql, check, where));
        });
    }

    /** The default of a column, of the column's type; null when it has none. */
    TableExpression defaultOf(StructField field) {
        String sql = field.metadata().get(DEFAULT).map(JsonNode::asText).orElse("NULL");
        TableExpression expression =
                TableExpression.of(sql, new StructType(List.of()), settings, context.with("column", field.name()));
        return cast(expression, field);
    }

    /** That a string is not longer than its column was declared. */
    Optional<Condition> lengthCheck(StructField field) {
        return LengthLimit.of(field, context).map(limit -> {
            ErrorContext where = context.with("column", field.name()).with("type", limit.type());
            CompiledExpression check = TableExpression.in(
                    where,
                    () -> CompiledExpression.compile(limit.condition(field.name()), schema, settingsWithoutClock()));
            return new Condition(
                    "the length limit of the column " + field.name(), new TableExpression(limit.type(), check, where));
        });
    }
}
