/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Which types may become which, and the record of it in the schema (PROTOCOL.md, "Type Widening"). Pure. */
final class TypeWidening {
    static final String PROPERTY = "delta.enableTypeWidening";
    static final String FEATURE = "typeWidening";
    static final String PREVIEW_FEATURE = "typeWidening-preview";
    static final String CHANGES = "delta.typeChanges";

    private static final List<PrimitiveType> INTEGERS =
            List.of(PrimitiveType.BYTE, PrimitiveType.SHORT, PrimitiveType.INTEGER, PrimitiveType.LONG);

    /**
     * One change of a type.
     *
     * @param path from the field to what changed: empty for its own type, else of element, key and value
     */
    private record Change(DataType from, DataType to, List<String> path) {}

    private TypeWidening() {}

    /** Whether every value of {@code from} is one of {@code to}, and readers know how. */
    static boolean isAllowed(DataType from, DataType to) {
        if (INTEGERS.contains(from) && INTEGERS.contains(to)) {
            return INTEGERS.indexOf(from) < INTEGERS.indexOf(to);
        }
        if (INTEGERS.contains(from) && to instanceof DecimalType decimal) {
            return wholeDigits(decimal) >= (from == PrimitiveType.LONG ? 20 : 10);
        }
        if (from instanceof DecimalType narrow && to instanceof DecimalType wide) {
            return !narrow.equals(wide) && wholeDigits(wide) >= wholeDigits(narrow) && wide.scale() >= narrow.scale();
        }
        return (to == PrimitiveType.DOUBLE && isBelowLong(from))
                || (from == PrimitiveType.FLOAT && to == PrimitiveType.DOUBLE)
                || (from == PrimitiveType.DATE && to == PrimitiveType.TIMESTAMP_NTZ);
    }

    /** The part of them that Iceberg knows, too. */
    static boolean isAllowedByIceberg(DataType from, DataType to) {
        boolean sameScale = !(from instanceof DecimalType narrow)
                || !(to instanceof DecimalType wide)
                || narrow.scale() == wide.scale();
        boolean sameKind = (INTEGERS.contains(from) && INTEGERS.contains(to))
                || from == PrimitiveType.FLOAT
                || (from instanceof DecimalType && to instanceof DecimalType);
        return isAllowed(from, to) && sameKind && sameScale;
    }

    private static boolean isBelowLong(DataType type) {
        return INTEGERS.contains(type) && type != PrimitiveType.LONG;
    }

    private static int wholeDigits(DecimalType type) {
        return type.precision() - type.scale();
    }

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
        } else if (isAllowed(from, to)) {
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
        ArrayNode recorded = json.get(CHANGES) instanceof ArrayNode there ? there : json.putArray(CHANGES);
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
