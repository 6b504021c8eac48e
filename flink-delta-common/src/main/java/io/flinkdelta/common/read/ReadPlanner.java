/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Finds the columns of a row type in a file's schema, whoever wrote the file: fields by name in
 * whatever order, absent ones left out, lists and maps in every layout of the format's
 * "Backward-compatibility rules". A name that the file spells in another case is taken if it is the
 * only one, since the columns of a table never differ by case alone.
 */
final class ReadPlanner {
    private final ErrorContext context;

    /** @param context names the table and the file in errors */
    ReadPlanner(ErrorContext context) {
        this.context = context;
    }

    /** How to read rows of {@code rowType}; columns in {@code excluded} are left null. */
    ReadNode.Struct plan(MessageType file, RowType rowType, Set<String> excluded) {
        List<ReadNode.Child> children = children(file, rowType, excluded, "");
        return new ReadNode.Struct(new MessageType(file.getName(), types(children)), rowType.getFieldCount(), children);
    }

    private List<ReadNode.Child> children(GroupType file, RowType rowType, Set<String> excluded, String path) {
        List<ReadNode.Child> children = new ArrayList<>();
        for (int i = 0; i < rowType.getFieldCount(); i++) {
            String name = rowType.getFieldNames().get(i);
            LogicalType expected = rowType.getTypeAt(i);
            if (excluded.contains(name) || expected.is(LogicalTypeRoot.NULL)) {
                continue;
            }
            Optional<Type> found = find(file, name);
            if (found.isPresent()) {
                children.add(new ReadNode.Child(i, field(found.get(), expected, child(path, name))));
            }
        }
        return children;
    }

    private static Optional<Type> find(GroupType file, String name) {
        if (file.containsField(name)) {
            return Optional.of(file.getType(name));
        }
        List<Type> similar = file.getFields().stream()
                .filter(field -> field.getName().equalsIgnoreCase(name))
                .toList();
        return similar.size() == 1 ? Optional.of(similar.get(0)) : Optional.empty();
    }

    private ReadNode field(Type file, LogicalType expected, String path) {
        if (file.isRepetition(Type.Repetition.REPEATED)) {
            if (expected.is(LogicalTypeRoot.ARRAY)) {
                ReadNode element = value(file, ((ArrayType) expected).getElementType(), path);
                return new ReadNode.Repeated(element.type(), element);
            }
            throw mismatch(file, expected, path);
        }
        return value(file, expected, path);
    }

    private ReadNode single(Type file, LogicalType expected, String path) {
        if (file.isRepetition(Type.Repetition.REPEATED)) {
            throw mismatch(file, expected, path);
        }
        return value(file, expected, path);
    }

    private ReadNode value(Type file, LogicalType expected, String path) {
        return switch (expected.getTypeRoot()) {
            case ROW -> struct(group(file, expected, path), (RowType) expected, path);
            case ARRAY -> list(group(file, expected, path), (ArrayType) expected, path);
            case MAP -> map(group(file, expected, path), (MapType) expected, path);
            default -> {
                if (!file.isPrimitive()) {
                    throw mismatch(file, expected, path);
                }
                yield new ReadNode.Leaf(
                        file,
                        LeafMappings.of(file.asPrimitiveType(), expected)
                                .orElseThrow(() -> mismatch(file, expected, path)));
            }
        };
    }

    private GroupType group(Type file, LogicalType expected, String path) {
        if (file.isPrimitive()) {
            throw mismatch(file, expected, path);
        }
        return file.asGroupType();
    }

    private ReadNode struct(GroupType file, RowType expected, String path) {
        List<ReadNode.Child> children = children(file, expected, Set.of(), path);
        if (children.isEmpty()) {
            // None of the fields is in the file, yet whether the struct is null can only be told by one of its own.
            children = List.of(new ReadNode.Child(-1, new ReadNode.Ignored(file.getType(0))));
        }
        return new ReadNode.Struct(file.withNewFields(types(children)), expected.getFieldCount(), children);
    }

    private ReadNode list(GroupType file, ArrayType expected, String path) {
        if (file.getFieldCount() != 1 || !file.getType(0).isRepetition(Type.Repetition.REPEATED)) {
            throw mismatch(file, expected, path);
        }
        Type repeated = file.getType(0);
        LogicalType elementType = expected.getElementType();
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
    private static boolean isElement(Type repeated, String listName, LogicalType expected) {
        if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 1) {
            return true;
        }
        if (repeated.getLogicalTypeAnnotation() != null
                && (isList(repeated.getLogicalTypeAnnotation()) || isMap(repeated.getLogicalTypeAnnotation()))) {
            return true;
        }
        if (!expected.is(LogicalTypeRoot.ROW)) {
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
        nodes.add(single(entry.getType(0), expected.getKeyType(), child(path, "key")));
        if (entry.getFieldCount() > 1) {
            nodes.add(single(entry.getType(1), expected.getValueType(), child(path, "value")));
        }
        List<Type> types = nodes.stream().map(ReadNode::type).toList();
        return new ReadNode.MapOf(file.withNewFields(entry.withNewFields(types)), nodes);
    }

    private static List<Type> types(List<ReadNode.Child> children) {
        return children.stream().map(child -> child.node().type()).toList();
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private CorruptLogException mismatch(Type file, LogicalType expected, String path) {
        return new CorruptLogException(
                "A data file's column does not have the type that the table's schema says.",
                context.with("column", path)
                        .with("expected", expected.asSummaryString())
                        .with("found", file.toString().replaceAll("\\s+", " ").trim()),
                "Rewrite the file, or restore the table's schema that it was written with.");
    }
}
