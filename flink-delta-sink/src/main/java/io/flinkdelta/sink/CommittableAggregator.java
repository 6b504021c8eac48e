/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.table.TableFailures;
import io.flinkdelta.log.action.AddFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Turns the results of all writers into one committable per checkpoint, and keeps the identity of
 * the sink. Parallelism 1. Its life, all of it in the task's thread:
 *
 * <ol>
 *   <li>On start it takes the application id from its state, or makes one when there is none
 *       ({@link SinkIdentity}), and compares the restored checkpoint with what the table holds
 *       ({@link RewindCheck}).
 *   <li>Writer results are gathered as they come, whatever checkpoint they were made for.
 *   <li>Before barrier N everything gathered becomes the committable N; nothing when there was
 *       nothing. Barriers are aligned, so the results that the writers made before their barriers are
 *       all here, and the committable reaches the committer before the barrier does.
 *   <li>At the end of the input what is left becomes the committable of the next checkpoint id:
 *       after that no operator may emit any more, and the checkpoint that commits it has that id or
 *       a greater one. No barrier makes a committable of that id again.
 *   <li>When the task fails, the files of results that were gathered and not handed on are deleted.
 * </ol>
 */
final class CommittableAggregator extends AbstractStreamOperator<CommittableMessage<DeltaCommittable>>
        implements OneInputStreamOperator<CommittableMessage<DeltaWriterResult>, CommittableMessage<DeltaCommittable>>,
                BoundedOneInput {
    private static final long serialVersionUID = 1L;
    private static final ListStateDescriptor<String> APPLICATION_ID =
            new ListStateDescriptor<>("delta-application-id", StringSerializer.INSTANCE);

    private final SinkSpec spec;

    private transient ListState<String> identityState;
    private transient SinkIdentity identity;
    private transient RunMode mode;
    private transient List<DeltaWriterResult> gathered;
    private transient long lastCheckpointId;

    CommittableAggregator(SinkSpec spec) {
        this.spec = spec;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        gathered = new ArrayList<>();
        mode = RunMode.of(getRuntimeContext());
        identityState = context.getOperatorStateStore().getListState(APPLICATION_ID);
        OptionalLong restoredCheckpoint = context.getRestoredCheckpointId();
        lastCheckpointId = restoredCheckpoint.orElse(0);
        try {
            mode.requireCommitsAtTheEnd(spec.context());
            identity = identity(restoredCheckpoint);
        } catch (RuntimeException e) {
            throw TableFailures.unchecked(e, spec.context());
        }
    }

    @Override
    public void processElement(StreamRecord<CommittableMessage<DeltaWriterResult>> element) {
        if (element.getValue() instanceof CommittableWithLineage<DeltaWriterResult> result) {
            gathered.add(result.getCommittable());
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        emit(checkpointId, UUID.randomUUID().toString());
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        identityState.update(List.of(identity.applicationId()));
    }

    @Override
    public void endInput() {
        emit(
                lastCheckpointId + 1,
                mode == RunMode.CHECKPOINTS ? UUID.randomUUID().toString() : identity.finalCommittableId());
    }

    @Override
    public void close() throws Exception {
        if (gathered != null && mode != RunMode.BATCH) {
            deleteGathered();
        }
        super.close();
    }

    private SinkIdentity identity(OptionalLong restoredCheckpoint) throws Exception {
        SinkIdentity.Run run = new SinkIdentity.Run(
                spec.buildId(),
                getRuntimeContext().getJobInfo().getJobId().toString(),
                getOperatorID().toString());
        Optional<String> restoredId = Optional.empty();
        for (String applicationId : identityState.get()) {
            restoredId = Optional.of(applicationId);
        }
        if (restoredId.isEmpty() || restoredCheckpoint.isEmpty()) {
            return mode == RunMode.CHECKPOINTS ? SinkIdentity.random(run) : SinkIdentity.ofRun(run);
        }
        boolean rewound = new RewindCheck(spec).isRewound(restoredId.get(), restoredCheckpoint.getAsLong());
        return rewound ? SinkIdentity.random(run) : new SinkIdentity(restoredId.get(), run);
    }

    private void emit(long checkpointId, String committableId) {
        lastCheckpointId = Math.max(lastCheckpointId, checkpointId);
        if (gathered.isEmpty()) {
            return;
        }
        List<AddFile> files = new ArrayList<>();
        long rows = 0;
        Set<String> fulfilledByAll = new HashSet<>(gathered.get(0).fulfilledRules());
        for (DeltaWriterResult result : gathered) {
            files.addAll(result.files());
            rows += result.rows();
            fulfilledByAll.retainAll(result.fulfilledRules());
        }
        gathered.clear();
        DeltaCommittable committable = new DeltaCommittable(
                identity.applicationId(), checkpointId, committableId, files, rows, fulfilledByAll);
        output.collect(new StreamRecord<>(new CommittableSummary<>(0, 1, checkpointId, 1, 0)));
        output.collect(new StreamRecord<>(new CommittableWithLineage<>(committable, checkpointId, 0)));
    }

    /** In batch mode the results outlive this task: they are stored, and given to its next attempt. */
    private void deleteGathered() {
        List<AddFile> files =
                gathered.stream().flatMap(result -> result.files().stream()).toList();
        gathered.clear();
        if (!files.isEmpty()) {
            UncommittedFiles.delete(spec, files);
        }
    }
}
