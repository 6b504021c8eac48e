/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.check.TableRules;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.IdentityColumn;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What keeps rows of the sink's schema out of the table. Columns are matched by name at every
 * level; their order does not matter. A column that the sink declares NOT NULL may be nullable in
 * the table, not the other way round. A column that the table computes may be absent in the sink.
 */
final class SchemaDifferences {
    private static final String ABSENT = "-";

    private final List<Difference> found = new ArrayList<>();

    private SchemaDifferences() {}

    /** One line of the table that the user sees. */
    record Difference(String column, String sink, String table, String problem) {}

    static List<Difference> between(SinkSchema sink, StructType table, List<String> tablePartitionColumns) {
        SchemaDifferences differences = new SchemaDifferences();
        differences.compare("", sink.columns(), table);
        List<String> given = tablePartitionColumns.stream()
                .filter(name -> !isComputed(sink.columns(), table, name))
                .toList();
        if (!sink.partitionColumns().equals(given)) {
            differences.add(
                    "(partitioned by)",
                    String.join(", ", sink.partitionColumns()),
                    String.join(", ", given),
                    "partition columns differ");
        }
        return List.copyOf(differences.found);
    }

    private static boolean isComputed(StructType sink, StructType table, String name) {
        return ignoringCase(sink, name).isEmpty()
                && table.field(name).filter(TableRules::isComputed).isPresent();
    }

    private void compare(String prefix, StructType sink, StructType table) {
        for (StructField field : sink.fields()) {
            Optional<StructField> same = table.field(field.name());
            if (same.isPresent()) {
                compare(prefix + field.name(), field, same.get());
                continue;
            }
            Optional<StructField> similar = ignoringCase(table, field.name());
            add(
                    prefix + field.name(),
                    describe(field),
                    similar.map(other -> other.name() + " " + describe(other)).orElse(ABSENT),
                    similar.isPresent() ? "spelled differently in the table" : "not in the table");
        }
        for (StructField field : table.fields()) {
            boolean computed = prefix.isEmpty() && TableRules.isComputed(field);
            if (!computed && ignoringCase(sink, field.name()).isEmpty()) {
                add(prefix + field.name(), ABSENT, describe(field), "not in the sink");
            }
        }
    }

    private void compare(String path, StructField sink, StructField table) {
        boolean generatedAlways = IdentityColumn.of(table)
                .filter(identity -> !identity.allowExplicitInsert())
                .isPresent();
        if (generatedAlways) {
            add(path, describe(sink), describe(table), "generated always as identity: leave it out of the sink");
            return;
        }
        if (sink.nullable() && !table.nullable()) {
            add(path, describe(sink), describe(table), "nullable in the sink only");
            return;
        }
        compare(path, sink.type(), table.type());
    }

    private void compare(String path, DataType sink, DataType table) {
        if (sink instanceof StructType left && table instanceof StructType right) {
            compare(path + ".", left, right);
        } else if (sink instanceof ArrayType left && table instanceof ArrayType right) {
            compareElements(path + ".element", left.containsNull(), right.containsNull(), left, right);
            compare(path + ".element", left.elementType(), right.elementType());
        } else if (sink instanceof MapType left && table instanceof MapType right) {
            compareElements(path + ".value", left.valueContainsNull(), right.valueContainsNull(), left, right);
            compare(path + ".key", left.keyType(), right.keyType());
            compare(path + ".value", left.valueType(), right.valueType());
        } else if (!sink.equals(table)) {
            add(path, sink.describe(), table.describe(), "type differs");
        }
    }

    private void compareElements(
            String path, boolean sinkNullable, boolean tableNullable, DataType sink, DataType table) {
        if (sinkNullable && !tableNullable) {
            add(path, sink.describe(), table.describe(), "nullable in the sink only");
        }
    }

    private static Optional<StructField> ignoringCase(StructType struct, String name) {
        return struct.fields().stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst();
    }

    private static String describe(StructField field) {
        return field.type().describe() + (field.nullable() ? "" : " NOT NULL");
    }

    private void add(String column, String sink, String table, String problem) {
        found.add(new Difference(column, sink, table, problem));
    }

    /** The differences as a table of aligned columns with a heading. */
    static String render(List<Difference> differences) {
        List<Difference> lines = new ArrayList<>();
        lines.add(new Difference("column", "sink", "table", "problem"));
        lines.addAll(differences);
        int column = lines.stream().mapToInt(line -> line.column.length()).max().orElse(0);
        int sink = lines.stream().mapToInt(line -> line.sink.length()).max().orElse(0);
        int table = lines.stream().mapToInt(line -> line.table.length()).max().orElse(0);
        String format = "  %-" + column + "s | %-" + sink + "s | %-" + table + "s | %s";
        StringBuilder text = new StringBuilder();
        for (Difference line : lines) {
            text.append('\n')
                    .append(String.format(Locale.ROOT, format, line.column, line.sink, line.table, line.problem));
        }
        return text.toString();
    }
}
