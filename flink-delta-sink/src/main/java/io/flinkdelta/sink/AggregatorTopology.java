/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Puts the {@link CommittableAggregator} between the writers and the committer. */
final class AggregatorTopology {
    /** Both the name of the operator and the suffix of its uid; changing it loses the state of every job. */
    static final String NAME = "Delta Aggregator";

    private AggregatorTopology() {}

    /**
     * The committer has the parallelism of the sink, which Flink does not let us change; {@code
     * global()} sends everything to its first subtask, so that commits come from one place.
     */
    static DataStream<CommittableMessage<DeltaCommittable>> add(
            SinkSpec spec, DataStream<CommittableMessage<DeltaWriterResult>> results) {
        SingleOutputStreamOperator<CommittableMessage<DeltaCommittable>> aggregator = results.global()
                .transform(
                        NAME,
                        CommittableMessageTypeInfo.of(DeltaCommittableSerializer::new),
                        new CommittableAggregator(spec))
                .setParallelism(1)
                .setMaxParallelism(1);
        if (hasUid(results.getTransformation())) {
            aggregator.uid(NAME);
        }
        return aggregator.global();
    }

    /**
     * Whether the user gave the sink a uid, which its writer bears. Then the aggregator needs one as
     * well, to find its state after the job was changed; without it, Flink allows none.
     */
    private static boolean hasUid(Transformation<?> results) {
        Deque<Transformation<?>> pending = new ArrayDeque<>();
        pending.add(results);
        while (!pending.isEmpty()) {
            Transformation<?> transformation = pending.poll();
            if (transformation.getUid() != null) {
                return true;
            }
            if (!isWriter(transformation)) {
                pending.addAll(transformation.getInputs());
            }
        }
        return false;
    }

    /** Everything between is partitioning, which has no operator and no uid. */
    private static boolean isWriter(Transformation<?> transformation) {
        return transformation instanceof org.apache.flink.streaming.api.transformations.PhysicalTransformation;
    }
}
