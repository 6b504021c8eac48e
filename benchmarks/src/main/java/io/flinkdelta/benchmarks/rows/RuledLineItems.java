/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.rows;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * The line items of TPC-H with three columns that a table can compute: the year of the shipping date, a text that is
 * always the same, and a number of the row.
 */
public record RuledLineItems(LineItemRows lineItems) implements RowGenerator {
    private static final int SHIP_DATE = 10;

    /** The table's constraint. */
    public static final Map<String, String> PROPERTIES = Map.of(
            "delta.constraints.sane",
            "l_quantity > 0 AND l_shipdate < l_receiptdate AND l_returnflag IN ('A', 'N', 'R')");

    private static final String COMPUTED = """
            {"type": "struct", "fields": [
              {"name": "l_shipyear", "type": "integer", "nullable": false,
               "metadata": {"delta.generationExpression": "year(l_shipdate)"}},
              {"name": "l_source", "type": "string", "nullable": false,
               "metadata": {"CURRENT_DEFAULT": "'tpch'"}},
              {"name": "l_id", "type": "long", "nullable": false,
               "metadata": {"delta.identity.start": 1, "delta.identity.step": 1,
                            "delta.identity.allowExplicitInsert": false}}]}
            """;

    @Override
    public RowType rowType() {
        return DeltaTypes.toFlink(tableSchema());
    }

    /** With what makes the table compute the last three columns. */
    public StructType tableSchema() {
        List<StructField> fields =
                new ArrayList<>(DeltaTypes.toDelta(lineItems.rowType()).fields());
        fields.addAll(SchemaJson.parse(COMPUTED).fields());
        return new StructType(fields);
    }

    @Override
    public void generate(int part, int parts, long totalRows, RowConsumer rows) throws IOException {
        long[] id = new long[1];
        lineItems.generate(part, parts, totalRows, row -> rows.accept(completed(row, ++id[0])));
    }

    private static RowData completed(RowData row, long id) {
        int year = LocalDate.ofEpochDay(row.getInt(SHIP_DATE)).getYear();
        return new JoinedRowData(row, GenericRowData.of(year, StringData.fromString("tpch"), id));
    }
}
