/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A column of a filter as the log knows it: statistics and partition values go by physical names
 * (PROTOCOL.md, "Column Mapping").
 *
 * @param physicalPath from the top down
 * @param partition whether it is a partition column
 * @param widened whether files may hold it, and their statistics, in a narrower type
 */
record ScanColumn(List<String> physicalPath, DataType type, boolean partition, boolean widened) {
    private static final String MAPPING_MODE = "delta.columnMapping.mode";
    private static final Set<String> MAPPED = Set.of("name", "id");
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

    ScanColumn {
        physicalPath = List.copyOf(physicalPath);
    }

    /**
     * The column at {@code path}, whose names may be in any case.
     *
     * @throws InvalidRequestException when the table has no such column
     */
    static ScanColumn find(List<String> path, Metadata metadata, ErrorContext table) {
        boolean mapped = MAPPED.contains(metadata.configuration().getOrDefault(MAPPING_MODE, "none"));
        List<String> physical = new ArrayList<>();
        DataType type = metadata.schema();
        boolean partition = false;
        boolean widened = false;
        for (String name : path) {
            StructField field = type instanceof StructType struct
                    ? field(struct, name).orElseThrow(() -> unknown(path, table))
                    : unknownBelow(path, table);
            partition = physical.isEmpty() && metadata.partitionColumns().contains(field.name());
            physical.add(mapped ? physicalName(field) : field.name());
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

    private static String physicalName(StructField field) {
        return field.metadata().get(PHYSICAL_NAME).map(name -> name.asText()).orElse(field.name());
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
