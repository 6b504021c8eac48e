/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.CommitInvariants;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Commits to tables that track their rows. */
class RowTrackingTest {
    private static final Set<String> FEATURES = Set.of("rowTracking", "domainMetadata");
    private static final String MARK = "delta.rowTracking";

    private final InMemoryLogStore store = new InMemoryLogStore();

    @Test
    void newFilesGetTheIdsAboveTheMarkAndTheVersion() throws IOException {
        TestTable table = TestTable.create(store, FEATURES, Map.of());
        DeltaLog log = table.log();
        append(log, TestTable.file("a", 10), TestTable.file("b", 5), TestTable.file("empty", 0));
        append(log, TestTable.file("c", 3));
        assertThat(files(log))
                .containsEntry("a", "0@1")
                .containsEntry("b", "10@1")
                .containsEntry("empty", "15@1")
                .containsEntry("c", "15@2");
        assertThat(mark(log)).isEqualTo("{\"rowIdHighWaterMark\":17}");
        assertThat(lines(1).get(1))
                .isEqualTo("{\"domainMetadata\":{\"domain\":\"delta.rowTracking\","
                        + "\"configuration\":\"{\\\"rowIdHighWaterMark\\\":14}\",\"removed\":false}}");
        assertThat(lines(1).get(2)).contains("\"baseRowId\":0,\"defaultRowCommitVersion\":1");
    }

    @Test
    void aCommitWithoutRowsLeavesTheMark() {
        TestTable table = TestTable.create(store, FEATURES, Map.of());
        DeltaLog log = table.log();
        append(log, TestTable.file("empty", 0));
        assertThat(log.latestSnapshot().domainMetadata()).isEmpty();
    }

    @Test
    void losersOfARaceGetTheIdsAboveTheWinners() {
        FaultyLogStore racing = new FaultyLogStore(store);
        TestTable table = TestTable.createTracked(store, Map.of());
        DeltaLog slow = TestTable.in(racing).log();
        racing.on(LogOperation.PUT)
                .times(3)
                .runBefore(() -> append(
                        table.log(), TestTable.file("theirs" + store.names().size(), 7)));
        Committed mine = append(slow, TestTable.file("mine", 2));
        assertThat(mine.version()).isEqualTo(4);
        assertThat(files(table.log())).containsEntry("mine", "21@4");
        assertThat(mine.snapshot().domainMetadata())
                .isEqualTo(table.log().latestSnapshot().domainMetadata());
        CommitInvariants.check(store, 4);
    }

    @Test
    void aFileWithoutItsNumberOfRecordsIsRefused() {
        TestTable table = TestTable.create(store, FEATURES, Map.of());
        AddFile bare = AddFile.ofNewFile("bare", PartitionValues.none(), 1, 1, Optional.empty());
        assertThatThrownBy(() -> append(table.log(), bare))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("number of records")
                .hasMessageContaining("file=bare");
        assertThat(store.names()).hasSize(1);
    }

    @Test
    void idsThatTheTableHasNotGivenOutAreRefused() {
        TestTable table = TestTable.create(store, FEATURES, Map.of());
        append(table.log(), TestTable.file("a", 10));
        for (long invented : List.of(1L, 10L, 100L)) {
            AddFile file = TestTable.file("b", 10).withRowIds(OptionalLong.of(invented), OptionalLong.of(1));
            assertThatThrownBy(() -> append(table.log(), file))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("not given out");
        }
        assertThat(store.names()).hasSize(2);
    }

