/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Commits to tables with in-commit timestamps. */
class InCommitTimestampsTest {
    private static final Set<String> FEATURE = Set.of("inCommitTimestamp");
    private static final Map<String, String> ON = Map.of("delta.enableInCommitTimestamps", "true");

    private final InMemoryLogStore store = new InMemoryLogStore();

    @Test
    void theTimeIsTheFirstFieldOfTheFirstAction() throws IOException {
        TestTable table = TestTable.create(store, FEATURE, ON);
        Committed committed = append(table.log(at("2200-01-01T00:00:00Z")), "f");
        String first = line(1);
        long time = Instant.parse("2200-01-01T00:00:00Z").toEpochMilli();
        assertThat(first).startsWith("{\"commitInfo\":{\"inCommitTimestamp\":" + time + ",\"timestamp\":" + time + ",");
        assertThat(committed.snapshot().timestamp()).isEqualTo(time);
        assertThat(table.log().latestSnapshot().timestamp()).isEqualTo(time);
        assertThat(line(0)).startsWith("{\"commitInfo\":{\"inCommitTimestamp\":");
        assertThat(configuration(table)).containsExactlyEntriesOf(ON);
    }

    @Test
    void aClockThatGoesBackMakesNoCommitOlderThanTheOneBefore() {
        TestTable table = TestTable.create(store, FEATURE, ON);
        long late =
                append(table.log(at("2200-01-01T00:00:00Z")), "f").snapshot().timestamp();
        Committed early = append(table.log(at("1999-01-01T00:00:00Z")), "g");
        assertThat(early.snapshot().timestamp()).isEqualTo(late + 1);
        DeltaLog fresh = table.log(at("1999-01-01T00:00:00Z"));
        assertThat(append(fresh, "h").snapshot().timestamp()).isEqualTo(late + 2);
    }

    @Test
    void afterALostRaceTheTimeIsLaterThanTheWinners() {
        FaultyLogStore racing = new FaultyLogStore(store);
        TestTable table = TestTable.create(store, FEATURE, ON);
        DeltaLog slow = TestTable.in(racing).log(at("1999-01-01T00:00:00Z"));
        racing.on(LogOperation.PUT).runBefore(() -> append(table.log(at("2200-01-01T00:00:00Z")), "theirs"));
        Committed mine = append(slow, "mine");
        assertThat(mine.version()).isEqualTo(2);
        assertThat(mine.snapshot().timestamp())
                .isEqualTo(Instant.parse("2200-01-01T00:00:00Z").toEpochMilli() + 1);
        assertThat(table.log().latestSnapshot().timestamp())
                .isEqualTo(mine.snapshot().timestamp());
    }

    @Test
    void onlyBelowABareCheckpointTheCommitBeforeIsRead() {
        CountingLogStore counting = new CountingLogStore(store);
        TestTable table = TestTable.create(counting, FEATURE, ON);
        table.append("f");
        DeltaLog log = table.log();
        log.checkpoint(log.latestSnapshot());
        Snapshot bare = log.latestSnapshot();
        counting.reset();
        Committed next = append(log, bare, "g");
        assertThat(counting.calls())
                .extracting(Object::toString)
                .containsExactly("READ 00000000000000000001.json", "PUT 00000000000000000002.json");
        counting.reset();
        append(log, next.snapshot(), "h");
        assertThat(counting.calls()).extracting(Object::toString).containsExactly("PUT 00000000000000000003.json");
    }

    @Test
    void aTableThatGetsThemLaterRemembersSinceWhen() {
        TestTable table = TestTable.create(store, FEATURE, Map.of());
        long written = table.append("f").snapshot().timestamp();
        DeltaLog log = table.log(at("1999-01-01T00:00:00Z"));
        Committed enabled = enable(log, log.latestSnapshot());
        assertThat(enabled.snapshot().timestamp()).isGreaterThanOrEqualTo(written);
        assertThat(enabled.snapshot().metadata().configuration())
                .containsAllEntriesOf(ON)
                .containsEntry("delta.inCommitTimestampEnablementVersion", "2")
                .containsEntry(
                        "delta.inCommitTimestampEnablementTimestamp",
                        Long.toString(enabled.snapshot().timestamp()));
        assertThat(configuration(table)).isEqualTo(enabled.snapshot().metadata().configuration());
        assertThat(append(log, "g").snapshot().timestamp())
                .isEqualTo(enabled.snapshot().timestamp() + 1);
    }

