/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceBuilder;
import io.flinkdelta.source.DeltaSourceOptions;
import io.flinkdelta.source.plan.CommitReading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** Reads the changes of one table by jobs of the source: as exact lines with the columns that Spark gives them. */
// Flink's iterators may throw anything when they are closed.
@SuppressWarnings("try")
record ChangeReader(FlinkCluster cluster, Path table) {

    /** A source of all changes, which may be configured further. */
    DeltaSourceBuilder source() {
        return DeltaSource.forRowData(table.toString())
                .option(DeltaSourceOptions.STARTING_VERSION, "0")
                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES)
                .metadataColumns("_change_type", "_commit_version");
    }

    /** Begins to read; the lines come as the job finds them, and end when it does. */
    CloseableIterator<String> start(DeltaSourceBuilder source) throws Exception {
        List<StructField> fields = new ArrayList<>(
                TableReaders.log(table).latestSnapshot().schema().fields());
        fields.add(new StructField("_change_type", PrimitiveType.STRING, false, FieldMetadata.empty()));
        fields.add(new StructField("_commit_version", PrimitiveType.LONG, false, FieldMetadata.empty()));
        ExactRowEncoder encoder = ExactRowEncoder.of(new StructType(fields));
        CloseableIterator<RowData> rows = cluster.environment(2, 100)
                .fromSource(source.build(), WatermarkStrategy.noWatermarks(), "changes")
                .executeAndCollect();
        return new CloseableIterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public String next() {
                return encoder.encode(rows.next());
            }

            @Override
            public void close() throws Exception {
                rows.close();
            }
        };
    }

    /** All that there is now. */
    List<String> read(DeltaSourceBuilder source) throws Exception {
        List<String> lines = new ArrayList<>();
        try (CloseableIterator<String> rows = start(source)) {
            rows.forEachRemaining(lines::add);
        }
        return lines;
    }
}
