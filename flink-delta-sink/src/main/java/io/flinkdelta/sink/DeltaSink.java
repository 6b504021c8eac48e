/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.table.TableDataset;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Appends rows to a Delta table, each exactly once.
 *
 * <pre>{@code
 *   rows -> writer (sink parallelism)  ->  aggregator (1)  ->  committer (only subtask 0 works)
 *           Parquet files, closed at       one committable     one commit of the log
 *           each checkpoint                per checkpoint      when the checkpoint is complete
 * }</pre>
 *
 * <p>The table is created if it is missing; if it is there, its schema and partition columns must
 * be those of the sink. In STREAMING mode with checkpoints, rows become visible when the checkpoint
 * after them completes; in BATCH mode, and without checkpoints, when the input ends. A checkpoint
 * without rows commits nothing.
 *
 * <p>Each commit carries a {@code txn} action with an application id that lives in the job's state
 * and the checkpoint id, so that neither a failover, nor a lost answer of the storage, nor resuming
 * from a savepoint under a new job id commits anything twice or drops it. A start without state is a
 * new application. Restoring an older checkpoint than the table has seen fails, or goes on with
 * duplicates, as {@link DeltaSinkOptions#ON_REWIND} says.
 *
 * <p>Rows must be inserts. They may be reused after they were handed over.
 */
public final class DeltaSink
        implements Sink<RowData>,
                SupportsCommitter<DeltaCommittable>,
                SupportsPreCommitTopology<DeltaWriterResult, DeltaCommittable>,
                LineageVertexProvider {
    private static final long serialVersionUID = 1L;

    private final SinkSpec spec;

    DeltaSink(SinkSpec spec) {
        this.spec = spec;
    }

    /**
     * A sink for rows of {@code rowType} into the table at {@code path}.
     *
     * @param path a local path or a URI of a file system that Hadoop knows
     * @throws io.flinkdelta.log.error.InvalidRequestException when a column's type has no Delta type or
     *     its name is not allowed, naming the column
     */
    public static DeltaSinkBuilder forRowData(String path, RowType rowType) {
        return new DeltaSinkBuilder(path, rowType);
    }

    @Internal
    @Override
    public SinkWriter<RowData> createWriter(WriterInitContext context) throws IOException {
        return new WriterFactory(spec).create(context);
    }

    @Internal
    @Override
    public Committer<DeltaCommittable> createCommitter(CommitterInitContext context) {
        return new DeltaCommitter(
                spec,
                context.getRestoredCheckpointId(),
                new CommitterMetrics(context.metricGroup(), Clock.systemUTC()));
    }

    @Internal
    @Override
    public DataStream<CommittableMessage<DeltaCommittable>> addPreCommitTopology(
            DataStream<CommittableMessage<DeltaWriterResult>> results) {
        return AggregatorTopology.add(spec, results);
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<DeltaWriterResult> getWriteResultSerializer() {
        return new DeltaWriterResultSerializer();
    }

    @Internal
    @Override
    public SimpleVersionedSerializer<DeltaCommittable> getCommittableSerializer() {
        return new DeltaCommittableSerializer();
    }

    /** The table and the columns that are written (FLIP-314). */
    @Override
    public LineageVertex getLineageVertex() {
        List<LineageDataset> datasets = List.of(TableDataset.of(spec.tablePath(), spec.rowType()));
        return () -> datasets;
    }
}
