/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.common.table.UnrecoverableTableException;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.metrics.groups.InternalSinkCommitterMetricGroup;
import org.junit.jupiter.api.Test;

class DeltaCommitterTest {
    private final CountingLogStore store = new CountingLogStore(new InMemoryLogStore());
    private final TableStorage storage = new TableStorage("/table", store, new InMemoryDataStore());
    private final DeltaLog log = new DeltaLog(storage, Clock.systemUTC());

    @Test
    void aCommitIsOnePutAndNothingElse() {
        DeltaCommitter committer = committer(OptionalLong.empty());
        commit(committer, committable("app", 1));
        store.reset();

        for (long checkpoint = 2; checkpoint < 10; checkpoint++) {
            commit(committer, committable("app", checkpoint));
        }

        // Version checksums are put beside the commits, by another thread.
        assertThat(store.calls())
                .allSatisfy(call -> assertThat(call.operation()).isEqualTo(LogOperation.PUT))
                .filteredOn(call -> !call.name().endsWith(".crc"))
                .hasSize(8);
    }

    @Test
    void oneCommitForEachCommittableInTheOrderOfTheirCheckpoints() {
        commit(committer(OptionalLong.empty()), committable("app", 7), committable("app", 3), committable("app", 5));

        assertThat(newestFirst().stream().map(commit -> parameter(commit, "epochId")))
                .containsExactly("7", "5", "3");
        assertThat(log.latestSnapshot().transactionVersion("app")).hasValue(7);
    }

    @Test
    void theHistorySaysWhatWasDoneInSparksWords() {
        commit(committer(OptionalLong.empty()), committable("app", 7));

        JsonNode commit = newestFirst().get(0).toJson();

        assertThat(commit.get("operation").asText()).isEqualTo("STREAMING UPDATE");
        assertThat(commit.get("operationParameters"))
                .hasToString(
                        "{\"outputMode\":\"Append\",\"queryId\":\"app\",\"epochId\":\"7\",\"statsOnLoad\":\"false\"}");
        assertThat(commit.get("operationMetrics"))
                .hasToString("{\"numAddedFiles\":\"2\",\"numRemovedFiles\":\"0\",\"numOutputRows\":\"9\","
                        + "\"numOutputBytes\":\"30\"}");
        assertThat(commit.get("isBlindAppend").asBoolean()).isTrue();
        assertThat(commit.get("engineInfo").asText()).matches("flink-delta/\\S+ \\(Apache-Flink/2\\..*\\)");
    }

    @Test
    void theTableThatItMakesIsDescribedInSparksWords() {
        committer(OptionalLong.empty());
        SinkTable.open(spec()).createIfMissing();

        JsonNode commit = log.history(OptionalInt.empty())
                .get(0)
                .commitInfo()
                .orElseThrow()
                .toJson();

        assertThat(commit.get("operation").asText()).isEqualTo("CREATE TABLE");
        assertThat(commit.get("operationParameters"))
                .hasToString(
                        "{\"partitionBy\":\"[]\",\"clusterBy\":\"[]\",\"description\":null,"
                                + "\"isManaged\":\"false\",\"properties\":\"{\\\"delta.checkpointInterval\\\":\\\"1000\\\"}\"}");
    }

    @Test
    void whatWasCommittedBeforeIsNotCommittedAgain() {
        DeltaCommittable committable = committable("app", 7);
        commit(committer(OptionalLong.empty()), committable);

        Request again = commit(committer(OptionalLong.of(7)), committable).get(0);

        assertThat(again.alreadyCommitted).isTrue();
        assertThat(newestFirst()).hasSize(1);
    }

    @Test
    void anotherCommittableOfTheSameCheckpointIsNotTakenForCommitted() {
        commit(committer(OptionalLong.empty()), committable("app", 7));

        DeltaCommittable other =
                new DeltaCommittable("app", 7, "other", committable("app", 7).files(), 9);

        assertThatThrownBy(() -> commit(committer(OptionalLong.of(6)), other))
                .isInstanceOf(UnrecoverableTableException.class)
                .hasMessageContaining("Another job commits")
                .hasMessageContaining("checkpoint=7");
    }

    @Test
    void aCommittableThatTheTableSkippedIsNotTakenForCommitted() {
        commit(committer(OptionalLong.empty()), committable("app", 6), committable("app", 8));

        assertThatThrownBy(() -> commit(committer(OptionalLong.of(6)), committable("app", 7)))
                .isInstanceOf(UnrecoverableTableException.class)
                .hasMessageContaining("rows of checkpoint 7 are not in the table");
    }

    /** The aggregator decides whether such a job may go on at all. */
    @Test
    void whatWasRestoredIsLeftAloneWhenTheTableIsAhead() {
        commit(committer(OptionalLong.empty()), committable("app", 6), committable("app", 8));

        Request restored =
                commit(committer(OptionalLong.of(7)), committable("app", 7)).get(0);

        assertThat(restored.alreadyCommitted).isTrue();
        assertThat(newestFirst()).hasSize(2);
    }

