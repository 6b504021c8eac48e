/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written is read again, whatever the type, the nesting, the compression and the row group size. */
class RoundTripTest {
    private static final int ROWS = 3_000;

    @ParameterizedTest
    @EnumSource(Compression.class)
    @DisplayName("random rows of every type survive")
    void randomRows(Compression compression) {
        long seed = ThreadLocalRandom.current().nextLong();
        RandomRows random = new RandomRows(seed);
        List<RowData> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(random.row(TestRowTypes.EVERYTHING));
        }
        DataFileFormat format = DataFileFormat.defaults()
                .with(compression)
                .withRowGroupBytes(300_000)
                .withPageBytes(20_000);
        assertThat(writeAndRead(TestRowTypes.EVERYTHING, rows, format))
                .as("seed %d", seed)
                .isEqualTo(encode(TestRowTypes.EVERYTHING, rows));
    }

    private static List<String> writeAndRead(RowType rowType, List<RowData> rows, DataFileFormat format) {
        InMemoryDataStore store = new InMemoryDataStore();
        try (DataFileWriters writers = DataFileWriters.create(store, rowType, List.of(), Map.of(), format)) {
            DataFileWriter writer = writers.open("part-0.parquet", PartitionValues.none());
            rows.forEach(writer::write);
            AddFile add = writer.close();
            assertThat(writer.rows()).isEqualTo(rows.size());
            assertThat(add.size()).isEqualTo(ParquetFiles.length(store, "part-0.parquet"));
        }
        return encode(rowType, ParquetFiles.read(store, "part-0.parquet", rowType));
    }

    private static List<String> encode(RowType rowType, List<RowData> rows) {
        ExactRowEncoder encoder = ExactRowEncoder.of(DeltaTypes.toDelta(rowType));
        return rows.stream().map(encoder::encode).toList();
    }
}
