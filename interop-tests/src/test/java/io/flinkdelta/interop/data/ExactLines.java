/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.type.DeltaTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** The exact lines that readers of a table must find for rows that were written to it. */
public final class ExactLines {
    private ExactLines() {}

    /** Of an unpartitioned table. */
    public static List<String> of(RowType type, List<RowData> rows) {
        ExactRowEncoder encoder = ExactRowEncoder.of(DeltaTypes.toDelta(type));
        return rows.stream().map(encoder::encode).toList();
    }

    /** Of a partitioned table, where an empty string is stored as null in a partition column. */
    public static List<String> of(RowType type, List<String> partitionColumns, List<RowData> rows) {
        List<RowData> stored = new ArrayList<>();
        for (RowData row : rows) {
            GenericRowData copy = new GenericRowData(type.getFieldCount());
            for (int i = 0; i < type.getFieldCount(); i++) {
                Object value = ((GenericRowData) row).getField(i);
                boolean empty = type.getTypeAt(i).is(LogicalTypeRoot.VARCHAR)
                        && partitionColumns.contains(type.getFieldNames().get(i))
                        && StringData.fromString("").equals(value);
                copy.setField(i, empty ? null : value);
            }
            stored.add(copy);
        }
        return of(type, stored);
    }
}
