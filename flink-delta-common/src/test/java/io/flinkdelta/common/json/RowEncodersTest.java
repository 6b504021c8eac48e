/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.parquet.TestRowTypes;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.variant.Variant;
import org.apache.flink.types.variant.VariantBuilder;
import org.junit.jupiter.api.Test;

class RowEncodersTest {
    private static final RowType NESTED = TestRowTypes.rowType(DataTypes.ROW(
            DataTypes.FIELD("a\"", DataTypes.ARRAY(DataTypes.INT())),
            DataTypes.FIELD("m", DataTypes.MAP(DataTypes.STRING(), DataTypes.INT())),
            DataTypes.FIELD("n", DataTypes.MAP(DataTypes.INT(), DataTypes.STRING()))));

    @Test
    void exactPrimitives() {
        assertThat(ExactRowEncoder.of(DeltaTypes.toDelta(TestRowTypes.PRIMITIVES))
                        .encode(primitives()))
                .isEqualTo(
                        "{\"c_boolean\":true,\"c_byte\":-1,\"c_short\":2,\"c_int\":3,\"c_long\":-9223372036854775808,"
                                + "\"c_float\":\"1.0E10\",\"c_double\":\"2.0E-4\",\"c_dec_5_2\":\"1.50\",\"c_dec_9_0\":\"0\","
                                + "\"c_dec_18_9\":\"0.000000001\",\"c_dec_19_1\":\"-1.0\",\"c_dec_38_18\":null,"
                                + "\"c_string\":\"\\\"\\\\\\u000a\\u001f/ż\uD83D\uDE00\u007f\",\"c_binary\":\"00ff\","
                                + "\"c_date\":\"+10000-01-01\",\"c_timestamp\":-1,\"c_ntz\":1584785588000001}");
    }

    @Test
    void friendlyPrimitives() {
        assertThat(JsonRowEncoder.of(DeltaTypes.toDelta(TestRowTypes.PRIMITIVES))
                        .encode(primitives()))
                .isEqualTo(
                        "{\"c_boolean\":true,\"c_byte\":-1,\"c_short\":2,\"c_int\":3,\"c_long\":-9223372036854775808,"
                                + "\"c_float\":1.0E10,\"c_double\":2.0E-4,\"c_dec_5_2\":1.50,\"c_dec_9_0\":0,"
                                + "\"c_dec_18_9\":0.000000001,\"c_dec_19_1\":-1.0,\"c_dec_38_18\":null,"
                                + "\"c_string\":\"\\\"\\\\\\n\\u001F/ż\uD83D\uDE00\u007f\",\"c_binary\":\"AP8=\","
                                + "\"c_date\":\"+10000-01-01\",\"c_timestamp\":\"1969-12-31T23:59:59.999999Z\","
                                + "\"c_ntz\":\"2020-03-21T10:13:08.000001\"}");
    }

    private static RowData primitives() {
        return GenericRowData.of(
                true,
                (byte) -1,
                (short) 2,
                3,
                Long.MIN_VALUE,
                1e10f,
                2e-4,
                decimal("1.50", 5, 2),
                decimal("0", 9, 0),
                decimal("0.000000001", 18, 9),
                decimal("-1.0", 19, 1),
                null,
                StringData.fromString("\"\\\n\u001f/ż\uD83D\uDE00\u007f"),
                new byte[] {0, -1},
                2_932_897,
                TimestampData.fromEpochMillis(-1, 999_000),
                TimestampData.fromEpochMillis(1_584_785_588_000L, 1_000));
    }

