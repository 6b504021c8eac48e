/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.parquet.TestRowTypes;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.logical.NullType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VariantType;
import org.apache.flink.table.types.logical.ZonedTimestampType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeltaTypesTest {

    @Test
    void primitives() {
        StructType schema = DeltaTypes.toDelta(TestRowTypes.PRIMITIVES);
        assertThat(schema.fields()).extracting(StructField::nullable).containsOnly(true);
        assertThat(schema.fields())
                .extracting(field -> field.type().describe())
                .containsExactly(
                        "boolean",
                        "byte",
                        "short",
                        "integer",
                        "long",
                        "float",
                        "double",
                        "decimal(5,2)",
                        "decimal(9,0)",
                        "decimal(18,9)",
                        "decimal(19,1)",
                        "decimal(38,18)",
                        "string",
                        "binary",
                        "date",
                        "timestamp",
                        "timestamp_ntz");
    }

    @Test
    void everythingComesBack() {
        assertThat(DeltaTypes.toFlink(DeltaTypes.toDelta(TestRowTypes.EVERYTHING))
                        .asSummaryString())
                .isEqualTo(TestRowTypes.EVERYTHING
                        .copy(false)
                        .asSummaryString()
                        // A map's key is never null in Delta.
                        .replace("MAP<STRING,", "MAP<STRING NOT NULL,")
                        .replaceAll("MAP<(INT|DATE),", "MAP<$1 NOT NULL,")
                        .replace("`q` STRING>,", "`q` STRING> NOT NULL,"));
    }

    @Test
    void lengthsAreDropped() {
        StructType schema = DeltaTypes.toDelta(TestRowTypes.rowType(DataTypes.ROW(
                DataTypes.FIELD("c", DataTypes.CHAR(3)),
                DataTypes.FIELD("v", DataTypes.VARCHAR(7)),
                DataTypes.FIELD("b", DataTypes.BINARY(4)),
                DataTypes.FIELD("w", DataTypes.VARBINARY(9)),
                DataTypes.FIELD("t", DataTypes.TIMESTAMP(0)),
                DataTypes.FIELD("z", DataTypes.TIMESTAMP_LTZ(3)))));
        assertThat(schema.fields())
                .extracting(StructField::type)
                .containsExactly(
                        PrimitiveType.STRING,
                        PrimitiveType.STRING,
                        PrimitiveType.BINARY,
                        PrimitiveType.BINARY,
                        PrimitiveType.TIMESTAMP_NTZ,
                        PrimitiveType.TIMESTAMP);
    }

    @Test
    void nullabilityIsKeptAtEveryLevel() {
        StructType schema = DeltaTypes.toDelta(TestRowTypes.rowType(DataTypes.ROW(
                DataTypes.FIELD("a", DataTypes.ARRAY(DataTypes.INT().notNull()).notNull()),
                DataTypes.FIELD(
                        "m",
                        DataTypes.MAP(
                                DataTypes.INT(),
                                DataTypes.ROW(DataTypes.FIELD(
                                                "x", DataTypes.BIGINT().notNull()))
                                        .notNull())))));
        StructType value = StructType.of(new StructField("x", PrimitiveType.LONG, false));
        assertThat(schema)
                .isEqualTo(StructType.of(
                        new StructField("a", new ArrayType(PrimitiveType.INTEGER, false), false),
                        new StructField("m", new MapType(PrimitiveType.INTEGER, value, false), true)));
        assertThat(DeltaTypes.toDelta(DeltaTypes.toFlink(schema))).isEqualTo(schema);
    }

    @Test
    void commentsAreKept() {
        RowType rowType = new RowType(
                false, List.of(new RowType.RowField("a", DataTypes.INT().getLogicalType(), "the first")));
        StructType schema = DeltaTypes.toDelta(rowType);
        assertThat(schema.fields().get(0).metadata())
                .isEqualTo(FieldMetadata.empty().with("comment", "the first"));
        assertThat(DeltaTypes.toFlink(schema).getFields().get(0).getDescription())
                .contains("the first");
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(DataTypes.TIME(), "TIME(0)"),
                Arguments.of(DataTypes.INTERVAL(DataTypes.DAY()), "INTERVAL DAY"),
                Arguments.of(DataTypes.MULTISET(DataTypes.INT()), "MULTISET<INT>"),
                Arguments.of(DataTypes.TIMESTAMP(7), "TIMESTAMP(7)"),
                Arguments.of(DataTypes.TIMESTAMP_LTZ(9), "TIMESTAMP_LTZ(9)"),
                Arguments.of(
                        TypeConversions.fromLogicalToDataType(new ZonedTimestampType(3)),
                        "TIMESTAMP(3) WITH TIME ZONE"),
                Arguments.of(DataTypes.NULL(), "NULL"),
                Arguments.of(DataTypes.ROW(), "ROW<>"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(org.apache.flink.table.types.DataType type, String name) {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(
                DataTypes.FIELD("ok", DataTypes.INT()),
                DataTypes.FIELD(
                        "outer",
                        DataTypes.ROW(
                                DataTypes.FIELD("list", DataTypes.ARRAY(DataTypes.MAP(DataTypes.STRING(), type)))))));
        assertThatThrownBy(() -> DeltaTypes.toDelta(rowType))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("column=outer.list.element.value");
    }

    @Test
    void typesOfOtherWriters() {
        assertThat(DeltaTypes.toFlink(PrimitiveType.VOID, true)).isEqualTo(new NullType());
        assertThat(DeltaTypes.toFlink(new DecimalType(38, 0), false))
                .isEqualTo(new org.apache.flink.table.types.logical.DecimalType(false, 38, 0));
    }

    @Test
    void variantsAreReadButNotWritten() {
        StructType variant = StructType.of(new StructField("v", PrimitiveType.VARIANT, true));
        RowType rowType = DeltaTypes.toFlink(variant);
        assertThat(rowType.getTypeAt(0)).isEqualTo(new VariantType(true));
        assertThatThrownBy(() -> DeltaTypes.toDelta(rowType))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("VARIANT", "column=v");
    }
}
