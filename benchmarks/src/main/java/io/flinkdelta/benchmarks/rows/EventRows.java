/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.rows;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Events in the order in which they happened: ten columns of the usual types, {@code id} ascending from 0 over all parts.
 * Of the nullable ones one value in ten is null.
 */
public final class EventRows implements RowGenerator {
    private static final int NULL_ONE_IN = 10;
    private static final int FIRST_DAY = 18_262;
    private static final long EVENTS_PER_DAY = 100_000;
    private static final long MILLIS_PER_DAY = 86_400_000;
    private static final List<StringData> KINDS = List.of(
            StringData.fromString("created"),
            StringData.fromString("changed"),
            StringData.fromString("shipped"),
            StringData.fromString("returned"),
            StringData.fromString("closed"));

    @Override
    public RowType rowType() {
        return new RowType(
                false,
                List.of(
                        new RowType.RowField("id", new BigIntType(false)),
                        new RowType.RowField("day", new DateType(false)),
                        new RowType.RowField("happened", new TimestampType(false, 6)),
                        new RowType.RowField("kind", new VarCharType(false, VarCharType.MAX_LENGTH)),
                        new RowType.RowField("user_id", new BigIntType(false)),
                        new RowType.RowField("quantity", new IntType(true)),
                        new RowType.RowField("price", new DecimalType(false, 15, 2)),
                        new RowType.RowField("score", new DoubleType(true)),
                        new RowType.RowField("paid", new BooleanType(false)),
                        new RowType.RowField("note", new VarCharType(true, VarCharType.MAX_LENGTH))));
    }

    @Override
    public void generate(int part, int parts, long totalRows, RowConsumer rows) throws IOException {
        SplittableRandom random = new SplittableRandom(part);
        long first = totalRows * part / parts;
        long end = totalRows * (part + 1) / parts;
        for (long id = first; id < end && rows.accept(row(id, random)); id++) {}
    }

    private static GenericRowData row(long id, SplittableRandom random) {
        long millis = (FIRST_DAY * MILLIS_PER_DAY) + id * (MILLIS_PER_DAY / EVENTS_PER_DAY);
        return GenericRowData.of(
                id,
                (int) (FIRST_DAY + id / EVENTS_PER_DAY),
                TimestampData.fromEpochMillis(millis, random.nextInt(1_000) * 1_000),
                KINDS.get(random.nextInt(KINDS.size())),
                random.nextLong(1_000_000),
                random.nextInt(NULL_ONE_IN) == 0 ? null : random.nextInt(100),
                DecimalData.fromUnscaledLong(random.nextLong(10_000_000), 15, 2),
                random.nextInt(NULL_ONE_IN) == 0 ? null : random.nextDouble(),
                random.nextBoolean(),
                random.nextInt(NULL_ONE_IN) == 0
                        ? null
                        : StringData.fromString("order " + Long.toHexString(random.nextLong()) + " of a user"));
    }
}
