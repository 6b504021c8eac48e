/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.rows;

import io.trino.tpch.Distributions;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.TextPool;
import java.io.IOException;
import java.util.List;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * The table {@code lineitem} of TPC-H, all columns NOT NULL as the specification has them.
 *
 * @param money how quantities and prices are typed
 */
public record LineItemRows(Money money) implements RowGenerator {
    private static final int PRECISION = 15;
    private static final int SCALE = 2;
    private static final double ROWS_PER_SCALE = 6_000_000;
    private static final double SPARE = 1.02;
    private static final int SPARE_ROWS = 2_000;
    private static final int TEXT_POOL_BYTES = 32 << 20;

    /** The types that quantity, extended price, discount and tax may have. */
    public enum Money {
        /** {@code DECIMAL(15, 2)}, as in the specification. */
        DECIMAL,
        /** {@code DOUBLE}, as many ports have it. */
        DOUBLE
    }

    @Override
    public RowType rowType() {
        LogicalType amount = money == Money.DECIMAL ? new DecimalType(false, PRECISION, SCALE) : new DoubleType(false);
        LogicalType id = new BigIntType(false);
        LogicalType date = new DateType(false);
        LogicalType text = new VarCharType(false, VarCharType.MAX_LENGTH);
        return new RowType(
                false,
                List.of(
                        new RowType.RowField("l_orderkey", id),
                        new RowType.RowField("l_partkey", id),
                        new RowType.RowField("l_suppkey", id),
                        new RowType.RowField("l_linenumber", new IntType(false)),
                        new RowType.RowField("l_quantity", amount),
                        new RowType.RowField("l_extendedprice", amount),
                        new RowType.RowField("l_discount", amount),
                        new RowType.RowField("l_tax", amount),
                        new RowType.RowField("l_returnflag", text),
                        new RowType.RowField("l_linestatus", text),
                        new RowType.RowField("l_shipdate", date),
                        new RowType.RowField("l_commitdate", date),
                        new RowType.RowField("l_receiptdate", date),
                        new RowType.RowField("l_shipinstruct", text),
                        new RowType.RowField("l_shipmode", text),
                        new RowType.RowField("l_comment", text)));
    }

    @Override
    public void generate(int part, int parts, long totalRows, RowConsumer rows) throws IOException {
        double scale = (totalRows * SPARE + SPARE_ROWS) / ROWS_PER_SCALE;
        Distributions distributions = Distributions.getDefaultDistributions();
        TextPool pool = new TextPool(TEXT_POOL_BYTES, distributions);
        for (LineItem item : new LineItemGenerator(scale, part + 1, parts, distributions, pool)) {
            if (!rows.accept(row(item))) {
                return;
            }
        }
    }

    private GenericRowData row(LineItem item) {
        return GenericRowData.of(
                item.getOrderKey(),
                item.getPartKey(),
                item.getSupplierKey(),
                item.getLineNumber(),
                amount(item.getQuantity() * 100),
                amount(item.getExtendedPriceInCents()),
                amount(item.getDiscountPercent()),
                amount(item.getTaxPercent()),
                StringData.fromString(item.getReturnFlag()),
                StringData.fromString(item.getStatus()),
                item.getShipDate(),
                item.getCommitDate(),
                item.getReceiptDate(),
                StringData.fromString(item.getShipInstructions()),
                StringData.fromString(item.getShipMode()),
                StringData.fromString(item.getComment()));
    }

    private Object amount(long hundredths) {
        return money == Money.DECIMAL
                ? DecimalData.fromUnscaledLong(hundredths, PRECISION, SCALE)
                : (Object) (hundredths / 100.0);
    }
}
