/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.table.UnrecoverableTableException;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class CommittableAggregatorTest {
    private final TableStorage storage = new TableStorage("/table", new InMemoryLogStore(), new InMemoryDataStore());
    private final Configuration sinkOptions = new Configuration();

    @Test
    void everythingBeforeABarrierBecomesOneCommittable() throws Exception {
        try (Harness harness = new Harness()) {
            harness.open();
            harness.result(1, "a", "b");
            harness.result(1, "c");
            harness.barrier(1);

            DeltaCommittable committable = harness.onlyCommittable();

            assertThat(committable.checkpointId()).isEqualTo(1);
            assertThat(committable.files()).extracting(AddFile::path).containsExactly("a", "b", "c");
            assertThat(committable.rows()).isEqualTo(30);
        }
    }

    @Test
    void anEmptyCheckpointMakesNothing() throws Exception {
        try (Harness harness = new Harness()) {
            harness.open();
            harness.barrier(1);
            harness.end();

            assertThat(harness.harness.extractOutputValues()).isEmpty();
        }
    }

    @Test
    void whatComesLateGoesIntoTheNextCommittable() throws Exception {
        try (Harness harness = new Harness()) {
            harness.open();
            harness.result(1, "a");
            harness.barrier(1);
            harness.result(1, "late");
            harness.result(2, "b");
            harness.barrier(2);

            assertThat(harness.committables())
                    .extracting(committable ->
                            committable.files().stream().map(AddFile::path).toList())
                    .containsExactly(List.of("a"), List.of("late", "b"));
            assertThat(harness.committables())
                    .extracting(DeltaCommittable::checkpointId)
                    .containsExactly(1L, 2L);
        }
    }

    @Test
    void theEndOfTheInputHasTheNumberOfTheNextCheckpointWhichMakesNoSecondOne() throws Exception {
        try (Harness harness = new Harness()) {
            harness.open();
            harness.result(1, "a");
            harness.barrier(4);
            harness.result(5, "b");
            harness.end();
            harness.barrier(5);
            harness.barrier(6);

            assertThat(harness.committables())
                    .extracting(DeltaCommittable::checkpointId)
                    .containsExactly(4L, 5L);
        }
    }

    @Test
    void eachStartWithoutStateIsAnotherApplication() throws Exception {
        assertThat(applicationIdOf(new Harness())).isNotEqualTo(applicationIdOf(new Harness()));
    }

    @Test
    void theApplicationLastsAsLongAsTheState() throws Exception {
        OperatorSubtaskState state;
        String first;
        try (Harness harness = new Harness()) {
            harness.open();
            harness.result(3, "a");
            state = harness.snapshot(3);
            first = harness.onlyCommittable().applicationId();
        }

        try (Harness harness = new Harness()) {
            harness.restore(state, 3);
            harness.result(4, "b");
            harness.end();

            assertThat(harness.onlyCommittable().applicationId()).isEqualTo(first);
            assertThat(harness.onlyCommittable().checkpointId()).isEqualTo(4);
        }
    }

    @Test
    void aTableThatIsAheadOfTheRestoredCheckpointIsAnError() throws Exception {
        OperatorSubtaskState state = stateOfATableAt(5, 7);

        try (Harness harness = new Harness()) {
            assertThatThrownBy(() -> harness.restore(state, 5))
                    .isInstanceOf(UnrecoverableTableException.class)
                    .hasMessageContaining("restored from checkpoint 5")
                    .hasMessageContaining("already holds checkpoint 7")
                    .hasMessageContaining("sink.on-rewind");
        }
    }

    @Test
    void aTableThatIsNotAheadIsNone() throws Exception {
        OperatorSubtaskState state = stateOfATableAt(5, 5);

        try (Harness harness = new Harness()) {
            harness.restore(state, 5);
        }
    }

    @Test
    void whoAcceptsDuplicatesGoesOnAsAnotherApplicationFromThenOn() throws Exception {
        OperatorSubtaskState state = stateOfATableAt(5, 7);
        sinkOptions.set(DeltaSinkOptions.ON_REWIND, OnRewind.ACCEPT_DUPLICATES);
        OperatorSubtaskState next;
        String applicationId;
        try (Harness harness = new Harness()) {
            harness.restore(state, 5);
            harness.result(6, "b");
            next = harness.snapshot(6);
            applicationId = harness.onlyCommittable().applicationId();
        }
        new DeltaLog(storage, Clock.systemUTC())
                .newTransaction(new DeltaLog(storage, Clock.systemUTC()).latestSnapshot(), Operation.STREAMING_UPDATE)
                .txn(applicationId, 6)
                .add(file("b"))
                .commit();

        try (Harness harness = new Harness()) {
            harness.restore(next, 6);
            harness.result(7, "c");
            harness.barrier(7);

            assertThat(harness.onlyCommittable().applicationId()).isEqualTo(applicationId);
        }
    }

    @Test
    void withoutCheckpointsTheCommittableFollowsFromTheRun() throws Exception {
        try (Harness harness = new Harness(new Configuration(), new OperatorID(1, 2))) {
            harness.open();
            harness.result(1, "a");
            harness.end();
            SinkIdentity.Run run = new SinkIdentity.Run(
                    "build",
                    harness.harness.getEnvironment().getJobInfo().getJobId().toString(),
                    new OperatorID(1, 2).toString());

            assertThat(harness.onlyCommittable().applicationId())
                    .isEqualTo(SinkIdentity.ofRun(run).applicationId());
            assertThat(harness.onlyCommittable().id())
                    .isEqualTo(SinkIdentity.ofRun(run).finalCommittableId());
            assertThat(harness.onlyCommittable().checkpointId()).isEqualTo(1);
        }
    }

    /** Between two checkpoints nobody else has seen the results, and they come again. */
    @Test
    void aTaskThatDiesDeletesWhatItGathered() throws Exception {
        storage.data().create("a").createOrOverwrite(0).close();
        storage.data().create("b").createOrOverwrite(0).close();
        try (Harness harness = new Harness()) {
            harness.open();
            harness.result(1, "a");
            harness.barrier(1);
            harness.result(2, "b");
        }

        assertThat(((InMemoryDataStore) storage.data()).paths())
                .containsExactly(storage.data().location() + "/a");
    }

    @Test
    void withoutAFinalCheckpointItDoesNotStart() throws Exception {
        Configuration job = checkpoints();
        job.set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);
        try (Harness harness = new Harness(job, new OperatorID(1, 2))) {
            assertThatThrownBy(harness::open)
                    .isInstanceOf(UnrecoverableTableException.class)
                    .hasMessageContaining(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH.key());
        }
    }

    private static String applicationIdOf(Harness harness) throws Exception {
        return committedAtTheEnd(harness).applicationId();
    }

    private static DeltaCommittable committedAtTheEnd(Harness harness) throws Exception {
        try (harness) {
            harness.open();
            harness.result(1, "a");
            harness.end();
            return harness.onlyCommittable();
        }
    }

    /** The state of a checkpoint, and a table that has seen another one of the same application. */
    private OperatorSubtaskState stateOfATableAt(long checkpointId, long committedId) throws Exception {
        try (Harness harness = new Harness()) {
            harness.open();
            harness.result(1, "a");
            OperatorSubtaskState state = harness.snapshot(checkpointId);
            SinkTable.open(spec()).createIfMissing();
            DeltaLog log = new DeltaLog(storage, Clock.systemUTC());
            log.newTransaction(log.latestSnapshot(), Operation.STREAMING_UPDATE)
                    .txn(harness.onlyCommittable().applicationId(), committedId)
                    .add(file("a"))
                    .commit();
            return state;
        }
    }

    private static Configuration checkpoints() {
        Configuration job = new Configuration();
        job.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
        return job;
    }

    private SinkSpec spec() {
        TableStorage shared = storage;
        return new SinkSpec(
                "/table",
                TestRows.TYPE,
                List.of(),
                Map.of(),
                Map.of(),
                SinkSettings.of(sinkOptions),
                "build",
                (path, hadoop) -> shared);
    }

    private static AddFile file(String path) {
        return AddFile.ofNewFile(path, PartitionValues.none(), 1, 1, Optional.empty());
    }

    /** The aggregator in Flink's harness. */
    private final class Harness implements AutoCloseable {
        private final OneInputStreamOperatorTestHarness<
                        CommittableMessage<DeltaWriterResult>, CommittableMessage<DeltaCommittable>>
                harness;

        Harness() throws Exception {
            this(checkpoints(), new OperatorID(1, 2));
        }

        Harness(Configuration job, OperatorID operator) throws Exception {
            harness = new OneInputStreamOperatorTestHarness<>(
                    SimpleOperatorFactory.of(new CommittableAggregator(spec())), 1, 1, 0, operator);
            for (ConfigOption<?> option : List.of(
                    CheckpointingOptions.CHECKPOINTING_INTERVAL,
                    CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH)) {
                copy(job, option);
            }
        }

        private <T> void copy(Configuration job, ConfigOption<T> option) {
            job.getOptional(option)
                    .ifPresent(value ->
                            harness.getEnvironment().getJobConfiguration().set(option, value));
        }

        void open() throws Exception {
            harness.open();
        }

        void restore(OperatorSubtaskState state, long checkpointId) throws Exception {
            harness.setRestoredCheckpointId(checkpointId);
            harness.initializeState(state);
            harness.open();
        }

        void result(long checkpointId, String... paths) throws Exception {
            List<AddFile> files = java.util.Arrays.stream(paths)
                    .map(CommittableAggregatorTest::file)
                    .toList();
            harness.processElement(new StreamRecord<>(new CommittableSummary<>(0, 1, checkpointId, 1, 0)));
            harness.processElement(new StreamRecord<>(
                    new CommittableWithLineage<>(new DeltaWriterResult(files, 10L * files.size()), checkpointId, 0)));
        }

        void barrier(long checkpointId) throws Exception {
            harness.prepareSnapshotPreBarrier(checkpointId);
        }

        OperatorSubtaskState snapshot(long checkpointId) throws Exception {
            barrier(checkpointId);
            return harness.snapshot(checkpointId, checkpointId);
        }

        void end() throws Exception {
            harness.endInput();
        }

        List<DeltaCommittable> committables() {
            return harness.extractOutputValues().stream()
                    .filter(message -> message instanceof CommittableWithLineage)
                    .map(message -> ((CommittableWithLineage<DeltaCommittable>) message).getCommittable())
                    .toList();
        }

        DeltaCommittable onlyCommittable() {
            assertThat(harness.extractOutputValues())
                    .hasSize(2)
                    .first()
                    .isInstanceOfSatisfying(
                            CommittableSummary.class,
                            summary -> assertThat(summary.getNumberOfCommittables())
                                    .isEqualTo(1));
            return committables().get(0);
        }

        @Override
        public void close() {
            try {
                harness.close();
            } catch (Exception e) {
                throw new IllegalStateException("the harness does not close", e);
            }
        }
    }
}
