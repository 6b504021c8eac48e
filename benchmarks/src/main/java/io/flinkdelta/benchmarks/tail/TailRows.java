/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.tail;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** Rows that say in which commit they came. */
final class TailRows {
    static final RowType TYPE = RowType.of(
            false,
            new LogicalType[] {new BigIntType(false), new BigIntType(false), new VarCharType(VarCharType.MAX_LENGTH)},
            new String[] {"commit", "number", "note"});

    private TailRows() {}

    static RowData row(long commit, long number) {
        return GenericRowData.of(commit, number, StringData.fromString("row " + number + " of " + commit));
    }

    static long commit(RowData row) {
        return row.getLong(0);
    }
}