    @Test
    void aFileWhoseDeletionVectorChangesKeepsItsIds() throws IOException {
        TestTable table = TestTable.create(store, FEATURES, Map.of("delta.enableRowTracking", "true"));
        DeltaLog log = table.log();
        append(log, TestTable.file("a", 10));
        append(log, TestTable.file("b", 10));
        AddFile b = file(log, "b");
        Committed hidden = TestTable.committed(log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .remove(withDeletionVector(RemoveFile.of(b, 1)))
                .add(TestTable.file("b", 10))
                .commit());
        assertThat(files(log)).containsEntry("b", "10@2");
        assertThat(lines(hidden.version()))
                .filteredOn(line -> line.startsWith("{\"domainMetadata\""))
                .isEmpty();
        assertThat(lines(hidden.version()).get(0)).contains("\"tags\":{\"delta.rowTracking.preserved\":\"true\"}");
    }

    @Test
    void rowsThatMayHaveMovedAreNotCalledPreserved() throws IOException {
        TestTable table = TestTable.create(store, FEATURES, Map.of("delta.enableRowTracking", "true"));
        DeltaLog log = table.log();
        append(log, TestTable.file("a", 10));
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .remove(RemoveFile.of(file(log, "a"), 1))
                .add(TestTable.file("b", 10))
                .commit();
        assertThat(lines(1).get(0)).contains("\"tags\":{\"delta.rowTracking.preserved\":\"true\"}");
        assertThat(lines(2).get(0)).contains("\"tags\":{\"delta.rowTracking.preserved\":\"false\"}");
    }

    @Test
    void idsThatAnotherCommitGaveToTheFileAreTaken() throws IOException {
        FaultyLogStore racing = new FaultyLogStore(store);
        TestTable table = TestTable.create(store);
        append(table.log(), TestTable.file("old", 10));
        DeltaLog log = table.log();
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .protocol(TestTable.writerFeatures(FEATURES))
                .commit();
        DeltaLog slow = TestTable.in(racing).log();
        Snapshot before = slow.latestSnapshot();
        racing.on(LogOperation.PUT)
                .runBefore(() -> append(table.log(), TestTable.file("old", 10).withoutDataChange()));
        slow.newTransaction(before, Operation.WRITE)
                .remove(withDeletionVector(TestTable.tombstone("old", 1)))
                .add(TestTable.file("old", 10))
                .commit();
        assertThat(files(log)).containsEntry("old", "0@3");
        assertThat(lines(4))
                .filteredOn(line -> line.startsWith("{\"remove\""))
                .singleElement()
                .asString()
                .contains("\"baseRowId\":0,\"defaultRowCommitVersion\":3");
        assertThat(mark(log)).isEqualTo("{\"rowIdHighWaterMark\":9}");
    }

    @Test
    void suspendedTrackingGivesNoIds() throws IOException {
        TestTable table = TestTable.create(store, FEATURES, Map.of("delta.rowTrackingSuspended", "true"));
        append(table.log(), TestTable.file("a", 10).withRowIds(OptionalLong.of(0), OptionalLong.of(0)));
        assertThat(String.join("", lines(1))).doesNotContain("baseRowId").doesNotContain("domainMetadata");
    }

    @Test
    void trackingThatIsOnAndSuspendedIsRefused() {
        Map<String, String> both = Map.of("delta.rowTrackingSuspended", "true", "delta.enableRowTracking", "true");
        assertThatThrownBy(() -> TestTable.create(store, FEATURES, both))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("suspended");
        assertThat(store.names()).isEmpty();
    }

    @Test
    void aNewTableNamesItsHiddenColumnsAndKeepsThem() {
        Map<String, String> on = Map.of("delta.enableRowTracking", "true");
        TestTable table = TestTable.create(store, FEATURES, on);
        DeltaLog log = table.log();
        Map<String, String> first = log.latestSnapshot().metadata().configuration();
        assertThat(first.get("delta.rowTracking.materializedRowIdColumnName")).startsWith("_row-id-col-");
        assertThat(first.get("delta.rowTracking.materializedRowCommitVersionColumnName"))
                .startsWith("_row-commit-version-col-");
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .metadata(TestTable.metadata(on))
                .commit();
        assertThat(log.latestSnapshot().metadata().configuration()).isEqualTo(first);
    }

