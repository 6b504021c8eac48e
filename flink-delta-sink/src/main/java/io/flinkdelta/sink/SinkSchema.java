/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.types.logical.RowType;

/**
 * The schema that the sink's row type makes. It promises that a table may have it: every type has a
 * Delta type, names are not empty and differ by more than case, and the partition columns are columns of simple types that leave at
 * least one column for the files.
 */
record SinkSchema(StructType columns, List<String> partitionColumns) {
    SinkSchema {
        partitionColumns = List.copyOf(partitionColumns);
    }

    /**
     * @throws InvalidRequestException naming the column that no table may have
     */
    static SinkSchema of(RowType rowType, List<String> partitionColumns, ErrorContext context) {
        if (rowType.getFieldCount() == 0) {
            throw new InvalidRequestException("The row type has no columns", context, "Give it at least one.");
        }
        StructType columns = DeltaTypes.toDelta(rowType);
        checkNames(columns, "", context);
        checkPartitionColumns(columns, partitionColumns, context);
        return new SinkSchema(columns, partitionColumns);
    }

    private static void checkNames(StructType struct, String prefix, ErrorContext context) {
        Set<String> seen = new HashSet<>();
        for (StructField field : struct.fields()) {
            String path = prefix + field.name();
            checkName(field.name(), context.with("column", path));
            if (!seen.add(field.name().toLowerCase(Locale.ROOT))) {
                throw new InvalidRequestException(
                        "Two columns have the same name, or names that differ by case only",
                        context.with("column", path),
                        "Rename one: Delta tables do not tell names apart by case.");
            }
            nestedStruct(field.type()).ifPresent(nested -> checkNames(nested, path + ".", context));
        }
    }

    private static void checkName(String name, ErrorContext context) {
        if (name.isEmpty()) {
            throw new InvalidRequestException("A column has an empty name", context, "Name it.");
        }
    }

    /** The struct that a type holds, through lists; of a map the one of its values (or else its keys). */
    private static Optional<StructType> nestedStruct(DataType type) {
        if (type instanceof StructType struct) {
            return Optional.of(struct);
        }
        if (type instanceof ArrayType array) {
            return nestedStruct(array.elementType());
        }
        if (type instanceof MapType map) {
            return nestedStruct(map.valueType()).or(() -> nestedStruct(map.keyType()));
        }
        return Optional.empty();
    }

    private static void checkPartitionColumns(StructType columns, List<String> partitionColumns, ErrorContext context) {
        Set<String> seen = new HashSet<>();
        for (String name : partitionColumns) {
            ErrorContext where = context.with("column", name);
            StructField field = columns.field(name)
                    .orElseThrow(() -> new InvalidRequestException(
                            "A partition column is not a column of the row type",
                            where,
                            "Partition by columns of the row type, spelled as there."));
            if (field.type() instanceof StructType
                    || field.type() instanceof ArrayType
                    || field.type() instanceof MapType) {
                throw new InvalidRequestException(
                        "A partition column is nested: " + field.type().describe(),
                        where,
                        "Partition by columns of simple types only.");
            }
            if (!seen.add(name)) {
                throw new InvalidRequestException("A partition column is named twice", where, "Name it once.");
            }
        }
        if (seen.size() == columns.fields().size()) {
            throw new InvalidRequestException(
                    "All columns are partition columns, so that nothing is left for the data files",
                    context,
                    "Leave out at least one.");
        }
    }
}
