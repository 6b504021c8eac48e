/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Brings rows into the order of the table's columns: rows know their fields by position, the table
 * by name. One thread.
 */
final class RowOrder {
    private final RowType rowType;
    private final ProjectedRowData projected;

    private RowOrder(RowType rowType, ProjectedRowData projected) {
        this.rowType = rowType;
        this.projected = projected;
    }

    /** From the sink's row type to those of the table's columns that it has. */
    static RowOrder of(RowType sink, StructType table) {
        int[] positions = table.fields().stream()
                .map(StructField::name)
                .mapToInt(sink::getFieldIndex)
                .filter(position -> position >= 0)
                .toArray();
        if (IntStream.range(0, positions.length).allMatch(i -> positions[i] == i)) {
            return new RowOrder(sink, null);
        }
        List<RowType.RowField> fields =
                IntStream.of(positions).mapToObj(sink.getFields()::get).toList();
        return new RowOrder(new RowType(sink.isNullable(), fields), ProjectedRowData.from(positions));
    }

    /** The row type of what {@link #apply} gives. */
    RowType rowType() {
        return rowType;
    }

    /** {@code row} in the table's order; valid until the next call. */
    RowData apply(RowData row) {
        return projected == null ? row : projected.replaceRow(row);
    }
}
