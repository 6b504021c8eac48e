/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.harness.FlinkParquet;
import io.flinkdelta.common.parquet.Compression;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.sink.DeltaSink;
import io.flinkdelta.sink.DeltaSinkBuilder;
import io.flinkdelta.sink.DeltaSinkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/** Our sink, creating its table. */
final class DeltaSinkSide implements AppendSide {

    @Override
    public String name() {
        return "delta";
    }

    @Override
    public void attach(DataStream<RowData> rows, RowType rowType, AppendSettings settings, Path target) {
        DeltaSinkBuilder sink = DeltaSink.forRowData(target.toString(), rowType)
                .option(
                        DeltaSinkOptions.COMPRESSION,
                        Compression.valueOf(settings.codec().toUpperCase(Locale.ROOT)))
                .option(DeltaSinkOptions.ROW_GROUP_SIZE, new MemorySize(FlinkParquet.ROW_GROUP_BYTES));
        settings.partitionColumn().ifPresent(sink::partitionBy);
        rows.sinkTo(sink.build());
    }

    /** The live files of the newest version; the log's own counts must be those of the files. */
    @Override
    public Written inspect(Path target) throws IOException {
        try (DeltaLog log = DeltaLog.forTable(target.toString(), new Configuration(false));
                Stream<AddFile> live = log.latestSnapshot().files()) {
            List<AddFile> files = live.toList();
            Written written = ParquetFolder.count(files.stream()
                    .map(file -> target.resolve(DataPath.decode(file.path())))
                    .toList());
            long logged = files.stream().mapToLong(AddFile::size).sum();
            if (logged != written.bytes()) {
                throw new IllegalStateException("the log says " + logged + " bytes, the files have " + written.bytes());
            }
            return written;
        }
    }
}
