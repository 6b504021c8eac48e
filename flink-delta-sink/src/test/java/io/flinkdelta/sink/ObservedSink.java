/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.io.IOException;
import java.util.Collection;
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
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.IOUtils;

/** A {@link DeltaSink} whose test hears of each return from the committer, before Flink does. */
record ObservedSink(DeltaSink sink, AfterCommit afterCommit)
        implements Sink<RowData>,
                SupportsCommitter<DeltaCommittable>,
                SupportsPreCommitTopology<DeltaWriterResult, DeltaCommittable> {

    /** What happens then; travels with the job. */
    interface AfterCommit extends Runnable, java.io.Serializable {}

    @Override
    public SinkWriter<RowData> createWriter(WriterInitContext context) throws IOException {
        return sink.createWriter(context);
    }

    @Override
    public Committer<DeltaCommittable> createCommitter(CommitterInitContext context) {
        Committer<DeltaCommittable> committer = sink.createCommitter(context);
        return new ObservedCommitter(committer, afterCommit);
    }

    private record ObservedCommitter(Committer<DeltaCommittable> committer, Runnable afterCommit)
            implements Committer<DeltaCommittable> {
        @Override
        public void commit(Collection<CommitRequest<DeltaCommittable>> requests)
                throws IOException, InterruptedException {
            committer.commit(requests);
            afterCommit.run();
        }

        @Override
        public void close() {
            IOUtils.closeQuietly(committer);
        }
    }

    @Override
    public DataStream<CommittableMessage<DeltaCommittable>> addPreCommitTopology(
            DataStream<CommittableMessage<DeltaWriterResult>> results) {
        return sink.addPreCommitTopology(results);
    }

    @Override
    public SimpleVersionedSerializer<DeltaWriterResult> getWriteResultSerializer() {
        return sink.getWriteResultSerializer();
    }

    @Override
    public SimpleVersionedSerializer<DeltaCommittable> getCommittableSerializer() {
        return sink.getCommittableSerializer();
    }
}
