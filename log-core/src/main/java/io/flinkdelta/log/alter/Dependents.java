/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.StructField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What of a table is written in terms of a column, and so stands in the way of changing it. Pure. */
final class Dependents {
    private static final String GENERATION = "delta.generationExpression";
    /** Texts, then names joined by dots; a name before a parenthesis is a function's. */
    private static final Pattern NAMES = Pattern.compile(
            "'(?:[^'\\\\]|\\\\.|'')*'|\"(?:[^\"\\\\]|\\\\.)*\""
                    + "|((?:`(?:[^`]|``)+`|[A-Za-z_][A-Za-z0-9_]*)(?:\\s*\\.\\s*(?:`(?:[^`]|``)+`|[A-Za-z_][A-Za-z0-9_]*))*)(\\s*\\()?");

    private static final Pattern NAME = Pattern.compile("`((?:[^`]|``)+)`|([A-Za-z_][A-Za-z0-9_]*)");

    private Dependents() {}

    /**
     * Passes when no CHECK constraint and no generated column is computed from the column.
     *
     * @throws InvalidRequestException naming the first that is
     */
    static void requireNone(ColumnPath column, TableDefinition table) {
        for (Map.Entry<String, String> property :
                table.metadata().configuration().entrySet()) {
            String key = property.getKey().toLowerCase(Locale.ROOT);
            if (key.startsWith(ConstraintChange.PREFIX) && mentions(property.getValue(), column)) {
                throw inTheWay(
                        column,
                        "the CHECK constraint " + key.substring(ConstraintChange.PREFIX.length()),
                        property.getValue(),
                        "Drop the constraint first.");
            }
        }
        for (StructField field : SchemaEdit.allFields(table.metadata().schema())) {
            Optional<String> expression = field.metadata().get(GENERATION).map(JsonNode::asText);
            if (expression.isPresent() && mentions(expression.get(), column)) {
                throw inTheWay(
                        column,
                        "the generated column " + field.name(),
                        expression.get(),
                        "Change another column, or write a new table.");
            }
        }
    }

    /** Whether the SQL text names the column, one that it holds or one that holds it; rather once too often. */
    static boolean mentions(String sql, ColumnPath column) {
        Matcher names = NAMES.matcher(sql);
        while (names.find()) {
            if (names.group(1) != null
                    && names.group(2) == null
                    && path(names.group(1)).overlaps(column)) {
                return true;
            }
        }
        return false;
    }

    private static ColumnPath path(String dotted) {
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(dotted);
        while (name.find()) {
            names.add(name.group(1) != null ? name.group(1).replace("``", "`") : name.group(2));
        }
        return new ColumnPath(names);
    }

    private static InvalidRequestException inTheWay(
            ColumnPath column, String dependent, String expression, String remedy) {
        return new InvalidRequestException(
                "The column cannot be changed, because " + dependent + " is computed from it.",
                ErrorContext.none().with("column", column).with("expression", expression),
                remedy);
    }
}
