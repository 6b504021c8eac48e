/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;

class RowOrderTest {
    private static final StructField ID = new StructField("id", PrimitiveType.LONG, false);
    private static final StructField PART = new StructField("part", PrimitiveType.STRING, true);
    private static final StructField TEXT = new StructField("text", PrimitiveType.STRING, true);

    @Test
    void rowsInTheTablesOrderStayAsTheyAre() {
        RowOrder order = RowOrder.of(TestRows.TYPE, StructType.of(ID, PART, TEXT));
        RowData row = TestRows.row(1);

        assertThat(order.apply(row)).isSameAs(row);
        assertThat(order.rowType()).isEqualTo(TestRows.TYPE);
    }

    @Test
    void fieldsGoWhereTheTableHasTheirColumns() {
        RowOrder order = RowOrder.of(TestRows.TYPE, StructType.of(TEXT, ID, PART));

        RowData row = order.apply(TestRows.row(4));

        assertThat(order.rowType().getFieldNames()).containsExactly("text", "id", "part");
        assertThat(row.getString(0)).hasToString("row 4");
        assertThat(row.getLong(1)).isEqualTo(4);
        assertThat(row.getString(2)).hasToString("Korea, South");
    }
}
