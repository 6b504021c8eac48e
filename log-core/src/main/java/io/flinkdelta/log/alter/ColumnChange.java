/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.SchemaCheck;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.txn.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Columns added, dropped and renamed. Pure. */
final class ColumnChange {
    private ColumnChange() {}

    static TableChange add(AlterTable.AddColumns request, TableDefinition table, Supplier<String> uuids) {
        requireSome(request.columns());
        StructType schema = table.metadata().schema();
        List<ObjectNode> history = new ArrayList<>();
        for (NewColumn column : request.columns()) {
            ColumnPath parent = SchemaEdit.resolve(schema, column.path().parent());
            requireParent(schema, parent, column.path());
            StructField field = newField(column);
            schema = SchemaEdit.withType(
                    schema, parent, struct -> SchemaEdit.insert((StructType) struct, field, column.position()));
            history.add(HistoryJson.added(parent.child(field.name()), field, column));
        }
        return TableDraft.of(table)
                .schema(schema)
                .finish(Operation.ADD_COLUMNS, Map.of("columns", HistoryJson.array(history)), uuids);
    }

    private static void requireParent(StructType schema, ColumnPath parent, ColumnPath column) {
        if (!(SchemaEdit.typeAt(schema, parent) instanceof StructType struct)) {
            throw new InvalidRequestException(
                    "Columns can only be added to the table or to a struct.",
                    ErrorContext.none().with("column", column),
                    "Name a struct; what an array or a map holds is called element, key and value.");
        }
        if (SchemaEdit.find(struct, column.name()).isPresent()) {
            throw new InvalidRequestException(
                    "There is a column of this name already.",
                    ErrorContext.none().with("column", column),
                    "Give the new column another name.");
        }
    }

    private static StructField newField(NewColumn column) {
        SchemaCheck.requireStorable(column.type(), column.path().toString());
        requirePlain(column.type(), column.path());
        FieldMetadata metadata = column.comment()
                .map(text -> FieldMetadata.empty().with("comment", text))
                .orElse(FieldMetadata.empty());
        return new StructField(column.path().name(), column.type(), true, metadata);
    }

    /** Fields of new structs may be null, since nothing can be asked of rows that are there, and have comments only. */
    static void requirePlain(DataType type, ColumnPath path) {
        if (type instanceof ArrayType array) {
            requirePlain(array.elementType(), path.child(SchemaEdit.ELEMENT));
        } else if (type instanceof MapType map) {
            requirePlain(map.keyType(), path.child(SchemaEdit.KEY));
            requirePlain(map.valueType(), path.child(SchemaEdit.VALUE));
        } else if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                ColumnPath column = path.child(field.name());
                ObjectNode metadata = field.metadata().toJson();
                metadata.remove("comment");
                if (!field.nullable() || !metadata.isEmpty()) {
                    throw new InvalidRequestException(
                            "A new column can neither be NOT NULL nor have more than a comment.",
                            ErrorContext.none().with("column", column),
                            "Add it as a plain column that may be null.");
                }
                requirePlain(field.type(), column);
            }
        }
    }

    static TableChange drop(AlterTable.DropColumns request, TableDefinition table, Supplier<String> uuids) {
        requireSome(request.columns());
        requireMapping(table, "dropped");
        TableDraft draft = TableDraft.of(table);
        List<String> dropped = new ArrayList<>();
        for (ColumnPath path : request.columns()) {
            ColumnPath column = SchemaEdit.resolve(draft.schema(), path);
            draft = dropped(draft, column);
            dropped.add(column.toString());
        }
        return draft.finish(Operation.DROP_COLUMNS, Map.of("columns", HistoryJson.list(dropped)), uuids);
    }

    /** {@code draft} without a column that nothing else is computed from or laid out by. */
    static TableDraft dropped(TableDraft draft, ColumnPath column) {
        StructField field = SchemaEdit.fieldAt(draft.schema(), column)
                .orElseThrow(() -> refused(
                        column, "What an array or a map holds cannot be dropped", "Drop the column that holds it."));
        if (column.isTop() && draft.partitionColumns().contains(field.name())) {
            throw refused(column, "A partition column cannot be dropped", "Write a new table.");
        }
        if (Clustering.columns(draft.before()).stream().anyMatch(column::holds)) {
            throw refused(column, "A clustering column cannot be dropped", "Cluster the table by other columns first.");
        }
        Dependents.requireNone(column, draft.before());
        StructType rest =
                SchemaEdit.withType(draft.schema(), column.parent(), type -> without((StructType) type, field));
        if (rest.fields().size() == draft.partitionColumns().size()
                || ((StructType) SchemaEdit.typeAt(rest, column.parent()))
                        .fields()
                        .isEmpty()) {
            throw refused(column, "The last column cannot be dropped", "Leave one column.");
        }
        return draft.schema(rest).properties(StatsColumnList.dropped(draft.properties(), column));
    }

    private static StructType without(StructType struct, StructField field) {
        return new StructType(
                struct.fields().stream().filter(other -> !other.equals(field)).toList());
    }

    static TableChange rename(AlterTable.RenameColumn request, TableDefinition table, Supplier<String> uuids) {
        requireMapping(table, "renamed");
        StructType schema = table.metadata().schema();
        ColumnPath column = SchemaEdit.resolve(schema, request.column());
        StructField field = SchemaEdit.fieldAt(schema, column)
                .orElseThrow(
                        () -> refused(column, "What an array or a map holds has no name of its own", "Name a column."));
        String name = request.newName();
        if (!field.name().equals(name)) {
            Dependents.requireNone(column, table);
        }
        StructType renamed = SchemaEdit.withField(
                schema, column, old -> new StructField(name, old.type(), old.nullable(), old.metadata()));
        List<String> partitionColumns = table.metadata().partitionColumns().stream()
                .map(partition -> column.isTop() && partition.equals(field.name()) ? name : partition)
                .toList();
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("oldColumnPath", HistoryJson.text(column.toString()));
        parameters.put(
                "newColumnPath", HistoryJson.text(column.parent().child(name).toString()));
        return TableDraft.of(table)
                .schema(renamed)
                .partitionColumns(partitionColumns)
                .properties(StatsColumnList.renamed(table.metadata().configuration(), column, name))
                .finish(Operation.RENAME_COLUMN, parameters, uuids);
    }

    private static void requireSome(List<?> columns) {
        if (columns.isEmpty()) {
            throw new InvalidRequestException("No column is named.", ErrorContext.none(), "Name a column.");
        }
    }

    static void requireMapping(TableDefinition table, String what) {
        if (!ColumnIds.isOn(table.metadata().configuration())) {
            throw new InvalidRequestException(
                    "Columns of a table without column mapping cannot be " + what
                            + ", because its data files carry their names.",
                    ErrorContext.none().with("property", ColumnIds.MODE),
                    "Set " + ColumnIds.MODE + " = name first.");
        }
    }

    private static InvalidRequestException refused(ColumnPath column, String problem, String remedy) {
        return new InvalidRequestException(problem + ".", ErrorContext.none().with("column", column), remedy);
    }
}
