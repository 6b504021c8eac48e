/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommitLoopTest {
    private final InMemoryLogStore store = new InMemoryLogStore();
    private final TestTable table = TestTable.create(store);
    private final DeltaLog log = table.log();
    private final Snapshot read = log.latestSnapshot();

    @Test
    void theCommitIsWrittenAsOthersWriteIt() throws IOException {
        Clock noon = Clock.fixed(Instant.parse("2026-01-01T12:00:00Z"), ZoneOffset.UTC);
        DeltaLog timed = new DeltaLog(
                table.storage(),
                table.components().withClock(noon).withTxnIds(() -> "id-1").withEngineInfo("flink-delta/1"));
        Committed committed = TestTable.committed(timed.newTransaction(read, Operation.STREAMING_UPDATE)
                .txn("app", 3)
                .add(TestTable.file("a"))
                .operationParameter("outputMode", "Append")
                .operationParameter("epochId", "3")
                .operationMetric("numAddedFiles", 1)
                .commitInfoField("watermark", TextNode.valueOf("w"))
                .commit());
        assertThat(lines(1))
                .containsExactly(
                        "{\"commitInfo\":{\"timestamp\":1767268800000,\"operation\":\"STREAMING UPDATE\","
                                + "\"operationParameters\":{\"outputMode\":\"Append\",\"epochId\":\"3\"},"
                                + "\"readVersion\":0,\"isolationLevel\":\"WriteSerializable\",\"isBlindAppend\":true,"
                                + "\"operationMetrics\":{\"numAddedFiles\":\"1\"},\"watermark\":\"w\","
                                + "\"engineInfo\":\"flink-delta/1\",\"txnId\":\"id-1\"}}",
                        "{\"txn\":{\"appId\":\"app\",\"version\":3,\"lastUpdated\":1767268800000}}",
                        ActionJson.write(TestTable.file("a")));
        assertThat(committed.attempts()).isEqualTo(1);
        assertThat(committed.snapshot().timestamp()).isEqualTo(noon.millis());
    }

    @Test
    void aNewTableBeginsWithProtocolAndMetadata() throws IOException {
        List<String> names = new ArrayList<>();
        for (String line : lines(0)) {
            names.add(new ObjectMapper().readTree(line).fieldNames().next());
        }
        assertThat(names).containsExactly("commitInfo", "protocol", "metaData");
        JsonNode info = new ObjectMapper().readTree(lines(0).get(0)).get("commitInfo");
        assertThat(info.has("readVersion")).isFalse();
        assertThat(info.get("engineInfo").asText()).matches("flink-delta/\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(read.protocol()).isEqualTo(Protocol.legacy(1, 2));
    }

    @Test
    void aBlindAppendGoesOnTopOfOtherCommits() {
        table.append("theirs");
        table.remove("theirs");
        Committed committed = TestTable.committed(log.newTransaction(read, Operation.WRITE)
                .add(TestTable.file("mine"))
                .commit());
        assertThat(committed.version()).isEqualTo(3);
        assertThat(committed.attempts()).isEqualTo(2);
        assertThat(TestTable.paths(committed.snapshot())).containsExactly("mine");
        assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("mine");
    }

    @Test
    void theSnapshotAfterARebaseKnowsWhatTheOthersDid() {
        log.newTransaction(read, Operation.WRITE)
                .txn("other", 7)
                .add(TestTable.file("x"))
                .commit();
        Snapshot after = log.newTransaction(read, Operation.WRITE)
                .txn("app", 1)
                .add(TestTable.file("mine"))
                .commit()
                .snapshot();
        assertThat(after.transactionVersion("other")).hasValue(7);
        assertThat(after.transactionVersion("app")).hasValue(1);
    }

    @Test
    void aConflictNamesBothCommitsAndLeavesNothingBehind() {
        log.newTransaction(read, Operation.WRITE)
                .metadata(TestTable.metadata(Map.of("k", "v")))
                .engineInfo("Other/1.0")
                .commit();
        TransactionBuilder mine =
                log.newTransaction(read, Operation.STREAMING_UPDATE).add(TestTable.file("mine"));
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("STREAMING UPDATE, computed from version 0")
                .hasMessageContaining("version 1 (WRITE by Other/1.0)")
                .hasMessageContaining("metadata")
                .hasMessageContaining("txnId=" + mine.txnId())
                .hasMessageContaining("table=/data/table");
        assertThat(log.latestSnapshot().version()).isEqualTo(1);
    }

    @Test
    void anEarlierSuccessBehindAConflictCounts() {
        log.newTransaction(read, Operation.WRITE)
                .metadata(TestTable.metadata(Map.of("k", "v")))
                .commit();
        log.newTransaction(log.latestSnapshot(), Operation.STREAMING_UPDATE)
                .txn("app", 5)
                .add(TestTable.file("mine"))
                .commit();
        CommitResult result = log.newTransaction(read, Operation.STREAMING_UPDATE)
                .txn("app", 5)
                .add(TestTable.file("mine-again"))
                .commit();
        assertThat(result).isInstanceOf(AlreadyCommitted.class);
        assertThat(result.snapshot().version()).isEqualTo(2);
    }

    @Test
    void anotherWriterUnderOurIdentityIsAConflict() {
        log.newTransaction(read, Operation.STREAMING_UPDATE)
                .txn("app", 4)
                .add(TestTable.file("a"))
                .commit();
        assertThatThrownBy(() -> log.newTransaction(read, Operation.STREAMING_UPDATE)
                        .txn("app", 5)
                        .add(TestTable.file("b"))
                        .commit())
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("application app");
    }

    @Test
    void aTableThatBecameUnwritableIsNotWritten() throws IOException {
        Protocol future = Protocol.features(Set.of(), Set.of("appendOnly", "invariants", "futureFeature"));
        store.putIfAbsent(
                LogFile.commit(1).fileName(),
                LogContent.of((ActionJson.write(future) + "\n").getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> log.newTransaction(read, Operation.WRITE)
                        .add(TestTable.file("mine"))
                        .commit())
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("futureFeature");
        assertThat(store.names()).hasSize(2);
    }

    @Test
    void racesAreBounded() {
        FaultyLogStore crowded = new FaultyLogStore(store);
        CommitSettings settings = table.components().commitSettings();
        DeltaLog bounded = new DeltaLog(
                TestTable.in(crowded).storage(),
                table.components()
                        .withCommitSettings(new CommitSettings(
                                3, 1, settings.firstBackoff(), settings.maxBackoff(), settings.unknownOutcomeWait())));
        crowded.on(LogOperation.PUT)
                .times(9)
                .runBefore(() -> table.append("theirs" + store.names().size()));
        assertThatThrownBy(() -> bounded.newTransaction(read, Operation.WRITE)
                        .add(TestTable.file("mine"))
                        .commit())
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("3 times");
        assertThat(TestTable.paths(log.latestSnapshot())).hasSize(3).doesNotContain("mine");
        assertThat(table.pauses())
                .as("who waits leaves the next version to who won")
                .isEmpty();
    }

    @Test
    void filesMustFitThePartitioning() {
        AddFile partitioned = AddFile.ofNewFile("p=1/f", PartitionValues.of(Map.of("p", "1")), 1, 1, Optional.empty());
        assertThatThrownBy(() -> log.newTransaction(read, Operation.WRITE)
                        .add(partitioned)
                        .commit())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("[p]")
                .hasMessageContaining("file=p=1/f");
        assertThat(log.latestSnapshot().version()).isZero();
    }

    @Test
    void aFileIsAddedOnce() {
        assertThatThrownBy(() -> log.newTransaction(read, Operation.WRITE)
                        .add(TestTable.file("f"))
                        .add(TestTable.file("f"))
                        .commit())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("twice");
    }

    @Test
    void appendOnlyTablesLoseNoRows() {
        TestTable appendOnly = TestTable.create(new InMemoryLogStore(), Map.of("delta.appendOnly", "true"));
        appendOnly.append("f");
        assertThatThrownBy(() -> appendOnly.remove("f"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("append-only");
    }

    @Test
    void emptyAndContradictoryTransactionsAreRefused() {
        assertThatThrownBy(() -> log.newTransaction(read, Operation.WRITE).commit())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("no action");
        assertThatThrownBy(() -> log.newTransaction(read, Operation.WRITE)
                        .remove(TestTable.tombstone("f", 1))
                        .blindAppend(true)
                        .commit())
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> TestTable.in(new InMemoryLogStore())
                        .log()
                        .newTable(Operation.CREATE_TABLE)
                        .txn("a", 1)
                        .commit())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("metadata");
        assertThatThrownBy(
                        () -> log.newTransaction(read, Operation.WRITE).commitInfoField("txnId", TextNode.valueOf("x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aTableWhoseFirstCommitsAreGoneIsNotCreatedAgain() {
        table.append("f");
        log.checkpoint(log.latestSnapshot());
        store.delete(LogFile.commit(0).fileName());
        store.delete(LogFile.commit(1).fileName());
        assertThatThrownBy(() -> log.newTable(Operation.CREATE_TABLE)
                        .metadata(TestTable.metadata(Map.of()))
                        .commit())
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("latestVersion=1");
        assertThat(store.names()).doesNotContain(LogFile.commit(0).fileName());
    }

    @Test
    void twoCreatorsOfOneTableWithOneIdentityAreOne() {
        Metadata metadata = TestTable.metadata(Map.of());
        FaultyLogStore racing = new FaultyLogStore(new InMemoryLogStore());
        TestTable fresh = TestTable.in(racing);
        racing.on(LogOperation.PUT)
                .runBefore(() -> fresh.log()
                        .newTable(Operation.CREATE_TABLE)
                        .metadata(metadata)
                        .txn("app", 1)
                        .commit());
        CommitResult second = fresh.log()
                .newTable(Operation.CREATE_TABLE)
                .metadata(metadata)
                .txn("app", 1)
                .commit();
        assertThat(second).isInstanceOf(AlreadyCommitted.class);
    }

    private List<String> lines(long version) throws IOException {
        String content =
                new String(store.read(LogFile.commit(version).fileName()).orElseThrow(), StandardCharsets.UTF_8);
        return content.lines().toList();
    }
}