    @Test
    void whatEnablesTrackingGivesIdsToTheFilesThatAreThere() throws IOException {
        TestTable table = TestTable.create(store);
        DeltaLog log = table.log();
        append(log, TestTable.file("a", 10), TestTable.file("gone", 1));
        append(log, TestTable.file("b", 5));
        table.remove("gone");
        Metadata on = TestTable.metadata(Map.of("delta.enableRowTracking", "true"));
        Protocol protocol = TestTable.writerFeatures(FEATURES);
        FaultyLogStore racing = new FaultyLogStore(store);
        racing.on(LogOperation.PUT).runBefore(() -> append(table.log(), TestTable.file("late", 4)));
        DeltaLog slow = TestTable.in(racing).log();
        slow.newTransaction(slow.latestSnapshot(), Operation.WRITE)
                .protocol(protocol)
                .metadata(on)
                .commit();
        assertThat(log.latestSnapshot().version()).isEqualTo(5);
        assertThat(files(log))
                .hasSize(3)
                .allSatisfy((path, ids) -> assertThat(ids).endsWith("@5"));
        assertThat(mark(log)).isEqualTo("{\"rowIdHighWaterMark\":18}");
        assertThat(lines(5))
                .filteredOn(line -> line.startsWith("{\"add\""))
                .allMatch(line -> line.contains("\"dataChange\":false"));
        assertThat(lines(5).get(0)).contains("\"isBlindAppend\":false");
        append(log, TestTable.file("c", 1));
        assertThat(files(log)).containsEntry("c", "19@6");
    }

    @Test
    void aBrokenMarkStopsTheWriter() throws IOException {
        TestTable table = TestTable.create(store, FEATURES, Map.of());
        for (String broken : List.of("{}", "", "{\"rowIdHighWaterMark\":\"7\"}", "[")) {
            long next = table.log().latestSnapshot().version() + 1;
            store.putIfAbsent(
                    LogFile.commit(next).fileName(),
                    LogContent.of(ActionJson.write(new DomainMetadata(MARK, broken, false))
                            .getBytes(StandardCharsets.UTF_8)));
            assertThatThrownBy(() -> append(table.log(), TestTable.file("a", 1)))
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("high-water mark");
        }
    }

    private static Committed append(DeltaLog log, AddFile... files) {
        return TestTable.committed(log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .addAll(List.of(files))
                .commit());
    }

    /** {@code baseRowId@defaultRowCommitVersion} by path. */
    private static Map<String, String> files(DeltaLog log) {
        Map<String, String> files = new TreeMap<>();
        try (Stream<AddFile> live = log.latestSnapshot().files()) {
            live.forEach(file -> files.put(
                    file.path(),
                    file.baseRowId().orElseThrow() + "@"
                            + file.defaultRowCommitVersion().orElseThrow()));
        }
        return files;
    }

    private static AddFile file(DeltaLog log, String path) {
        try (Stream<AddFile> live = log.latestSnapshot().files()) {
            return live.filter(file -> file.path().equals(path)).findFirst().orElseThrow();
        }
    }

    private static RemoveFile withDeletionVector(RemoveFile file) {
        return new RemoveFile(
                file.path(),
                file.deletionTimestamp(),
                true,
                file.extendedFileMetadata(),
                file.partitionValues(),
                file.size(),
                file.stats(),
                Map.of(),
                Optional.of(new DeletionVectorDescriptor("i", "0123456789", OptionalInt.empty(), 8, 1)),
                file.baseRowId(),
                file.defaultRowCommitVersion());
    }

    private static String mark(DeltaLog log) {
        return log.latestSnapshot().domainMetadata().stream()
                .filter(domain -> domain.domain().equals(MARK))
                .findFirst()
                .orElseThrow()
                .configuration();
    }

    private List<String> lines(long version) throws IOException {
        byte[] content = store.read(LogFile.commit(version).fileName()).orElseThrow();
        return new String(content, StandardCharsets.UTF_8).lines().toList();
    }
}
