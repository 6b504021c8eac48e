/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.InvalidRequestException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class PartitionerTest {
    private static final RowType TWO = TestRowTypes.rowType(DataTypes.ROW(
            DataTypes.FIELD("a", DataTypes.INT()),
            DataTypes.FIELD("q", DataTypes.STRING()),
            DataTypes.FIELD("p", DataTypes.INT())));

    @Test
    void valuesOfEveryType() {
        assertThat(value(DataTypes.STRING(), StringData.fromString("a b"))).isEqualTo("a b");
        assertThat(value(DataTypes.STRING(), StringData.fromString(""))).isNull();
        assertThat(value(DataTypes.STRING(), null)).isNull();
        assertThat(value(DataTypes.TINYINT(), (byte) -1)).isEqualTo("-1");
        assertThat(value(DataTypes.SMALLINT(), (short) 300)).isEqualTo("300");
        assertThat(value(DataTypes.INT(), 7)).isEqualTo("7");
        assertThat(value(DataTypes.BIGINT(), Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
        assertThat(value(DataTypes.FLOAT(), 1.5f)).isEqualTo("1.5");
        assertThat(value(DataTypes.DOUBLE(), Double.NaN)).isEqualTo("NaN");
        assertThat(value(DataTypes.BOOLEAN(), true)).isEqualTo("true");
        assertThat(value(DataTypes.DATE(), 18_342)).isEqualTo("2020-03-21");
        assertThat(value(DataTypes.DECIMAL(5, 2), DecimalData.fromBigDecimal(new BigDecimal("1.5"), 2, 1)))
                .isEqualTo("1.50");
        assertThat(value(DataTypes.BYTES(), "xyz".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("xyz");
        assertThat(value(DataTypes.TIMESTAMP_LTZ(3), TimestampData.fromEpochMillis(1)))
                .isEqualTo("1970-01-01T00:00:00.001000Z");
        assertThat(value(DataTypes.TIMESTAMP(6), TimestampData.fromEpochMillis(1, 2_000)))
                .isEqualTo("1970-01-01 00:00:00.001002");
    }

    private static String value(DataType type, Object value) {
        Partitioner partitioner =
                Partitioner.create(TestRowTypes.rowType(DataTypes.ROW(DataTypes.FIELD("p", type))), List.of("p"));
        PartitionValues values = partitioner.values(GenericRowData.of(value));
        assertThat(values.contains("p")).isTrue();
        return values.get("p");
    }

    @Test
    void orderIsThatOfThePartitionColumns() {
        Partitioner partitioner = Partitioner.create(TWO, List.of("p", "q"));
        PartitionValues values = partitioner.values(GenericRowData.of(1, StringData.fromString("x=y/ż"), null));
        assertThat(values.asMap()).containsExactly(entry("p", null), entry("q", "x=y/ż"));
        assertThat(Partitioner.folder(values)).isEqualTo("p=__HIVE_DEFAULT_PARTITION__/q=x%3Dy%2Fż/");
    }

    private static Map.Entry<String, String> entry(String key, String value) {
        return Collections.singletonMap(key, value).entrySet().iterator().next();
    }

    @Test
    void unpartitioned() {
        Partitioner partitioner = Partitioner.create(TWO, List.of());
        assertThat(partitioner.values(GenericRowData.of(1, null, 2))).isEqualTo(PartitionValues.none());
        assertThat(Partitioner.folder(PartitionValues.none())).isEmpty();
        assertThat(partitioner.key(GenericRowData.of(1, null, 2)))
                .isEqualTo(partitioner.key(GenericRowData.of(2, null, 3)));
    }

    @Test
    void keysOutliveReusedRows() {
        Partitioner partitioner = Partitioner.create(TWO, List.of("q", "p"));
        Map<PartitionKey, String> open = new HashMap<>();
        byte[] reused = "abc".getBytes(StandardCharsets.UTF_8);
        RowData row = GenericRowData.of(1, StringData.fromBytes(reused), 1);
        open.put(partitioner.key(row).copy(), "abc/1");
        Arrays.fill(reused, (byte) 'z');
        open.put(partitioner.key(row(2, "zzz", 1)).copy(), "zzz/1");
        open.put(partitioner.key(GenericRowData.of(2, null, null)).copy(), "null/null");
        assertThat(open.get(partitioner.key(row(7, "abc", 1)))).isEqualTo("abc/1");
        assertThat(open.get(partitioner.key(row(8, "zzz", 1)))).isEqualTo("zzz/1");
        assertThat(open.get(partitioner.key(GenericRowData.of(9, null, null)))).isEqualTo("null/null");
        assertThat(open.get(partitioner.key(row(9, "abc", 2)))).isNull();
    }

    @Test
    void keysOfBinaries() {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(DataTypes.FIELD("p", DataTypes.BYTES())));
        Partitioner partitioner = Partitioner.create(rowType, List.of("p"));
        byte[] reused = {1, 2};
        PartitionKey kept = partitioner.key(GenericRowData.of((Object) reused)).copy();
        reused[0] = 9;
        assertThat(partitioner.key(GenericRowData.of((Object) new byte[] {1, 2})))
                .isEqualTo(kept);
        assertThat(partitioner.key(GenericRowData.of((Object) reused))).isNotEqualTo(kept);
    }

    @Test
    void refused() {
        assertThatThrownBy(() -> Partitioner.create("/t", TWO, List.of("r")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("table=/t, column=r");
        RowType nested = TestRowTypes.rowType(DataTypes.ROW(DataTypes.FIELD("p", DataTypes.ARRAY(DataTypes.INT()))));
        assertThatThrownBy(() -> Partitioner.create(nested, List.of("p")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("ARRAY<INT>");
        RowType notNull = TestRowTypes.rowType(
                DataTypes.ROW(DataTypes.FIELD("p", DataTypes.STRING().notNull())));
        Partitioner partitioner = Partitioner.create("/t", notNull, List.of("p"));
        // The empty string is stored as null.
        assertThatThrownBy(() -> partitioner.values(GenericRowData.of(StringData.fromString(""))))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("table=/t, column=p");
    }

    private static RowData row(int a, String q, int p) {
        return GenericRowData.of(a, StringData.fromString(q), p);
    }
}
