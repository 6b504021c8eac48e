/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Finds the columns of a table in a file's schema, whoever wrote the file: fields by name or, where
 * the table maps its columns so, by id, in whatever order, absent ones left out, lists and maps in every layout
 * of the format's "Backward-compatibility rules". A name that the file spells in another case is taken
 * if it is the only one, since the columns of a table never differ by case alone.
 */
final class ReadPlanner {
    private final ColumnMapping mapping;
    private final ErrorContext context;

    /**
     * A planner for files of one table.
     *
     * @param mapping how the table's columns are found
     * @param context names the table and the file in errors
     */
    ReadPlanner(ColumnMapping mapping, ErrorContext context) {
        this.mapping = mapping;
        this.context = context;
    }

    /**
     * How to read rows of {@code schema}; columns in {@code excluded} are left null.
     *
     * @param fileColumns come after the others and are found by their names, however the table's are
     * @throws CorruptLogException when the file does not have the table's types, or lacks the ids to tell columns by
     */
    ReadNode.Struct plan(MessageType file, StructType schema, Set<String> excluded, StructType fileColumns) {
        requireIds(file);
        List<ReadNode.Child> children = new ArrayList<>(children(file, schema, excluded, ""));
        int columns = schema.fields().size();
        new ReadPlanner(ColumnMapping.NONE, context)
                .children(file, fileColumns, Set.of(), "")
                .forEach(child -> children.add(new ReadNode.Child(columns + child.position(), child.node())));
        return new ReadNode.Struct(
                new MessageType(file.getName(), types(children)),
                columns + fileColumns.fields().size(),
                children);
    }

    /** Of a file without any id every column would be null. */
    private void requireIds(MessageType file) {
        if (mapping == ColumnMapping.ID
                && !file.getFields().isEmpty()
                && file.getFields().stream().allMatch(field -> field.getId() == null)) {
            throw new CorruptLogException(
                    "A data file has no field ids, by which the table's columns are mapped.",
                    context,
                    "Rewrite the file with a writer that knows column mapping, or remove it from the table.");
        }
    }

    private List<ReadNode.Child> children(GroupType file, StructType struct, Set<String> excluded, String path) {
        List<ReadNode.Child> children = new ArrayList<>();
        for (int i = 0; i < struct.fields().size(); i++) {
            StructField field = struct.fields().get(i);
            if (excluded.contains(field.name()) || field.type() == PrimitiveType.VOID) {
                continue;
            }
            Optional<Type> found = find(file, field);
            if (found.isPresent()) {
                children.add(new ReadNode.Child(i, field(found.get(), field.type(), child(path, field.name()))));
            }
        }
        return children;
    }

    private Optional<Type> find(GroupType file, StructField field) {
        if (mapping == ColumnMapping.ID) {
            int id = mapping.id(field);
            return file.getFields().stream()
                    .filter(type -> type.getId() != null && type.getId().intValue() == id)
                    .findFirst();
        }
        String name = mapping.physicalName(field);
        if (file.containsField(name)) {
            return Optional.of(file.getType(name));
        }
        List<Type> similar = file.getFields().stream()
                .filter(type -> type.getName().equalsIgnoreCase(name))
                .toList();
        return similar.size() == 1 ? Optional.of(similar.get(0)) : Optional.empty();
    }

    private ReadNode field(Type file, DataType expected, String path) {
        if (file.isRepetition(Type.Repetition.REPEATED)) {
            if (expected instanceof ArrayType array) {
                ReadNode element = value(file, array.elementType(), path);
                return new ReadNode.Repeated(element.type(), element);
            }
            throw mismatch(file, expected, path);
        }
        return value(file, expected, path);
    }

    private ReadNode single(Type file, DataType expected, String path) {
        if (file.isRepetition(Type.Repetition.REPEATED)) {
            throw mismatch(file, expected, path);
        }
        return value(file, expected, path);
    }

    private ReadNode value(Type file, DataType expected, String path) {
        if (expected instanceof StructType struct) {
            return struct(group(file, expected, path), struct, path);
        }
        if (expected instanceof ArrayType array) {
            return list(group(file, expected, path), array, path);
        }
        if (expected instanceof MapType map) {
            return map(group(file, expected, path), map, path);
        }
        if (expected == PrimitiveType.VARIANT) {
            return variant(group(file, expected, path), path);
        }
        if (!file.isPrimitive()) {
            throw mismatch(file, expected, path);
        }
        return LeafMappings.of(file.asPrimitiveType(), DeltaTypes.toFlink(expected, true))
                .map(leaf -> new ReadNode.Leaf(file, leaf))
                .orElseThrow(() -> mismatch(file, expected, path));
    }

