/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.parquet.ParquetFiles;
import io.flinkdelta.common.parquet.TestRowTypes;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/** Files in the layouts of other and older writers. */
class ParquetLayoutsTest {
    private static final String FILE = "other.parquet";

    private InMemoryDataStore store = new InMemoryDataStore();

    @SafeVarargs
    private List<String> read(String schema, RowType rowType, Consumer<Group>... rows) {
        write(schema, rows);
        ExactRowEncoder encoder = ExactRowEncoder.of(DeltaTypes.toDelta(rowType));
        return ParquetFiles.read(store, FILE, rowType).stream()
                .map(encoder::encode)
                .toList();
    }

    @SafeVarargs
    private void write(String schema, Consumer<Group>... rows) {
        store = new InMemoryDataStore();
        MessageType message = MessageTypeParser.parseMessageType("message m {" + schema + "}");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(store.create(FILE))
                .withType(message)
                .build()) {
            for (Consumer<Group> row : rows) {
                Group group = new SimpleGroup(message);
                row.accept(group);
                writer.write(group);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static RowType row(DataTypes.Field... fields) {
        return TestRowTypes.rowType(DataTypes.ROW(fields));
    }

    private static final RowType INTS = row(DataTypes.FIELD("l", DataTypes.ARRAY(DataTypes.INT())));

    @Test
    void listsOfTwoLevels() {
        assertThat(read(
                        "optional group l (LIST) { repeated int32 array; }",
                        INTS,
                        row -> row.addGroup("l").append("array", 1).append("array", 2),
                        row -> row.addGroup("l"),
                        row -> {}))
                .containsExactly("{\"l\":[1,2]}", "{\"l\":[]}", "{\"l\":null}");
    }

    @Test
    void listsOfThreeLevelsWithOtherNames() {
        assertThat(read(
                        "optional group l (LIST) { repeated group bag { optional int32 array_element; } }",
                        INTS,
                        row -> {
                            Group list = row.addGroup("l");
                            list.addGroup("bag").append("array_element", 1);
                            list.addGroup("bag");
                        }))
                .containsExactly("{\"l\":[1,null]}");
    }

    @Test
    void repeatedFieldsWithoutList() {
        RowType rowType = row(
                DataTypes.FIELD("l", DataTypes.ARRAY(DataTypes.INT())),
                DataTypes.FIELD("g", DataTypes.ARRAY(DataTypes.ROW(DataTypes.FIELD("x", DataTypes.STRING())))));
        assertThat(read(
                        "repeated group g { optional binary x (STRING); } repeated int32 l;",
                        rowType,
                        row -> row.append("l", 1).append("l", 2).addGroup("g").append("x", "a"),
                        row -> row.addGroup("g"),
                        row -> {}))
                .containsExactly(
                        "{\"l\":[1,2],\"g\":[{\"x\":\"a\"}]}",
                        "{\"l\":[],\"g\":[{\"x\":null}]}",
                        "{\"l\":[],\"g\":[]}");
    }

    @Test
    void listsOfStructs() {
        RowType one = row(DataTypes.FIELD("l", DataTypes.ARRAY(DataTypes.ROW(DataTypes.FIELD("x", DataTypes.INT())))));
        for (String name : List.of("array", "l_tuple", "anything")) {
            assertThat(read(
                            "optional group l (LIST) { repeated group " + name + " { optional int32 x; } }",
                            one,
                            row -> row.addGroup("l").addGroup(name).append("x", 1)))
                    .containsExactly("{\"l\":[{\"x\":1}]}");
        }
        RowType two = row(DataTypes.FIELD(
                "l",
                DataTypes.ARRAY(
                        DataTypes.ROW(DataTypes.FIELD("y", DataTypes.INT()), DataTypes.FIELD("x", DataTypes.INT())))));
        assertThat(read(
                        "optional group l (LIST) { repeated group list { optional int32 x; optional int32 y; } }",
                        two,
                        row -> row.addGroup("l").addGroup("list").append("x", 1)))
                .containsExactly("{\"l\":[{\"y\":null,\"x\":1}]}");
        // Three levels, though the struct's only field is named like the group around it.
        RowType element =
                row(DataTypes.FIELD("l", DataTypes.ARRAY(DataTypes.ROW(DataTypes.FIELD("element", DataTypes.INT())))));
        assertThat(read(
                        "optional group l (LIST) { repeated group list { optional group element {"
                                + " optional int32 element; } } }",
                        element,
                        row -> row.addGroup("l")
                                .addGroup("list")
                                .addGroup("element")
                                .append("element", 7),
                        row -> row.addGroup("l").addGroup("list")))
                .containsExactly("{\"l\":[{\"element\":7}]}", "{\"l\":[null]}");
    }

    @Test
    void listsOfLists() {
        RowType rowType = row(DataTypes.FIELD("l", DataTypes.ARRAY(DataTypes.ARRAY(DataTypes.INT()))));
        assertThat(read(
                        "optional group l (LIST) { repeated group array (LIST) { repeated int32 array; } }",
                        rowType,
                        row -> {
                            Group list = row.addGroup("l");
                            list.addGroup("array").append("array", 1).append("array", 2);
                            list.addGroup("array");
                        }))
                .containsExactly("{\"l\":[[1,2],[]]}");
    }

    @Test
    void mapsOfOlderWriters() {
        RowType rowType = row(DataTypes.FIELD("m", DataTypes.MAP(DataTypes.STRING(), DataTypes.INT())));
        for (String annotation : List.of("MAP", "MAP_KEY_VALUE")) {
            assertThat(read(
                            "optional group m (" + annotation
                                    + ") { repeated group map { required binary k (UTF8); optional int32 v; } }",
                            rowType,
                            row -> {
                                Group map = row.addGroup("m");
                                map.addGroup("map").append("k", "a").append("v", 1);
                                map.addGroup("map").append("k", "b");
                            },
                            row -> row.addGroup("m"),
                            row -> {}))
                    .containsExactly("{\"m\":[[\"a\",1],[\"b\",null]]}", "{\"m\":[]}", "{\"m\":null}");
        }
        assertThat(read(
                        "optional group m (MAP) { repeated group key_value { required binary key (UTF8); } }",
                        rowType,
                        row -> row.addGroup("m").addGroup("key_value").append("key", "a")))
                .containsExactly("{\"m\":[[\"a\",null]]}");
    }

    @Test
    void timestamps() {
        RowType rowType = row(
                DataTypes.FIELD("millis", DataTypes.TIMESTAMP_LTZ(6)),
                DataTypes.FIELD("micros", DataTypes.TIMESTAMP(6)),
                DataTypes.FIELD("nanos", DataTypes.TIMESTAMP_LTZ(6)),
                DataTypes.FIELD("date", DataTypes.TIMESTAMP(6)),
                DataTypes.FIELD("i", DataTypes.TIMESTAMP_LTZ(6)));
        String schema =
                "optional int64 millis (TIMESTAMP(MILLIS,true)); optional int64 micros (TIMESTAMP(MICROS,false));"
                        + " optional int64 nanos (TIMESTAMP(NANOS,true)); optional int32 date (DATE); optional int96 i;";
        assertThat(read(
                        schema,
                        rowType,
                        row -> row.append("millis", -1L)
                                .append("micros", -1L)
                                .append("nanos", -1L)
                                .append("date", -1)
                                .append("i", int96("1969-12-31", 86_399_999_999_999L)),
                        row -> row.append("i", int96("9999-12-31", 1_000)),
                        row -> row.append("i", int96("0001-01-01", 0))))
                .containsExactly(
                        "{\"millis\":-1000,\"micros\":-1,\"nanos\":-1,\"date\":-86400000000,\"i\":-1}",
                        "{\"millis\":null,\"micros\":null,\"nanos\":null,\"date\":null,\"i\":253402214400000001}",
                        "{\"millis\":null,\"micros\":null,\"nanos\":null,\"date\":null,\"i\":-62135596800000000}");
    }

    private static Binary int96(String day, long nanos) {
        ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(nanos).putInt((int) LocalDate.parse(day).getLong(JulianFields.JULIAN_DAY));
        return Binary.fromConstantByteArray(bytes.array());
    }

    @Test
    void decimals() {
        RowType rowType = row(
                DataTypes.FIELD("i", DataTypes.DECIMAL(9, 2)),
                DataTypes.FIELD("l", DataTypes.DECIMAL(20, 4)),
                DataTypes.FIELD("f", DataTypes.DECIMAL(9, 2)),
                DataTypes.FIELD("b", DataTypes.DECIMAL(38, 2)),
                DataTypes.FIELD("plain", DataTypes.DECIMAL(12, 2)));
        String schema = "optional int32 i (DECIMAL(9,2)); optional int64 l (DECIMAL(18,2));"
                + " optional fixed_len_byte_array(4) f (DECIMAL(9,2)); optional binary b (DECIMAL(38,2));"
                + " optional int32 plain;";
        assertThat(read(
                        schema,
                        rowType,
                        row -> row.append("i", -150)
                                .append("l", 12_345L)
                                .append("f", Binary.fromConstantByteArray(new byte[] {-1, -1, -1, 0}))
                                .append(
                                        "b",
                                        Binary.fromConstantByteArray(
                                                new BigInteger("-12345678901234567890").toByteArray()))
                                .append("plain", 7)))
                .containsExactly("{\"i\":\"-1.50\",\"l\":\"123.4500\",\"f\":\"-2.56\",\"b\":\"-123456789012345678.90\","
                        + "\"plain\":\"7.00\"}");
    }

    @Test
    void aDecimalThatDoesNotFitIsAnError() {
        RowType rowType = row(DataTypes.FIELD("b", DataTypes.DECIMAL(5, 2)));
        assertThatThrownBy(() -> read(
                        "optional binary b (DECIMAL(10,2));",
                        rowType,
                        row -> row.append("b", Binary.fromConstantByteArray(new byte[] {1, 0, 0, 0, 0}))))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("42949672.96")
                .hasMessageContaining("file=" + FILE);
    }

    @Test
    void unsignedAndNarrowerNumbers() {
        RowType rowType = row(
                DataTypes.FIELD("u8", DataTypes.SMALLINT()),
                DataTypes.FIELD("u16", DataTypes.INT()),
                DataTypes.FIELD("u32", DataTypes.BIGINT()),
                DataTypes.FIELD("u64", DataTypes.DECIMAL(20, 0)),
                DataTypes.FIELD("i", DataTypes.BIGINT()),
                DataTypes.FIELD("f", DataTypes.DOUBLE()),
                DataTypes.FIELD("id", DataTypes.DOUBLE()));
        String schema = "optional int32 u8 (INTEGER(8,false)); optional int32 u16 (INTEGER(16,false));"
                + " optional int32 u32 (INTEGER(32,false)); optional int64 u64 (INTEGER(64,false));"
                + " optional int32 i; optional float f; optional int32 id;";
        assertThat(read(
                        schema,
                        rowType,
                        row -> row.append("u8", 255)
                                .append("u16", 65_535)
                                .append("u32", -1)
                                .append("u64", -1L)
                                .append("i", -1)
                                .append("f", 1.5f)
                                .append("id", 3)))
                .containsExactly(
                        "{\"u8\":255,\"u16\":65535,\"u32\":4294967295,\"u64\":\"18446744073709551615\",\"i\":-1,"
                                + "\"f\":\"1.5\",\"id\":\"3.0\"}");
    }

    @Test
    void columnsByName() {
        RowType rowType = row(
                DataTypes.FIELD("absent", DataTypes.STRING()),
                DataTypes.FIELD("b", DataTypes.INT()),
                DataTypes.FIELD("Case", DataTypes.INT()),
                DataTypes.FIELD(
                        "s",
                        DataTypes.ROW(
                                DataTypes.FIELD("new", DataTypes.INT()), DataTypes.FIELD("old", DataTypes.INT()))));
        assertThat(read(
                        "optional group s { optional int32 old; optional int32 dropped; } optional int32 cASE;"
                                + " optional int32 B; optional int32 b;",
                        rowType,
                        row -> row.append("b", 1)
                                .append("B", 2)
                                .append("cASE", 3)
                                .addGroup("s")
                                .append("old", 4)))
                .containsExactly("{\"absent\":null,\"b\":1,\"Case\":3,\"s\":{\"new\":null,\"old\":4}}");
    }

    @Test
    void nullStructsAndStructsOfNulls() {
        RowType known = row(DataTypes.FIELD("s", DataTypes.ROW(DataTypes.FIELD("x", DataTypes.INT()))));
        RowType unknown = row(DataTypes.FIELD("s", DataTypes.ROW(DataTypes.FIELD("new", DataTypes.INT()))));
        String schema = "optional group s { optional int32 x; optional group g { repeated int32 y; } }";
        assertThat(read(schema, known, row -> {}, row -> row.addGroup("s")))
                .containsExactly("{\"s\":null}", "{\"s\":{\"x\":null}}");
        assertThat(read(schema, unknown, row -> {}, row -> row.addGroup("s").append("x", 1)))
                .containsExactly("{\"s\":null}", "{\"s\":{\"new\":null}}");
    }

    @Test
    void noColumnInCommon() {
        RowType rowType = row(DataTypes.FIELD("a", DataTypes.INT()));
        assertThat(read("optional int32 b;", rowType, row -> {}, row -> row.append("b", 1)))
                .containsExactly("{\"a\":null}", "{\"a\":null}");
    }

    @Test
    void anotherTypeIsAnError() {
        RowType rowType =
                row(DataTypes.FIELD("s", DataTypes.ROW(DataTypes.FIELD("x", DataTypes.ARRAY(DataTypes.INT())))));
        assertThatThrownBy(() -> read(
                        "optional group s { optional group x (LIST) { repeated group list { optional binary element; } } }",
                        rowType))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining(
                        "[table=memory:/table, file=other.parquet, column=s.x.element, expected=integer, found=optional binary"
                                + " element]");
        assertThatThrownBy(() -> read("optional int32 s;", rowType))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("column=s, expected=struct<x:array<integer>>, found=optional int32 s");
        assertThatThrownBy(() ->
                        read("optional int64 l (TIMESTAMP(MICROS,true));", row(DataTypes.FIELD("l", DataTypes.INT()))))
                .isInstanceOf(CorruptLogException.class);
    }

    @Test
    void missingAndBrokenFiles() throws IOException {
        assertThatThrownBy(() -> ParquetFiles.read(store, "p=1/none.parquet", INTS))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("table=memory:/table, file=p=1/none.parquet");
        try (PositionOutputStream out = store.create("broken.parquet").create(0)) {
            out.write(new byte[100]);
        }
        assertThatThrownBy(() -> ParquetFiles.read(store, "broken.parquet", INTS))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("file=broken.parquet");
    }

    @Test
    void shreddedVariantsAreRefusedByName() {
        assertThatThrownBy(
                        () -> readVariant(
                                "optional group v { required binary metadata; optional binary value; optional int32 typed_value; }"))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("variantShredding", "column=v", "file=other.parquet");
        assertThatThrownBy(() -> readVariant("optional group v { required binary value; }"))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("expected=variant");
    }

    private List<String> readVariant(String schema) {
        write(schema);
        StructType variant = StructType.of(new StructField("v", PrimitiveType.VARIANT, true));
        AddFile file = AddFile.ofNewFile(FILE, PartitionValues.none(), 0, 0, Optional.empty());
        List<String> lines = new ArrayList<>();
        try (DataFileReader rows = DataFileReaders.create(store, variant, List.of(), ColumnMapping.NONE)
                .open(file)) {
            rows.forEachRemaining(row -> lines.add(ExactRowEncoder.of(variant).encode(row)));
        }
        return lines;
    }

    /** Numbers that a narrow column cannot hold are an error, not other numbers. */
    @Test
    void numbersThatDoNotFitAreAnError() {
        RowType bytes = row(DataTypes.FIELD("b", DataTypes.TINYINT()));
        assertThat(read("optional int32 b;", bytes, row -> row.append("b", -128)))
                .containsExactly("{\"b\":-128}");
        assertThatThrownBy(() -> read("optional int32 b;", bytes, row -> row.append("b", 128)))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("128");
    }
}
