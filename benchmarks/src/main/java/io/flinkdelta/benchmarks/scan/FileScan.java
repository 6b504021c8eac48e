/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.scan;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.parquet.ParquetColumnarRowInputFormat;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/** Flink's FileSource with the columnar RowData format of flink-parquet: the named baseline. */
final class FileScan implements ScanSide {
    /** The default of {@code table.exec} for Parquet tables in SQL. */
    private static final int BATCH_ROWS = 2048;

    @Override
    public String name() {
        return "filesource";
    }

    @Override
    public DataStream<RowData> attach(StreamExecutionEnvironment environment, ScanCase scanCase, ScanTable table) {
        RowType rowType = rowType(scanCase);
        ParquetColumnarRowInputFormat<FileSourceSplit> format = new ParquetColumnarRowInputFormat<>(
                new Configuration(false), rowType, InternalTypeInfo.of(rowType), BATCH_ROWS, true, true);
        Path[] files = table.files().stream()
                .map(file -> Path.fromLocalFile(file.toFile()))
                .toArray(Path[]::new);
        DataStream<RowData> rows = environment.fromSource(
                FileSource.forBulkFileFormat(format, files).build(), WatermarkStrategy.noWatermarks(), name());
        if (scanCase.ids(table.rows()).isEmpty()) {
            return rows;
        }
        long first = scanCase.ids(table.rows()).get().first();
        long end = scanCase.ids(table.rows()).get().end();
        return rows.filter(row -> row.getLong(0) >= first && row.getLong(0) < end);
    }

    private static RowType rowType(ScanCase scanCase) {
        RowType all = ScanTable.rowType();
        return scanCase.columns().isEmpty()
                ? all
                : new RowType(
                        false,
                        scanCase.columns().stream()
                                .map(column -> all.getFields().get(all.getFieldIndex(column)))
                                .toList());
    }
}
