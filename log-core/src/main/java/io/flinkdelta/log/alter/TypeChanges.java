/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Records in a schema which of its types became wider (PROTOCOL.md, "Type Change Metadata"). Pure. */
final class TypeChanges {
    /**
     * One change of a type.
     *
     * @param path from the field to what changed: empty for its own type, else of element, key and value
     */
    private record Change(DataType from, DataType to, List<String> path) {}

    private TypeChanges() {}

    /**
     * {@code after} with every change of a type since {@code before} recorded at the nearest field.
     *
     * @param version what the preview of the feature records beside each change, empty for the feature itself
     */
    static StructType record(StructType before, StructType after, OptionalLong version) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : after.fields()) {
            StructField old = before.field(field.name()).orElse(null);
            fields.add(old == null ? field : record(old, field, version));
        }
        return new StructType(fields);
    }

    private static StructField record(StructField before, StructField after, OptionalLong version) {
        List<Change> changes = new ArrayList<>();
        collect(before.type(), after.type(), List.of(), changes);
        DataType type = inner(before.type(), after.type(), version);
        FieldMetadata metadata = changes.isEmpty() ? after.metadata() : with(after.metadata(), changes, version);
        return new StructField(after.name(), type, after.nullable(), metadata);
    }

    private static void collect(DataType from, DataType to, List<String> path, List<Change> changes) {
        if (from instanceof ArrayType old && to instanceof ArrayType array) {
            collect(old.elementType(), array.elementType(), append(path, SchemaEdit.ELEMENT), changes);
        } else if (from instanceof MapType old && to instanceof MapType map) {
            collect(old.keyType(), map.keyType(), append(path, SchemaEdit.KEY), changes);
            collect(old.valueType(), map.valueType(), append(path, SchemaEdit.VALUE), changes);
        } else if (TypeWidening.isSupported(from, to)) {
            changes.add(new Change(from, to, path));
        }
    }

    /** The structs within {@code after} with what changed in them recorded. */
    private static DataType inner(DataType before, DataType after, OptionalLong version) {
        if (before instanceof StructType old && after instanceof StructType struct) {
            return record(old, struct, version);
        }
        if (before instanceof ArrayType old && after instanceof ArrayType array) {
            return new ArrayType(inner(old.elementType(), array.elementType(), version), array.containsNull());
        }
        if (before instanceof MapType old && after instanceof MapType map) {
            return new MapType(
                    inner(old.keyType(), map.keyType(), version),
                    inner(old.valueType(), map.valueType(), version),
                    map.valueContainsNull());
        }
        return after;
    }

    private static FieldMetadata with(FieldMetadata metadata, List<Change> changes, OptionalLong version) {
        ObjectNode json = metadata.toJson();
        ArrayNode recorded = json.get(TypeWidening.TYPE_CHANGES) instanceof ArrayNode there
                ? there
                : json.putArray(TypeWidening.TYPE_CHANGES);
        for (Change change : changes) {
            ObjectNode entry = recorded.addObject();
            version.ifPresent(number -> entry.put("tableVersion", number));
            entry.put("toType", change.to().describe());
            entry.put("fromType", change.from().describe());
            if (!change.path().isEmpty()) {
                entry.put("fieldPath", String.join(".", change.path()));
            }
        }
        return FieldMetadata.of(json);
    }

    private static List<String> append(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }
}