    @Test
    void theFileOfTheCommitBeforeCountsNotItsClock() {
        InMemoryLogStore late = new InMemoryLogStore("memory:/late", at("2300-01-01T00:00:00Z"));
        TestTable table = TestTable.create(late, FEATURE, Map.of());
        DeltaLog log = table.log(at("1999-01-01T00:00:00Z"));
        Snapshot own = append(log, "f").snapshot();
        assertThat(enable(log, own).snapshot().timestamp())
                .isEqualTo(Instant.parse("2300-01-01T00:00:00Z").toEpochMilli() + 1);
    }

    @Test
    void afterALostRaceTheEnablementIsOfTheVersionThatItBecame() {
        FaultyLogStore racing = new FaultyLogStore(store);
        TestTable table = TestTable.create(store, FEATURE, Map.of());
        DeltaLog log = TestTable.in(racing).log();
        racing.on(LogOperation.PUT).runBefore(() -> table.append("theirs"));
        Committed enabled = enable(log, log.latestSnapshot());
        assertThat(enabled.version()).isEqualTo(2);
        assertThat(configuration(table)).containsEntry("delta.inCommitTimestampEnablementVersion", "2");
    }

    @Test
    void anotherChangeOfMetadataKeepsTheEnablement() {
        TestTable table = TestTable.create(store, FEATURE, Map.of());
        DeltaLog log = table.log();
        String since = enable(log, log.latestSnapshot())
                .snapshot()
                .metadata()
                .configuration()
                .get("delta.inCommitTimestampEnablementTimestamp");
        enable(log, log.latestSnapshot());
        assertThat(configuration(table))
                .containsEntry("delta.inCommitTimestampEnablementVersion", "1")
                .containsEntry("delta.inCommitTimestampEnablementTimestamp", since);
    }

    @Test
    void afterTheLargestOfAllTimesNoCommitCanBeLater() throws IOException {
        TestTable table = TestTable.create(store, FEATURE, ON);
        String largest = "{\"commitInfo\":{\"inCommitTimestamp\":" + Long.MAX_VALUE + "}}\n";
        store.putIfAbsent(LogFile.commit(1).fileName(), LogContent.of(largest.getBytes(StandardCharsets.UTF_8)));
        DeltaLog log = table.log(at("2200-01-01T00:00:00Z"));
        assertThatThrownBy(() -> append(log, "f"))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("no commit can be later", "table=", "version=1", "off, and on again");
        log.alterTable(new SetProperties(Map.of("delta.enableInCommitTimestamps", "false")));
        log.alterTable(new SetProperties(ON));
        assertThat(append(log, "f").snapshot().timestamp())
                .isLessThan(Instant.parse("2201-01-01T00:00:00Z").toEpochMilli());
    }

    private static Committed enable(DeltaLog log, Snapshot read) {
        Metadata metadata = TestTable.metadata(ON);
        return TestTable.committed(
                log.newTransaction(read, Operation.WRITE).metadata(metadata).commit());
    }

    private static Committed append(DeltaLog log, String path) {
        return append(log, log.latestSnapshot(), path);
    }

    private static Committed append(DeltaLog log, Snapshot read, String path) {
        return TestTable.committed(log.newTransaction(read, Operation.WRITE)
                .add(TestTable.file(path))
                .commit());
    }

    private static Map<String, String> configuration(TestTable table) {
        return table.log().latestSnapshot().metadata().configuration();
    }

    private String line(long version) throws IOException {
        byte[] content = store.read(LogFile.commit(version).fileName()).orElseThrow();
        return new String(content, StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
    }

    private static Clock at(String time) {
        return Clock.fixed(Instant.parse(time), ZoneOffset.UTC);
    }
}