    @Test
    void nested() {
        Map<StringData, Integer> m = new LinkedHashMap<>();
        m.put(StringData.fromString("z"), 1);
        m.put(StringData.fromString("\uD83D\uDE00"), null);
        m.put(StringData.fromString("\uFF5E"), 3);
        Map<Integer, StringData> n = new LinkedHashMap<>();
        n.put(10, StringData.fromString("ten"));
        n.put(9, null);
        RowData row = GenericRowData.of(
                new GenericArrayData(new Object[] {1, null}), new GenericMapData(m), new GenericMapData(n));
        assertThat(ExactRowEncoder.of(DeltaTypes.toDelta(NESTED)).encode(row))
                .isEqualTo("{\"a\\\"\":[1,null],\"m\":[[\"z\",1],[\"\uFF5E\",3],[\"\uD83D\uDE00\",null]],"
                        + "\"n\":[[10,\"ten\"],[9,null]]}");
        assertThat(JsonRowEncoder.of(DeltaTypes.toDelta(NESTED)).encode(row))
                .isEqualTo("{\"a\\\"\":[1,null],\"m\":{\"z\":1,\"\uD83D\uDE00\":null,\"\uFF5E\":3},"
                        + "\"n\":[{\"key\":10,\"value\":\"ten\"},{\"key\":9,\"value\":null}]}");
    }

    @Test
    void variants() {
        VariantBuilder builder = Variant.newBuilder();
        Variant value = builder.object()
                .add(
                        "a",
                        builder.array().add(builder.of(1)).add(builder.ofNull()).build())
                .add("b", builder.of(new BigDecimal("2.5")))
                .add("c", builder.of("\"x"))
                .add("d", builder.of(LocalDateTime.parse("2020-03-21T10:13:00")))
                .build();
        StructType schema = StructType.of(new StructField("f0", PrimitiveType.VARIANT, true));
        String time = ExactRowEncoder.of(schema)
                .encode(GenericRowData.of(builder.of(LocalDateTime.parse("2020-03-21T10:13:00"))));
        assertThat(time).isEqualTo("{\"f0\":\"\\\"2020-03-21T10:13:00\\\"\"}");
        assertThat(JsonRowEncoder.of(schema).encode(GenericRowData.of(value)))
                .isEqualTo("{\"f0\":{\"a\":[1,null],\"b\":2.5,\"c\":\"\\\"x\",\"d\":\"2020-03-21T10:13:00\"}}");
        assertThat(JsonRowEncoder.of(schema).encode(GenericRowData.of((Object) null)))
                .isEqualTo("{\"f0\":null}");
        assertThat(ExactRowEncoder.of(schema).encode(GenericRowData.of(builder.ofNull())))
                .isEqualTo("{\"f0\":\"null\"}");
    }

    @Test
    void emptyAndNull() {
        RowData empty = GenericRowData.of(new GenericArrayData(new Object[0]), new GenericMapData(Map.of()), null);
        assertThat(ExactRowEncoder.of(DeltaTypes.toDelta(NESTED)).encode(empty))
                .isEqualTo("{\"a\\\"\":[],\"m\":[],\"n\":null}");
        assertThat(JsonRowEncoder.of(DeltaTypes.toDelta(NESTED)).encode(empty))
                .isEqualTo("{\"a\\\"\":[],\"m\":{},\"n\":null}");
    }

    @Test
    void shortestDigits() {
        assertThat(JavaNumbers.toString(Double.parseDouble("2e23"))).isEqualTo("2.0E23");
        assertThat(JavaNumbers.toString(Double.parseDouble("1e23"))).isEqualTo("1.0E23");
        assertThat(JavaNumbers.toString(Double.MIN_VALUE)).isEqualTo("4.9E-324");
        assertThat(JavaNumbers.toString(1.17549435E-38f)).isEqualTo("1.1754944E-38");
        assertThat(JavaNumbers.toString(-0.0)).isEqualTo("-0.0");
        assertThat(JavaNumbers.toString(Double.NaN)).isEqualTo("NaN");
        assertThat(JavaNumbers.toString(Float.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
    }

    @Test
    void numbersThatJsonDoesNotHave() {
        RowType rowType = TestRowTypes.rowType(
                DataTypes.ROW(DataTypes.FIELD("d", DataTypes.DOUBLE()), DataTypes.FIELD("f", DataTypes.FLOAT())));
        assertThat(JsonRowEncoder.of(DeltaTypes.toDelta(rowType))
                        .encode(GenericRowData.of(Double.NaN, Float.NEGATIVE_INFINITY)))
                .isEqualTo("{\"d\":\"NaN\",\"f\":\"-Infinity\"}");
    }

    private static DecimalData decimal(String value, int precision, int scale) {
        return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
    }
}
