/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parts of a table's schema. */
final class SchemaParts {
    private SchemaParts() {}

    /**
     * The columns of these names in any case, in their order; a field of a struct is {@code struct.field}, and its column has the
     * fields then that are named.
     *
     * @throws InvalidRequestException when there is no such column, or it is named twice
     */
    static StructType select(StructType schema, List<String> names, ErrorContext context) {
        return select(schema, names.stream().map(name -> path(schema, name)).toList(), "", context);
    }

    /** A column may have a dot in its own name. */
    private static List<String> path(StructType schema, String name) {
        return schema.fieldInAnyCase(name).isPresent() ? List.of(name) : Arrays.asList(name.split("\\.", -1));
    }

    private static StructType select(StructType schema, List<List<String>> paths, String parent, ErrorContext context) {
        Map<StructField, List<List<String>>> byField = new LinkedHashMap<>();
        for (List<String> path : paths) {
            String name = path.get(0);
            StructField field = schema.fieldInAnyCase(name).orElseThrow(() -> unknown(parent + name, schema, context));
            byField.computeIfAbsent(field, unused -> new ArrayList<>()).add(path.subList(1, path.size()));
        }
        List<StructField> fields = new ArrayList<>();
        byField.forEach((field, inside) -> {
            boolean whole = inside.stream().anyMatch(List::isEmpty);
            if (whole && inside.size() > 1) {
                throw new InvalidRequestException(
                        "A column is selected twice.", context.with("column", parent + field.name()), "Name it once.");
            }
            fields.add(whole ? field : part(field, inside, parent, context));
        });
        return new StructType(fields);
    }

    private static StructField part(StructField field, List<List<String>> paths, String parent, ErrorContext context) {
        String name = parent + field.name();
        if (!(field.type() instanceof StructType struct)) {
            throw new InvalidRequestException(
                    "A field is selected of a column that is no struct.",
                    context.with("column", name).with("type", field.type().describe()),
                    "Select the column as a whole.");
        }
        StructType selected = select(struct, paths, name + ".", context);
        return new StructField(field.name(), selected, field.nullable(), field.metadata());
    }

    private static InvalidRequestException unknown(String column, StructType schema, ErrorContext context) {
        return new InvalidRequestException(
                "The table has no column of this name.",
                context.with("column", column)
                        .with(
                                "columns",
                                schema.fields().stream()
                                        .map(StructField::name)
                                        .limit(100)
                                        .collect(Collectors.joining(","))),
                "Select columns of the table.");
    }

    /** The fields of {@code first}, then those of {@code second} that it lacks, at every level. */
    static StructType union(StructType first, StructType second) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : first.fields()) {
            Optional<StructField> other = second.field(field.name());
            DataType type = other.isPresent()
                            && field.type() instanceof StructType left
                            && other.get().type() instanceof StructType right
                    ? union(left, right)
                    : field.type();
            fields.add(new StructField(field.name(), type, field.nullable(), field.metadata()));
        }
        second.fields().stream()
                .filter(field -> first.field(field.name()).isEmpty())
                .forEach(fields::add);
        return new StructType(fields);
    }
}
