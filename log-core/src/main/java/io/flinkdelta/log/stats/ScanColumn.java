/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.StructField;
import java.util.List;

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
    static ScanColumn find(List<String> path, ScanTable table) {
        List<StructField> fields = table.schema().fieldsTo(path).orElseThrow(() -> unknown(path, table.context()));
        return new ScanColumn(
                table.mapping().physicalPath(fields),
                fields.get(fields.size() - 1).type(),
                fields.size() == 1
                        && table.partitionColumns().contains(fields.get(0).name()),
                fields.stream()
                        .anyMatch(field ->
                                field.metadata().get(TypeWidening.TYPE_CHANGES).isPresent()));
    }

    private static InvalidRequestException unknown(List<String> path, ErrorContext table) {
        return new InvalidRequestException(
                "A filter names a column that the table does not have.",
                table.with("column", String.join(".", path)),
                "Filter by columns of the table's schema at this version.");
    }
}
