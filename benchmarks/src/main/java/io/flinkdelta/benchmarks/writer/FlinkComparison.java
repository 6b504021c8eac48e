/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.Figures;
import io.flinkdelta.benchmarks.harness.Samples;
import io.flinkdelta.benchmarks.rows.RowFile;
import io.flinkdelta.benchmarks.rows.RowGenerator;
import java.io.IOException;

/** Our writer against that of flink-parquet. */
record FlinkComparison(RowGenerator generator) implements WriterComparison {
    @Override
    public void measure(WriterTurns turns, Figures figures) throws IOException {
        RowFile.Rows rows = turns.rows(generator);
        String codec = turns.options().codec();
        WriterTurns.Taken taken = turns.take(
                new WriterTurns.Entrant(new DeltaWriterSide(generator.rowType(), codec), rows),
                new WriterTurns.Entrant(new FlinkWriterSide(generator.rowType(), codec), rows));
        String name = turns.figure();
        Samples ratios = taken.ratios(WriterTurns.Turn::seconds);
        figures.count("writer_rows_" + name, turns.count());
        figures.rounded("writer_delta_rows_per_s_" + name, turns.rowsPerSecond(taken.one()));
        figures.rounded("writer_flink_rows_per_s_" + name, turns.rowsPerSecond(taken.other()));
        figures.decimal("writer_ratio_min_vs_flink_parquet_" + name, ratios.min());
        figures.decimal("writer_ratio_max_vs_flink_parquet_" + name, ratios.max());
        figures.decimal("writer_ratio_vs_flink_parquet_" + name, ratios.median());
    }
}
