/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.txn.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** One column with a wider type, null allowed, another comment, place or default. Pure. */
final class ColumnTypeChange {
    private static final String CHAR_VARCHAR = "__CHAR_VARCHAR_TYPE_STRING";

    private ColumnTypeChange() {}

    static TableChange apply(AlterTable.ChangeColumn request, TableDefinition table, Supplier<String> uuids) {
        StructType schema = table.metadata().schema();
        ColumnPath column = SchemaEdit.resolve(schema, request.column());
        if (column.names().isEmpty()) {
            throw refused(column, "No column is named", "Name a column.");
        }
        request.type().ifPresent(wider -> requireWidening(schema, column, wider, table));
        StructType changed = SchemaEdit.fieldAt(schema, column).isPresent()
                ? changeField(schema, column, request)
                : changeInside(schema, column, request);
        StructField shown = SchemaEdit.fieldAt(changed, column)
                .orElseGet(() -> new StructField(
                        column.name(), SchemaEdit.typeAt(changed, column), isNullableInside(changed, column)));
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("column", HistoryJson.quoted(HistoryJson.column(column, shown)));
        request.position().ifPresent(place -> parameters.put("position", HistoryJson.text(place.toString())));
        StructType recorded = recorded(schema, changed, table);
        TableDraft draft = TableDraft.of(table).schema(recorded);
        if (request.position().isPresent()) {
            Clustering.requireStatistics(draft.schema(), draft.properties(), Clustering.columns(table));
        }
        return draft.finish(Operation.CHANGE_COLUMN, parameters, uuids);
    }

    private static StructType changeField(StructType schema, ColumnPath column, AlterTable.ChangeColumn request) {
        StructType changed = SchemaEdit.withField(schema, column, field -> changed(field, column, request));
        Optional<ColumnPosition> position = request.position();
        return position.isEmpty()
                ? changed
                : SchemaEdit.withType(
                        changed, column.parent(), type -> moved((StructType) type, column, position.get()));
    }

    private static StructField changed(StructField field, ColumnPath column, AlterTable.ChangeColumn request) {
        DataType type = request.type().orElse(field.type());
        ObjectNode metadata = field.metadata().toJson();
        request.comment().ifPresent(text -> metadata.put("comment", text));
        request.defaultExpression().ifPresent(sql -> {
            metadata.remove(DefinitionCheck.DEFAULT);
            if (!sql.isEmpty()) {
                ColumnDefault.require(sql, type, column);
                metadata.put(DefinitionCheck.DEFAULT, sql);
            }
        });
        return new StructField(field.name(), type, field.nullable() || request.relax(), FieldMetadata.of(metadata));
    }

    private static StructType moved(StructType struct, ColumnPath column, ColumnPosition position) {
        StructField field = struct.field(column.name()).orElseThrow();
        if (position instanceof ColumnPosition.After after && after.column().equalsIgnoreCase(field.name())) {
            return struct;
        }
        StructType rest = new StructType(
                struct.fields().stream().filter(other -> !other.equals(field)).toList());
        return SchemaEdit.insert(rest, field, Optional.of(position));
    }

    private static StructType changeInside(StructType schema, ColumnPath column, AlterTable.ChangeColumn request) {
        if (request.comment().isPresent()
                || request.position().isPresent()
                || request.defaultExpression().isPresent()
                || request.relax()) {
            throw refused(
                    column,
                    "What an array or a map holds has no comment, place or default, and whether it may be null stays",
                    "Change its type, or the column that holds it.");
        }
        return SchemaEdit.withType(schema, column, old -> request.type().orElse(old));
    }

    private static boolean isNullableInside(StructType schema, ColumnPath column) {
        DataType holder = SchemaEdit.typeAt(schema, column.parent());
        if (holder instanceof ArrayType array) {
            return array.containsNull();
        }
        return holder instanceof MapType map && column.name().equals(SchemaEdit.VALUE) && map.valueContainsNull();
    }

    private static void requireWidening(StructType schema, ColumnPath column, DataType wider, TableDefinition table) {
        DataType type = SchemaEdit.typeAt(schema, column);
        if (type.equals(wider)) {
            return;
        }
        requireWidening(column, type, wider, table);
        Dependents.requireNone(column, table);
        SchemaEdit.fieldAt(schema, column)
                .filter(field -> field.metadata().get(CHAR_VARCHAR).isPresent()
                        || field.metadata().get("delta.generationExpression").isPresent()
                        || field.metadata().get("delta.identity.start").isPresent())
                .ifPresent(field -> {
                    throw refused(column, "A generated, identity or char column keeps its type", "Leave the type.");
                });
    }

    /** Passes a change of a type that the table allows. */
    static void requireWidening(ColumnPath column, DataType type, DataType wider, TableDefinition table) {
        if (type == PrimitiveType.VOID && !(wider == PrimitiveType.VOID)) {
            return;
        }
        if (!TypeWidening.isSupported(type, wider)) {
            throw new InvalidRequestException(
                    "The type of a column can only become wider.",
                    ErrorContext.none()
                            .with("column", column)
                            .with("type", type.describe())
                            .with("newType", wider.describe()),
                    "Add a column of the new type, or write a new table.");
        }
        if (!isEnabled(table)) {
            throw new InvalidRequestException(
                    "The types of a table's columns can only become wider when it has type widening.",
                    ErrorContext.none().with("column", column).with("property", TypeWidening.PROPERTY),
                    "Set " + TypeWidening.PROPERTY + " = true first.");
        }
    }

    private static boolean isEnabled(TableDefinition table) {
        return TableProperties.isOn(table.metadata().configuration(), TypeWidening.PROPERTY);
    }

    /** {@code after} with the changes of types that readers have to know. */
    static StructType recorded(StructType before, StructType after, TableDefinition table) {
        if (!isEnabled(table)) {
            return after;
        }
        Protocol protocol = table.protocol();
        OptionalLong version = ProtocolFeatures.has(protocol, TypeWidening.PREVIEW_FEATURE)
                ? OptionalLong.of(table.version() + 1)
                : OptionalLong.empty();
        return TypeChanges.record(before, after, version);
    }

    private static InvalidRequestException refused(ColumnPath column, String problem, String remedy) {
        return new InvalidRequestException(problem + ".", ErrorContext.none().with("column", column), remedy);
    }
}