    @Test
    void otherWritersDoNotStopIt() {
        DeltaCommitter committer = committer(OptionalLong.empty());
        commit(committer, committable("app", 1));
        for (int i = 0; i < 3; i++) {
            log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                    .add(file("foreign-" + i))
                    .commit();
        }

        commit(committer, committable("app", 2));
        commit(committer(OptionalLong.empty()), committable("other", 1));
        commit(committer, committable("app", 3));

        assertThat(log.latestSnapshot().version()).isEqualTo(7);
        assertThat(log.latestSnapshot().transactionVersion("app")).hasValue(3);
        assertThat(log.latestSnapshot().transactionVersion("other")).hasValue(1);
    }

    @Test
    void rowsThatWereWrittenBeforeAConstraintCameAreNotCommitted() {
        DeltaCommitter committer = committer(OptionalLong.empty());
        commit(committer, committable("app", 1));
        constrain(Map.of("delta.constraints.small", "id < 3"));

        assertThatThrownBy(() -> commit(committer, committable("app", 2)))
                .isInstanceOf(UnrecoverableTableException.class)
                .hasMessageContaining("the CHECK constraint small: id < 3")
                .hasMessageContaining("Drop the constraint");
        assertThatThrownBy(() -> commit(committer(OptionalLong.empty()), committable("app", 2)))
                .as("nor by a committer that sees the table for the first time")
                .isInstanceOf(UnrecoverableTableException.class);
        assertThat(newestFirst()).hasSize(1);

        constrain(Map.of());
        commit(committer, committable("app", 2));
        assertThat(newestFirst()).hasSize(2);
    }

    @Test
    void rowsThatFulfilTheRulesAreCommittedAndMoreRulesDoNoHarm() {
        constrain(Map.of("delta.constraints.small", "id < 3"));
        DeltaCommittable plain = committable("app", 2);
        DeltaCommittable checked = new DeltaCommittable(
                "app",
                2,
                plain.id(),
                plain.files(),
                9,
                Set.of("the CHECK constraint small: id < 3", "the CHECK constraint gone: id > 0"));

        commit(committer(OptionalLong.empty()), checked);

        assertThat(newestFirst()).hasSize(1);
        assertThat(commit(committer(OptionalLong.of(2)), plain).get(0).alreadyCommitted)
                .as("what is in the table is not looked at again")
                .isTrue();
    }

    private void constrain(Map<String, String> properties) {
        SinkTable.open(spec()).createIfMissing();
        Metadata old = log.latestSnapshot().metadata();
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .metadata(new Metadata(
                        old.id(),
                        old.name(),
                        old.description(),
                        old.format(),
                        old.schemaString(),
                        old.partitionColumns(),
                        old.createdTime(),
                        properties))
                .commit();
    }

    private List<CommitInfo> newestFirst() {
        return log.history(OptionalInt.empty()).stream()
                .map(entry -> entry.commitInfo().orElseThrow())
                .filter(commit -> commit.operation().orElseThrow().equals("STREAMING UPDATE"))
                .toList();
    }

    private static String parameter(CommitInfo commit, String name) {
        return commit.toJson().get("operationParameters").get(name).asText();
    }

    private static List<Request> commit(DeltaCommitter committer, DeltaCommittable... committables) {
        List<Request> requests = Arrays.stream(committables).map(Request::new).toList();
        committer.commit(List.copyOf(requests));
        return requests;
    }

    private DeltaCommitter committer(OptionalLong restored) {
        return new DeltaCommitter(
                spec(),
                restored,
                new CommitterMetrics(
                        InternalSinkCommitterMetricGroup.wrap(UnregisteredMetricsGroup.createOperatorMetricGroup()),
                        Clock.systemUTC()));
    }

    private SinkSpec spec() {
        TableStorage shared = storage;
        return new SinkSpec(
                "/table",
                TestRows.TYPE,
                List.of(),
                Map.of("delta.checkpointInterval", "1000"),
                Map.of(),
                SinkSettings.of(new Configuration()),
                "build",
                (path, hadoop) -> shared);
    }

    private static DeltaCommittable committable(String applicationId, long checkpointId) {
        String id = applicationId + checkpointId;
        return new DeltaCommittable(applicationId, checkpointId, id, List.of(file(id + "-0"), file(id + "-1")), 9);
    }

    private static AddFile file(String name) {
        return AddFile.ofNewFile(name + ".parquet", PartitionValues.none(), 15, 1, Optional.of("{\"numRecords\":4}"));
    }

    /** What Flink hands to a committer. */
    private static final class Request implements CommitRequest<DeltaCommittable> {
        private final DeltaCommittable committable;
        private boolean alreadyCommitted;

        Request(DeltaCommittable committable) {
            this.committable = committable;
        }

        @Override
        public DeltaCommittable getCommittable() {
            return committable;
        }

        @Override
        public int getNumberOfRetries() {
            return 0;
        }

        @Override
        public void signalFailedWithKnownReason(Throwable t) {
            throw new AssertionError("this drops the committable", t);
        }

        @Override
        public void signalFailedWithUnknownReason(Throwable t) {
            throw new AssertionError("not used", t);
        }

        @Override
        public void retryLater() {
            throw new AssertionError("not used");
        }

        @Override
        public void updateAndRetryLater(DeltaCommittable updated) {
            throw new AssertionError("not used");
        }

        @Override
        public void signalAlreadyCommitted() {
            alreadyCommitted = true;
        }
    }
}
