/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns with few and with many distinct values, read again by Parquet's reader. */
class DictionariesTest {
    private static final String FILE = "part.parquet";
    private static final RowType TYPE = TestRowTypes.rowType(DataTypes.ROW(
            DataTypes.FIELD("i", DataTypes.INT()),
            DataTypes.FIELD("l", DataTypes.BIGINT()),
            DataTypes.FIELD("f", DataTypes.FLOAT()),
            DataTypes.FIELD("d", DataTypes.DOUBLE()),
            DataTypes.FIELD("s", DataTypes.STRING()),
            DataTypes.FIELD("b", DataTypes.BYTES())));
    private static final int ROWS = 60_000;

    private final InMemoryDataStore store = new InMemoryDataStore();

    private static RowData row(Integer value) {
        return value == null
                ? new GenericRowData(TYPE.getFieldCount())
                : GenericRowData.of(
                        value,
                        value * 0x123456789L,
                        Float.intBitsToFloat(value * 31),
                        (double) value / 7,
                        StringData.fromString("value " + value),
                        ("bytes " + value).getBytes(StandardCharsets.UTF_8));
    }

    private List<ColumnChunkMetaData> write(int dictionaryBytes, IntFunction<Integer> values) {
        List<RowData> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(row(values.apply(i)));
        }
        DataFileFormat format = new DataFileFormat(Compression.SNAPPY, 1 << 30, 1 << 20, dictionaryBytes);
        try (DataFileWriters writers = DataFileWriters.create(store, TYPE, List.of(), Map.of(), format)) {
            DataFileWriter writer = writers.open(FILE, PartitionValues.none());
            rows.forEach(writer::write);
            writer.close();
        }
        ExactRowEncoder encoder = ExactRowEncoder.of(DeltaTypes.toDelta(TYPE));
        assertThat(ParquetFiles.read(store, FILE, TYPE).stream().map(encoder::encode))
                .containsExactlyElementsOf(rows.stream().map(encoder::encode).toList());
        List<BlockMetaData> rowGroups = ParquetFiles.footer(store, FILE).getBlocks();
        assertThat(rowGroups).hasSize(1);
        return rowGroups.get(0).getColumns();
    }

    @Test
    void fewValuesStayInTheDictionary() {
        assertThat(write(1 << 20, i -> i % 1_000))
                .extracting(ColumnChunkMetaData::getEncodingStats)
                .allMatch(stats -> stats.hasDictionaryPages() && !stats.hasNonDictionaryEncodedPages());
    }

    @Test
    void distinctValuesArePlainFromTheFirstPageOn() {
        assertThat(write(1 << 20, i -> i * 7))
                .extracting(ColumnChunkMetaData::getEncodingStats)
                .noneMatch(EncodingStats::hasDictionaryPages);
    }

    @Test
    void aDictionaryThatGrowsTooLargeIsGivenUpInTheMiddle() {
        assertThat(write(20_000, i -> i < 30_000 ? i % 500 : i))
                .extracting(ColumnChunkMetaData::getEncodingStats)
                .allMatch(stats -> stats.hasDictionaryPages()
                        && stats.hasDictionaryEncodedPages()
                        && stats.hasNonDictionaryEncodedPages());
    }

    @Test
    void aDictionaryThatGrowsTooLargeInTheFirstPageIsNotWritten() {
        assertThat(write(2_000, i -> i % 5_000))
                .extracting(ColumnChunkMetaData::getEncodingStats)
                .noneMatch(EncodingStats::hasDictionaryPages);
    }

    @Test
    void pagesOfNullsDoNotDecide() {
        assertThat(write(1 << 20, i -> i < 45_000 ? null : i % 10))
                .extracting(ColumnChunkMetaData::getEncodingStats)
                .allMatch(EncodingStats::hasDictionaryEncodedPages);
        store.delete(FILE);
        assertThat(write(1 << 20, i -> null))
                .extracting(ColumnChunkMetaData::getEncodingStats)
                .noneMatch(EncodingStats::hasDictionaryPages);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 5_000, 100_000, 10_000_000})
    void anyMixture(int dictionaryBytes) {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        try {
            write(dictionaryBytes, i -> switch (random.nextInt(3)) {
                case 0 -> null;
                case 1 -> random.nextInt(50);
                default -> random.nextInt(1 << (1 + random.nextInt(24)));
            });
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }
}