    private GroupType group(Type file, DataType expected, String path) {
        if (file.isPrimitive()) {
            throw mismatch(file, expected, path);
        }
        return file.asGroupType();
    }

    private ReadNode struct(GroupType file, StructType expected, String path) {
        List<ReadNode.Child> children = children(file, expected, Set.of(), path);
        if (children.isEmpty()) {
            // None of the fields is in the file, yet whether the struct is null can only be told by one of its own.
            children = List.of(new ReadNode.Child(-1, new ReadNode.Ignored(file.getType(0))));
        }
        return new ReadNode.Struct(
                file.withNewFields(types(children)), expected.fields().size(), children);
    }

    private ReadNode list(GroupType file, ArrayType expected, String path) {
        if (file.getFieldCount() != 1 || !file.getType(0).isRepetition(Type.Repetition.REPEATED)) {
            throw mismatch(file, expected, path);
        }
        Type repeated = file.getType(0);
        DataType elementType = expected.elementType();
        String elementPath = child(path, "element");
        if (isElement(repeated, file.getName(), elementType)) {
            ReadNode element = value(repeated, elementType, elementPath);
            return new ReadNode.ListOf(file.withNewFields(element.type()), element, false);
        }
        GroupType wrapper = repeated.asGroupType();
        ReadNode element = single(wrapper.getType(0), elementType, elementPath);
        return new ReadNode.ListOf(file.withNewFields(wrapper.withNewFields(element.type())), element, true);
    }

    /**
     * Whether the repeated field is the element itself (two levels) and not a group around it (three). The first rules
     * are the format's; the last tells the groups of one field apart that they leave open, by what is expected.
     */
    private static boolean isElement(Type repeated, String listName, DataType expected) {
        if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1) {
            return true;
        }
        if (repeated.getLogicalTypeAnnotation() != null
                && (isList(repeated.getLogicalTypeAnnotation()) || isMap(repeated.getLogicalTypeAnnotation()))) {
            return true;
        }
        if (!(expected instanceof StructType)) {
            return false;
        }
        Type only = repeated.asGroupType().getType(0);
        return repeated.getName().equals("array")
                || repeated.getName().equals(listName + "_tuple")
                || only.isPrimitive()
                || only.isRepetition(Type.Repetition.REPEATED)
                || only.getLogicalTypeAnnotation() != null;
    }

    private static boolean isList(LogicalTypeAnnotation annotation) {
        return annotation instanceof ListLogicalTypeAnnotation;
    }

    private static boolean isMap(LogicalTypeAnnotation annotation) {
        return annotation instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
    }

    private ReadNode map(GroupType file, MapType expected, String path) {
        if (file.getFieldCount() != 1
                || !file.getType(0).isRepetition(Type.Repetition.REPEATED)
                || file.getType(0).isPrimitive()) {
            throw mismatch(file, expected, path);
        }
        GroupType entry = file.getType(0).asGroupType();
        List<ReadNode> nodes = new ArrayList<>();
        nodes.add(single(entry.getType(0), expected.keyType(), child(path, "key")));
        if (entry.getFieldCount() > 1) {
            nodes.add(single(entry.getType(1), expected.valueType(), child(path, "value")));
        }
        List<Type> types = nodes.stream().map(ReadNode::type).toList();
        return new ReadNode.MapOf(file.withNewFields(entry.withNewFields(types)), nodes);
    }

    private ReadNode variant(GroupType file, String path) {
        if (file.containsField("typed_value")) {
            throw new UnsupportedFeatureException(
                    "A data file has a shredded variant, which this version of flink-delta cannot read.",
                    context.with("column", path).with("feature", "variantShredding"),
                    "Rewrite the table without shredding (delta.enableVariantShredding = false), or use another client.");
        }
        List<Type> parts = new ArrayList<>();
        for (Type part : file.getFields()) {
            boolean wanted = part.getName().equals(ReadNode.VariantOf.VALUE)
                    || part.getName().equals(ReadNode.VariantOf.METADATA);
            if (wanted && part.isPrimitive() && !part.isRepetition(Type.Repetition.REPEATED)) {
                parts.add(part);
            }
        }
        if (parts.size() != 2) {
            throw mismatch(file, PrimitiveType.VARIANT, path);
        }
        return new ReadNode.VariantOf(file.withNewFields(parts));
    }

    private static List<Type> types(List<ReadNode.Child> children) {
        return children.stream().map(child -> child.node().type()).toList();
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private CorruptLogException mismatch(Type file, DataType expected, String path) {
        return new CorruptLogException(
                "A data file's column does not have the type that the table's schema says.",
                context.with("column", path)
                        .with("expected", expected.describe())
                        .with("found", file.toString().replaceAll("\\s+", " ").trim()),
                "Rewrite the file, or restore the table's schema that it was written with.");
    }
}
