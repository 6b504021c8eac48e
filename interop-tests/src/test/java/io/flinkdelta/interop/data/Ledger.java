/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.data;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** Plain rows for the tests where the log matters, not the types: {@code (id, part, name, at)}. */
public final class Ledger {
    /** {@code id BIGINT NOT NULL, part INT, name STRING, at TIMESTAMP}. */
    public static final RowType TYPE = new RowType(List.of(
            new RowType.RowField("id", new BigIntType(false)),
            new RowType.RowField("part", new IntType()),
            new RowType.RowField("name", new VarCharType(VarCharType.MAX_LENGTH)),
            new RowType.RowField("at", new LocalZonedTimestampType(6))));

    /** The partition column. */
    public static final List<String> PARTITION = List.of("part");

    private Ledger() {}

    /** The rows {@code from} (included) to {@code to} (excluded), spread over three partitions and null. */
    public static List<RowData> rows(long from, long to) {
        List<RowData> rows = new ArrayList<>();
        for (long id = from; id < to; id++) {
            rows.add(row(id));
        }
        return rows;
    }

    /** One row. */
    public static RowData row(long id) {
        return GenericRowData.of(
                id,
                id % 4 == 3 ? null : (int) (id % 4),
                StringData.fromString("name " + id),
                TimestampData.fromEpochMillis(id * 1000, 1000));
    }

    /** Their exact lines. */
    public static List<String> lines(long from, long to) {
        return ExactLines.of(TYPE, rows(from, to));
    }
}
