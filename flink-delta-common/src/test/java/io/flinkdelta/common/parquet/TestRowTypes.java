/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** Row types for tests. */
public final class TestRowTypes {
    /** Every primitive type, nullable. */
    public static final RowType PRIMITIVES = rowType(DataTypes.ROW(
            DataTypes.FIELD("c_boolean", DataTypes.BOOLEAN()),
            DataTypes.FIELD("c_byte", DataTypes.TINYINT()),
            DataTypes.FIELD("c_short", DataTypes.SMALLINT()),
            DataTypes.FIELD("c_int", DataTypes.INT()),
            DataTypes.FIELD("c_long", DataTypes.BIGINT()),
            DataTypes.FIELD("c_float", DataTypes.FLOAT()),
            DataTypes.FIELD("c_double", DataTypes.DOUBLE()),
            DataTypes.FIELD("c_dec_5_2", DataTypes.DECIMAL(5, 2)),
            DataTypes.FIELD("c_dec_9_0", DataTypes.DECIMAL(9, 0)),
            DataTypes.FIELD("c_dec_18_9", DataTypes.DECIMAL(18, 9)),
            DataTypes.FIELD("c_dec_19_1", DataTypes.DECIMAL(19, 1)),
            DataTypes.FIELD("c_dec_38_18", DataTypes.DECIMAL(38, 18)),
            DataTypes.FIELD("c_string", DataTypes.STRING()),
            DataTypes.FIELD("c_binary", DataTypes.BYTES()),
            DataTypes.FIELD("c_date", DataTypes.DATE()),
            DataTypes.FIELD("c_timestamp", DataTypes.TIMESTAMP_LTZ(6)),
            DataTypes.FIELD("c_ntz", DataTypes.TIMESTAMP(6))));

    /** Every primitive type, and nesting in three levels. */
    public static final RowType EVERYTHING = everything();

    private TestRowTypes() {}

    public static RowType rowType(DataType type) {
        return (RowType) type.getLogicalType();
    }

    private static RowType everything() {
        DataType inner = DataTypes.ROW(
                DataTypes.FIELD("x", DataTypes.DOUBLE()),
                DataTypes.FIELD("y", DataTypes.BYTES()),
                DataTypes.FIELD("d", DataTypes.DECIMAL(20, 3)));
        DataType primitives = DataTypes.ROW(PRIMITIVES.getFields().stream()
                .map(field -> DataTypes.FIELD(
                        field.getName(),
                        org.apache.flink.table.types.utils.TypeConversions.fromLogicalToDataType(field.getType())))
                .toArray(DataTypes.Field[]::new));
        return rowType(DataTypes.ROW(
                DataTypes.FIELD("id", DataTypes.BIGINT().notNull()),
                DataTypes.FIELD("p", primitives),
                DataTypes.FIELD("ap", DataTypes.ARRAY(primitives)),
                DataTypes.FIELD(
                        "st",
                        DataTypes.ROW(
                                DataTypes.FIELD("a", DataTypes.INT()),
                                DataTypes.FIELD(
                                        "b",
                                        DataTypes.ROW(
                                                DataTypes.FIELD("c", DataTypes.STRING()),
                                                DataTypes.FIELD("d", inner),
                                                DataTypes.FIELD("e", DataTypes.ARRAY(DataTypes.INT())))))),
                DataTypes.FIELD("aaa", DataTypes.ARRAY(DataTypes.ARRAY(DataTypes.ARRAY(DataTypes.SMALLINT())))),
                DataTypes.FIELD("mm", DataTypes.MAP(DataTypes.STRING(), DataTypes.MAP(DataTypes.INT(), inner))),
                DataTypes.FIELD(
                        "am",
                        DataTypes.ARRAY(DataTypes.ROW(
                                DataTypes.FIELD("k", DataTypes.STRING()),
                                DataTypes.FIELD(
                                        "v",
                                        DataTypes.MAP(DataTypes.DATE(), DataTypes.ARRAY(DataTypes.TIMESTAMP(6))))))),
                DataTypes.FIELD(
                        "ms",
                        DataTypes.MAP(
                                DataTypes.ROW(
                                        DataTypes.FIELD("p", DataTypes.INT()),
                                        DataTypes.FIELD("q", DataTypes.STRING())),
                                DataTypes.ARRAY(inner))),
                DataTypes.FIELD(
                        "nn",
                        DataTypes.ROW(
                                        DataTypes.FIELD("a", DataTypes.INT().notNull()),
                                        DataTypes.FIELD(
                                                "b",
                                                DataTypes.ARRAY(
                                                        DataTypes.STRING().notNull())))
                                .notNull())));
    }
}
