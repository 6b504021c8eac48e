/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A column of a filter as the log knows it: statistics and partition values go by physical names
 * (PROTOCOL.md, "Column Mapping").
 *
 * @param physicalPath from the top down
 * @param partition whether it is a partition column
 * @param widened whether files may hold it, and their statistics, in a narrower type
 */
record ScanColumn(List<String> physicalPath, DataType type, boolean partition, boolean widened) {
    ScanColumn {
        physicalPath = List.copyOf(physicalPath);
    }

    /**
     * The column at {@code path}, whose names may be in any case.
     *
     * @throws InvalidRequestException when the table has no such column
     */
    static ScanColumn find(List<String> path, Metadata metadata, ErrorContext table) {
        ColumnMapping mapping = ColumnMapping.of(metadata.configuration());
        List<String> physical = new ArrayList<>();
        DataType type = metadata.schema();
        boolean partition = false;
        boolean widened = false;
        for (String name : path) {
            StructField field = type instanceof StructType struct
                    ? field(struct, name).orElseThrow(() -> unknown(path, table))
                    : unknownBelow(path, table);
            partition = physical.isEmpty() && metadata.partitionColumns().contains(field.name());
            physical.add(mapping.physicalName(field));
            type = field.type();
            widened |= field.metadata().get(TypeWidening.TYPE_CHANGES).isPresent();
        }
        return new ScanColumn(physical, type, partition, widened);
    }

    private static Optional<StructField> field(StructType struct, String name) {
        return struct.field(name)
                .or(() -> struct.fields().stream()
                        .filter(field -> field.name().equalsIgnoreCase(name))
                        .findFirst());
    }

    private static StructField unknownBelow(List<String> path, ErrorContext table) {
        throw unknown(path, table);
    }

    private static InvalidRequestException unknown(List<String> path, ErrorContext table) {
        return new InvalidRequestException(
                "A filter names a column that the table does not have.",
                table.with("column", String.join(".", path)),
                "Filter by columns of the table's schema at this version.");
    }
}
