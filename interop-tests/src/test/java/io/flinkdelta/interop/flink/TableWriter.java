/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import io.flinkdelta.sink.DeltaSink;
import io.flinkdelta.sink.DeltaSinkBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes rows to one table by jobs of the sink.
 *
 * @param partitionColumns may be empty
 * @param properties of the table when it is created
 */
public record TableWriter(
        FlinkCluster cluster, Path table, RowType type, List<String> partitionColumns, Map<String, String> properties) {
    private static final long NO_CHECKPOINTS_MILLIS = 3_600_000;

    /** Runs a batch job to its end: one commit, if there are rows. */
    public void append(List<RowData> rows) throws Exception {
        append(1, rows);
    }

    /** As {@link #append(List)}, by so many writers. */
    public void append(int parallelism, List<RowData> rows) throws Exception {
        StreamExecutionEnvironment environment = cluster.environment(parallelism, NO_CHECKPOINTS_MILLIS);
        environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
        environment
                .fromData(InternalTypeInfo.of(type), rows.toArray(RowData[]::new))
                .sinkTo(sink())
                .setParallelism(parallelism);
        environment.execute("append to " + table.getFileName());
    }

    /** Starts a job that writes {@code count} rows in their order, about {@code rowsPerCheckpoint} to a commit. */
    public JobClient start(
            GeneratorFunction<Long, RowData> rows, long count, int rowsPerCheckpoint, long checkpointMillis)
            throws Exception {
        StreamExecutionEnvironment environment = cluster.environment(1, checkpointMillis);
        DataGeneratorSource<RowData> source = new DataGeneratorSource<>(
                rows, count, RateLimiterStrategy.perCheckpoint(rowsPerCheckpoint), InternalTypeInfo.of(type));
        environment.fromSource(source, WatermarkStrategy.noWatermarks(), "rows").sinkTo(sink());
        return environment.executeAsync("stream to " + table.getFileName());
    }

    private DeltaSink sink() {
        DeltaSinkBuilder builder = DeltaSink.forRowData(table.toString(), type).tableProperties(properties);
        return partitionColumns.isEmpty()
                ? builder.build()
                : builder.partitionBy(partitionColumns.toArray(String[]::new)).build();
    }
}
