/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.writer;

import io.flinkdelta.benchmarks.harness.FlinkParquet;
import io.flinkdelta.benchmarks.rows.RowFile;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.flink.formats.parquet.row.ParquetRowDataBuilder;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalOutputFile;

/** The RowData writer of flink-parquet. */
record FlinkWriterSide(RowType rowType, String codec) implements WriterSide {
    @Override
    public String name() {
        return "flink-parquet";
    }

    @Override
    public Path write(RowFile.Rows rows, Path folder) throws IOException {
        Path file = folder.resolve("flink.parquet");
        ParquetRowDataBuilder.FlinkParquetBuilder builder =
                new ParquetRowDataBuilder.FlinkParquetBuilder(rowType, FlinkParquet.options(codec), true);
        try (ParquetWriter<RowData> writer = builder.createWriter(new LocalOutputFile(file))) {
            for (RowData row = rows.next(); row != null; row = rows.next()) {
                writer.write(row);
            }
        }
        return file;
    }
}
