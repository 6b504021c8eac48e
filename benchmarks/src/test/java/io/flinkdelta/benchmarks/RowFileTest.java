/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.benchmarks.rows.LineItemRows;
import io.flinkdelta.benchmarks.rows.RowFile;
import io.flinkdelta.benchmarks.rows.RowGenerator;
import io.flinkdelta.benchmarks.rows.WideRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowFileTest {
    private static final int ROWS = 1_001;

    @TempDir
    private Path folder;

    static Stream<RowGenerator> generators() {
        return Stream.of(
                new LineItemRows(LineItemRows.Money.DECIMAL),
                new LineItemRows(LineItemRows.Money.DOUBLE),
                new WideRows());
    }

    @ParameterizedTest
    @MethodSource("generators")
    @DisplayName("two parts have all rows between them, the same each time and as they were generated")
    void parts(RowGenerator generator) throws IOException {
        List<RowData> rows = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            Path file = folder.resolve("rows-" + part);
            long written = RowFile.write(file, generator, part, 2, ROWS);
            List<RowData> loaded = load(file, generator);
            assertThat(loaded).hasSize((int) written).isEqualTo(generated(generator, part, loaded.size()));
            rows.addAll(loaded);
        }
        assertThat(rows).hasSize(ROWS).doesNotHaveDuplicates();
    }

    private static List<RowData> load(Path file, RowGenerator generator) throws IOException {
        RowFile.Rows rows = RowFile.load(file, generator.rowType().getFieldCount());
        List<RowData> once = all(rows);
        rows.rewind();
        assertThat(all(rows)).isEqualTo(once);
        return once;
    }

    private static List<RowData> all(RowFile.Rows rows) {
        List<RowData> all = new ArrayList<>();
        for (var row = rows.next(); row != null; row = rows.next()) {
            all.add(row.copy());
        }
        return all;
    }

    private static List<RowData> generated(RowGenerator generator, int part, int count) throws IOException {
        RowDataSerializer serializer = new RowDataSerializer(generator.rowType());
        List<RowData> rows = new ArrayList<>();
        generator.generate(part, 2, ROWS, row -> {
            rows.add(serializer.toBinaryRow(row).copy());
            return rows.size() < count;
        });
        return rows;
    }

    @Test
    @DisplayName("the wide row has sixty columns, half of them nullable")
    void wide() {
        assertThat(new WideRows().rowType().getFieldCount()).isEqualTo(60);
        assertThat(new WideRows().rowType().getChildren().stream().filter(type -> type.isNullable()))
                .hasSizeBetween(25, 35);
    }
}
