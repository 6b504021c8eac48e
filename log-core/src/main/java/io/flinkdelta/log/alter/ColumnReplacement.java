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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** All columns of a table replaced by a list of columns, matched by name. Pure, used once. */
final class ColumnReplacement {
    private final TableDefinition table;
    private final List<ColumnPath> dropped = new ArrayList<>();

    private ColumnReplacement(TableDefinition table) {
        this.table = table;
    }

    static TableChange apply(AlterTable.ReplaceColumns request, TableDefinition table, Supplier<String> uuids) {
        SchemaCheck.requireStorable(request.columns(), "");
        StructType before = table.metadata().schema();
        requireNoIdentity(before);
        ColumnReplacement replacement = new ColumnReplacement(table);
        StructType after = replacement.struct(before, request.columns(), ColumnPath.ROW);
        TableDraft draft = TableDraft.of(table);
        for (ColumnPath column : replacement.dropped) {
            draft = ColumnChange.dropped(draft, column);
        }
        StructType recorded = ColumnTypeChange.recorded(before, after, table);
        draft = draft.schema(recorded);
        Clustering.requireStatistics(draft.schema(), draft.properties(), Clustering.columns(table));
        List<ObjectNode> history = request.columns().fields().stream()
                .map(field -> HistoryJson.column(ColumnPath.of(field.name()), field))
                .toList();
        Map<String, JsonNode> parameters = Map.of("columns", HistoryJson.array(history));
        return draft.finish(Operation.REPLACE_COLUMNS, parameters, uuids);
    }

    private static void requireNoIdentity(StructType schema) {
        for (StructField field : schema.fields()) {
            if (field.metadata().get("delta.identity.start").isPresent()) {
                throw new InvalidRequestException(
                        "The columns of a table with an identity column cannot be replaced.",
                        ErrorContext.none().with("column", field.name()),
                        "Add, drop and change single columns.");
            }
        }
    }

    private StructType struct(StructType before, StructType after, ColumnPath path) {
        List<StructField> fields = new ArrayList<>();
        Set<String> kept = new HashSet<>();
        boolean adds = false;
        for (StructField wanted : after.fields()) {
            Optional<StructField> there = SchemaEdit.find(before, wanted.name());
            adds |= there.isEmpty();
            there.ifPresent(field -> kept.add(field.name()));
            fields.add(there.map(field -> field(field, wanted, path.child(field.name())))
                    .orElseGet(() -> added(wanted, path.child(wanted.name()))));
        }
        List<ColumnPath> gone = before.fields().stream()
                .map(StructField::name)
                .filter(name -> !kept.contains(name))
                .map(path::child)
                .toList();
        if (!gone.isEmpty()) {
            ColumnChange.requireMapping(table, "dropped");
        }
        if (!gone.isEmpty() && adds) {
            throw refused(
                    gone.get(0),
                    "Columns cannot be dropped and added at once, since they could be meant to be renamed",
                    "Rename, drop and add single columns.");
        }
        dropped.addAll(gone);
        return new StructType(fields);
    }

    private static StructField added(StructField wanted, ColumnPath path) {
        if (!wanted.nullable()) {
            throw refused(path, "A new column cannot be NOT NULL", "Add it as a column that may be null.");
        }
        ColumnChange.requirePlain(StructType.of(wanted), path.parent());
        return wanted;
    }

    private StructField field(StructField before, StructField wanted, ColumnPath path) {
        requireNotTighter(before.nullable(), wanted.nullable(), path);
        ObjectNode metadata = before.metadata().toJson();
        wanted.metadata().get("comment").ifPresent(comment -> metadata.set("comment", comment));
        return new StructField(
                before.name(), type(before.type(), wanted.type(), path), wanted.nullable(), FieldMetadata.of(metadata));
    }

    private DataType type(DataType before, DataType wanted, ColumnPath path) {
        if (before instanceof StructType old && wanted instanceof StructType struct) {
            return struct(old, struct, path);
        }
        if (before instanceof ArrayType old && wanted instanceof ArrayType array) {
            requireNotTighter(old.containsNull(), array.containsNull(), path);
            return new ArrayType(
                    type(old.elementType(), array.elementType(), path.child(SchemaEdit.ELEMENT)), old.containsNull());
        }
        if (before instanceof MapType old && wanted instanceof MapType map) {
            requireNotTighter(old.valueContainsNull(), map.valueContainsNull(), path);
            return new MapType(
                    type(old.keyType(), map.keyType(), path.child(SchemaEdit.KEY)),
                    type(old.valueType(), map.valueType(), path.child(SchemaEdit.VALUE)),
                    old.valueContainsNull());
        }
        if (!before.equals(wanted)) {
            ColumnTypeChange.requireWidening(path, before, wanted, table);
            Dependents.requireNone(path, table);
        }
        return wanted;
    }

    private static void requireNotTighter(boolean before, boolean after, ColumnPath path) {
        if (before && !after) {
            throw refused(path, "A column that may be null cannot become NOT NULL", "Leave it as it is.");
        }
    }

    private static InvalidRequestException refused(ColumnPath column, String problem, String remedy) {
        return new InvalidRequestException(problem + ".", ErrorContext.none().with("column", column), remedy);
    }
}
