/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.examples.DeltaTableSpec;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.CreateTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;

/** The table that all write to: each row says who sent it and the number that it has among the rows of that sender. */
final class ChaosTable {
    /** In {@code source}, where the rows of the job have the partition of the topic. */
    static final int SECOND_WRITER = -1;

    private static final RowType ROW_TYPE = RowType.of(
            false,
            new LogicalType[] {new IntType(false), new BigIntType(false), new VarCharType(VarCharType.MAX_LENGTH)},
            new String[] {"source", "number", "note"});

    private ChaosTable() {}

    static DeltaTableSpec spec(Path table) {
        return DeltaTableSpec.of(table.toString(), ROW_TYPE, List.of());
    }

    static DeltaLog open(Path table) {
        return DeltaLog.forTable(table.toString(), new Configuration());
    }

    static void create(DeltaLog log) {
        log.createTable(
                CreateTable.of(DeltaTypes.toDelta(ROW_TYPE)).properties(Map.of("delta.enableDeletionVectors", "true")));
    }

    static RowType rowType() {
        return ROW_TYPE;
    }

    static RowData row(int source, long number) {
        return GenericRowData.of(source, number, StringData.fromString(note(source, number)));
    }

    /** The same row as a record of the topic. */
    static byte[] json(int source, long number) {
        return ("{\"source\":" + source + ",\"number\":" + number + ",\"note\":\"" + note(source, number) + "\"}")
                .getBytes(UTF_8);
    }

    static int source(RowData row) {
        return row.getInt(0);
    }

    static long number(RowData row) {
        return row.getLong(1);
    }

    /** Whether the row is as it was sent, in what follows from who sent it. */
    static boolean isWhole(RowData row) {
        return !row.isNullAt(2) && row.getString(2).toString().equals(note(source(row), number(row)));
    }

    private static String note(int source, long number) {
        return "row " + number + " of " + source + ", " + Long.toHexString(number * 0x9E3779B97F4A7C15L);
    }
}
