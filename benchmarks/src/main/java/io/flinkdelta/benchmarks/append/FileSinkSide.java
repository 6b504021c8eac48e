/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.harness.FlinkParquet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.formats.parquet.row.ParquetRowDataBuilder;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;

/** Flink's FileSink with the RowData writer of flink-parquet: the named baseline. */
final class FileSinkSide implements AppendSide {
    private static final String SUFFIX = ".parquet";

    @Override
    public String name() {
        return "filesink";
    }

    @Override
    public void attach(DataStream<RowData> rows, RowType rowType, AppendSettings settings, Path target) {
        BucketAssigner<RowData, String> buckets = settings.partitionColumn()
                .<BucketAssigner<RowData, String>>map(
                        column -> new TextBucketAssigner(column, rowType.getFieldIndex(column)))
                .orElseGet(BasePathBucketAssigner::new);
        rows.sinkTo(FileSink.forBulkFormat(
                        org.apache.flink.core.fs.Path.fromLocalFile(target.toFile()), writers(rowType, settings))
                .withBucketAssigner(buckets)
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(
                        OutputFileConfig.builder().withPartSuffix(SUFFIX).build())
                .build());
    }

    private static ParquetWriterFactory<RowData> writers(RowType rowType, AppendSettings settings) {
        return ParquetRowDataBuilder.createWriterFactory(rowType, FlinkParquet.options(settings.codec()), true);
    }

    @Override
    public Written inspect(Path target) throws IOException {
        List<Path> finished = ParquetFolder.files(target, SUFFIX).stream()
                .filter(file -> !file.getFileName().toString().startsWith("."))
                .toList();
        return ParquetFolder.count(finished);
    }

    /** A folder for each of the few values of a text column, named as in Hive. */
    private static final class TextBucketAssigner implements BucketAssigner<RowData, String> {
        private static final long serialVersionUID = 1L;

        private final String column;
        private final int index;
        private final HashMap<StringData, String> buckets = new HashMap<>();

        TextBucketAssigner(String column, int index) {
            this.column = column;
            this.index = index;
        }

        @Override
        public String getBucketId(RowData row, Context context) {
            StringData value = row.getString(index);
            String bucket = buckets.get(value);
            if (bucket == null) {
                bucket = column + "=" + value;
                buckets.put(StringData.fromString(value.toString()), bucket);
            }
            return bucket;
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }
}
