/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.LocalDataStore;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DataFileWriterTest {
    private static final String FILE = "part.parquet";
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_234_567), ZoneOffset.UTC);

    private final InMemoryDataStore store = new InMemoryDataStore();

    private DataFileWriter open(RowType rowType, DataFileFormat format) {
        return DataFileWriters.create(store, rowType, List.of(), Map.of(), format, CLOCK)
                .open(FILE, PartitionValues.none());
    }

    private DataFileWriter open(DataType... types) {
        DataTypes.Field[] fields = new DataTypes.Field[types.length];
        Arrays.setAll(fields, i -> DataTypes.FIELD("c" + i, types[i]));
        return open(TestRowTypes.rowType(DataTypes.ROW(fields)), DataFileFormat.defaults());
    }

    @Test
    void addFileTellsTheFile() {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(
                DataTypes.FIELD("a", DataTypes.INT()),
                DataTypes.FIELD("p q", DataTypes.STRING()),
                DataTypes.FIELD("b", DataTypes.STRING().notNull())));
        PartitionValues partition = PartitionValues.of(Map.of("p q", "x/y"));
        AddFile add;
        String path = Partitioner.folder(partition) + "part 1.parquet";
        try (DataFileWriters writers =
                DataFileWriters.create(store, rowType, List.of("p q"), Map.of(), DataFileFormat.defaults(), CLOCK)) {
            DataFileWriter writer = writers.open(path, partition);
            for (int i = 0; i < 3; i++) {
                writer.write(GenericRowData.of(
                        i == 0 ? null : i, StringData.fromString("x/y"), StringData.fromString("b" + i)));
            }
            assertThat(writer.rows()).isEqualTo(3);
            add = writer.close();
        }
        assertThat(path).isEqualTo("p q=x%2Fy/part 1.parquet");
        assertThat(add)
                .isEqualTo(AddFile.ofNewFile(
                        "p%20q=x%252Fy/part%201.parquet",
                        partition,
                        ParquetFiles.length(store, path),
                        CLOCK.millis(),
                        java.util.Optional.of("{\"numRecords\":3,\"minValues\":{\"a\":1,\"b\":\"b0\"},"
                                + "\"maxValues\":{\"a\":2,\"b\":\"b2\"},\"nullCount\":{\"a\":1,\"b\":0}}")));
        assertThat(ParquetFiles.footer(store, path)
                        .getFileMetaData()
                        .getSchema()
                        .containsField("p q"))
                .isFalse();
    }

    @Test
    void aFileWithoutRows() {
        AddFile add = open(DataTypes.INT(), DataTypes.ARRAY(DataTypes.INT())).close();
        assertThat(add.stats())
                .contains("{\"numRecords\":0,\"minValues\":{},\"maxValues\":{},\"nullCount\":{\"c0\":0,\"c1\":0}}");
        assertThat(ParquetFiles.footer(store, FILE).getBlocks()).isEmpty();
    }

    static Stream<Arguments> nullsInNotNull() {
        DataType struct = DataTypes.ROW(DataTypes.FIELD("x", DataTypes.INT().notNull()));
        return Stream.of(
                Arguments.of(DataTypes.STRING().notNull(), null, "column=c0,"),
                Arguments.of(DataTypes.ARRAY(DataTypes.INT()).notNull(), null, "column=c0,"),
                Arguments.of(struct, GenericRowData.of((Object) null), "column=c0.x,"),
                Arguments.of(
                        DataTypes.ARRAY(struct),
                        new GenericArrayData(new Object[] {GenericRowData.of((Object) null)}),
                        "column=c0.element.x,"),
                Arguments.of(
                        DataTypes.ARRAY(DataTypes.INT().notNull()),
                        new GenericArrayData(new Object[] {1, null}),
                        "column=c0.element,"),
                Arguments.of(
                        DataTypes.MAP(DataTypes.INT(), DataTypes.INT()),
                        new GenericMapData(java.util.Collections.singletonMap(null, 1)),
                        "column=c0.key,"),
                Arguments.of(
                        DataTypes.MAP(DataTypes.INT(), DataTypes.INT().notNull()),
                        new GenericMapData(java.util.Collections.singletonMap(1, null)),
                        "column=c0.value,"));
    }

    @ParameterizedTest
    @MethodSource
    void nullsInNotNull(DataType type, Object value, String column) {
        DataFileWriter writer = open(type);
        assertThatThrownBy(() -> writer.write(GenericRowData.of(value)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("NOT NULL")
                .hasMessageContaining("table=memory:/table")
                .hasMessageContaining(column.replace(",", ""));
        onlyAbortIsLeft(writer);
    }

    static Stream<Arguments> doesNotFit() {
        return Stream.of(
                Arguments.of(DataTypes.DECIMAL(5, 2), decimal("1000.00", 7, 2), "1000.00"),
                Arguments.of(DataTypes.DECIMAL(5, 2), decimal("-1000.00", 7, 2), "-1000.00"),
                Arguments.of(DataTypes.DECIMAL(5, 2), decimal("0.001", 7, 3), "0.001"),
                Arguments.of(DataTypes.DECIMAL(5, 2), decimal("99999999999999999999", 20, 0), "99999999999999999999"),
                Arguments.of(DataTypes.DECIMAL(18, 0), decimal("1000000000000000000", 19, 0), "1000000000000000000"),
                Arguments.of(
                        DataTypes.DECIMAL(20, 2), decimal("1000000000000000000.00", 21, 2), "1000000000000000000.00"),
                Arguments.of(DataTypes.DECIMAL(20, 2), decimal("1.005", 20, 3), "1.005"),
                Arguments.of(
                        DataTypes.TIMESTAMP(6), TimestampData.fromEpochMillis(1, 1), "1970-01-01T00:00:00.001000001"),
                Arguments.of(
                        DataTypes.TIMESTAMP_LTZ(6),
                        TimestampData.fromEpochMillis(Long.MAX_VALUE / 1000),
                        "9223372036854775 ms"),
                Arguments.of(
                        DataTypes.TIMESTAMP_LTZ(6),
                        TimestampData.fromEpochMillis(Long.MIN_VALUE),
                        "-9223372036854775808 ms"));
    }

    @ParameterizedTest
    @MethodSource
    void doesNotFit(DataType type, Object value, String shown) {
        DataFileWriter writer = open(DataTypes.INT(), type);
        assertThatThrownBy(() -> writer.write(GenericRowData.of(1, value)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("table=memory:/table, column=c1, value=" + shown);
        onlyAbortIsLeft(writer);
    }

    private void onlyAbortIsLeft(DataFileWriter writer) {
        assertThatThrownBy(() -> writer.write(GenericRowData.of(1, null))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        writer.abort();
        assertThatThrownBy(() -> store.open(FILE)).isInstanceOf(IOException.class);
        writer.abort();
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void decimalsAreBroughtToTheColumnsScale() {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(
                DataTypes.FIELD("a", DataTypes.DECIMAL(5, 2)), DataTypes.FIELD("b", DataTypes.DECIMAL(30, 5))));
        DataFileWriter writer = open(rowType, DataFileFormat.defaults());
        writer.write(GenericRowData.of(decimal("1.5", 2, 1), decimal("7", 1, 0)));
        writer.write(GenericRowData.of(decimal("999.9900", 20, 4), decimal("-0.000010000", 38, 9)));
        writer.close();
        assertThat(encode(rowType))
                .containsExactly("{\"a\":\"1.50\",\"b\":\"7.00000\"}", "{\"a\":\"999.99\",\"b\":\"-0.00001\"}");
    }

    @Test
    void extremesOfTimestamps() {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(DataTypes.FIELD("t", DataTypes.TIMESTAMP(6))));
        DataFileWriter writer = open(rowType, DataFileFormat.defaults());
        writer.write(GenericRowData.of(TimestampData.fromEpochMillis(Long.MAX_VALUE / 1000 - 1, 999_000)));
        writer.write(GenericRowData.of(TimestampData.fromEpochMillis(Long.MIN_VALUE / 1000)));
        writer.close();
        assertThat(encode(rowType)).containsExactly("{\"t\":9223372036854774999}", "{\"t\":-9223372036854775000}");
    }

    @Test
    void closedFilesStay() {
        DataFileWriter writer = open(DataTypes.INT());
        writer.write(GenericRowData.of(1));
        writer.close();
        writer.abort();
        assertThat(ParquetFiles.length(store, FILE)).isPositive();
        assertThatThrownBy(() -> writer.write(GenericRowData.of(1))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void hugeValuesEndRowGroups() {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(DataTypes.FIELD("b", DataTypes.BYTES())));
        byte[] huge = new byte[3_000_000];
        DataFileFormat format =
                DataFileFormat.defaults().with(Compression.UNCOMPRESSED).withRowGroupBytes(10_000_000);
        DataFileWriter writer = open(rowType, format);
        for (int i = 0; i < 10; i++) {
            huge[0] = (byte) i;
            writer.write(GenericRowData.of((Object) huge));
            assertThat(writer.bufferedBytes()).isLessThan(20_000_000);
        }
        long estimate = writer.estimatedFileSize();
        AddFile add = writer.close();
        assertThat((double) estimate / add.size()).isBetween(0.9, 1.1);
        assertThat(ParquetFiles.footer(store, FILE).getBlocks())
                .hasSizeGreaterThan(2)
                .extracting(BlockMetaData::getRowCount)
                .allMatch(rows -> rows <= 4);
        List<RowData> rows = ParquetFiles.read(store, FILE, rowType);
        assertThat(rows).hasSize(10).allMatch(row -> row.getBinary(0).length == huge.length);
        assertThat(rows.get(7).getBinary(0)[0]).isEqualTo((byte) 7);
    }

    /** The small ones say nothing about how soon to look at the sizes again. */
    @Test
    void largeValuesAfterManySmallOnesDoNotPileUp() {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(
                DataTypes.FIELD("s", DataTypes.STRING()), DataTypes.FIELD("l", DataTypes.ARRAY(DataTypes.BIGINT()))));
        RowData small = row("small", 1);
        for (RowData large : List.of(row("x".repeat(500_000), 1), row("small", 60_000))) {
            DataFileFormat format = DataFileFormat.defaults()
                    .with(Compression.UNCOMPRESSED)
                    .withPageBytes(100_000)
                    .withRowGroupBytes(4_000_000);
            InMemoryDataStore files = new InMemoryDataStore();
            DataFileWriter writer = DataFileWriters.create(files, rowType, List.of(), Map.of(), format, CLOCK)
                    .open(FILE, PartitionValues.none());
            for (int i = 0; i < 10_000; i++) {
                assertThat(writer.write(small)).isFalse();
            }
            for (int i = 0; i < 100; i++) {
                assertThat(writer.write(large)).isTrue();
                assertThat(writer.bufferedBytes()).isLessThan(12_000_000);
            }
            assertThat(writer.close().stats())
                    .hasValueSatisfying(stats -> assertThat(stats).startsWith("{\"numRecords\":10100,"));
        }
    }

    private static RowData row(String text, int listSize) {
        return GenericRowData.of(StringData.fromString(text), new GenericArrayData(new long[listSize]));
    }

    @Test
    void aNameThatIsTooLongForTheStorage(@TempDir Path folder) {
        RowType rowType = TestRowTypes.rowType(
                DataTypes.ROW(DataTypes.FIELD("p", DataTypes.STRING()), DataTypes.FIELD("a", DataTypes.INT())));
        PartitionValues partition = PartitionValues.of(Map.of("p", "x".repeat(300)));
        DataFileWriters writers = DataFileWriters.create(
                new LocalDataStore(folder, new Configuration(false)),
                rowType,
                List.of("p"),
                Map.of(),
                DataFileFormat.defaults(),
                CLOCK);

        assertThatThrownBy(() -> writers.open(Partitioner.folder(partition) + FILE, partition))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("a name is longer than the storage allows")
                .hasMessageContaining("table=file:" + folder)
                .hasMessageContaining("file=p=xxx")
                .hasMessageContaining("partition column");
    }

    @Test
    void aFullDisk() {
        DataFileWriter writer = DataFileWriters.create(
                        new FullDisk(store, 1_000),
                        TestRowTypes.PRIMITIVES,
                        List.of(),
                        Map.of(),
                        DataFileFormat.defaults().withRowGroupBytes(10_000),
                        CLOCK)
                .open(FILE, PartitionValues.none());
        RandomRows random = new RandomRows(1);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        writer.write(random.row(TestRowTypes.PRIMITIVES));
                    }
                })
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContainingAll("no space is left", "table=memory:/table, file=" + FILE)
                .hasRootCauseMessage("No space left on device");
        onlyAbortIsLeft(writer);
    }

    @Test
    void aFullDiskAtTheEnd() {
        DataFileWriter writer = DataFileWriters.create(
                        new FullDisk(store, 1_000),
                        TestRowTypes.PRIMITIVES,
                        List.of(),
                        Map.of(),
                        DataFileFormat.defaults(),
                        CLOCK)
                .open(FILE, PartitionValues.none());
        RandomRows random = new RandomRows(1);
        for (int i = 0; i < 100; i++) {
            writer.write(random.row(TestRowTypes.PRIMITIVES));
        }
        assertThatThrownBy(writer::close)
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("no space is left");
        onlyAbortIsLeft(writer);
    }

    @Test
    void aFileThatIsThereAlready() {
        open(DataTypes.INT()).close();
        assertThatThrownBy(() -> open(DataTypes.INT()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("table=memory:/table, file=" + FILE);
        assertThat(ParquetFiles.length(store, FILE)).isPositive();
    }

    @Test
    void anOpenWriterWithFewRowsIsSmallAndSaysSo() {
        DataFileWriter writer = open(TestRowTypes.PRIMITIVES, DataFileFormat.defaults());
        int columns = TestRowTypes.PRIMITIVES.getFieldCount();
        assertThat(writer.bufferedBytes()).isBetween(1_000L * columns, 5_000L * columns);
        RandomRows random = new RandomRows(1);
        for (int i = 0; i < 100; i++) {
            writer.write(random.row(TestRowTypes.PRIMITIVES));
        }
        assertThat(writer.bufferedBytes()).isLessThan(8_000L * columns);
        writer.abort();
        assertThat(writer.bufferedBytes()).isZero();
    }

    @Test
    void everyColumnIsAPartitionColumn() {
        RowType rowType = TestRowTypes.rowType(DataTypes.ROW(DataTypes.FIELD("p", DataTypes.INT())));
        assertThatThrownBy(() -> DataFileWriters.create(
                        store, rowType, List.of("p"), Map.of(), DataFileFormat.defaults(), CLOCK))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("partitionColumns=[p]");
    }

    private List<String> encode(RowType rowType) {
        ExactRowEncoder encoder = ExactRowEncoder.of(DeltaTypes.toDelta(rowType));
        return ParquetFiles.read(store, FILE, rowType).stream()
                .map(encoder::encode)
                .toList();
    }

    private static DecimalData decimal(String value, int precision, int scale) {
        return DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
    }
}
