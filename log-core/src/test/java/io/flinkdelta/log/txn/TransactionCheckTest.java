/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a transaction must be to be written; each refusal leaves the table as it was. */
class TransactionCheckTest {
    private static final Map<String, String> FEED = Map.of("delta.enableChangeDataFeed", "true");
    private static final AddCDCFile CHANGES = new AddCDCFile("_change_data/c", PartitionValues.none(), 10, Map.of());

    private final InMemoryLogStore store = new InMemoryLogStore();

    @Test
    void whatOnlyAddsOrOnlyRemovesFilesTellsItsChangesByItself() {
        DeltaLog log = feed();
        commit(log, txn -> txn.add(TestTable.file("a")).add(TestTable.file("b")));
        commit(log, txn -> txn.remove(TestTable.tombstone("a", 1)));
        commit(log, txn -> txn.remove(rearranged("b")).add(TestTable.file("c").withoutDataChange()));
        assertThat(log.latestSnapshot().version()).isEqualTo(3);
    }

    @Test
    void whatAddsAndRemovesDataOwesChangeFiles() throws IOException {
        DeltaLog log = feed();
        commit(log, txn -> txn.add(TestTable.file("a")));
        assertRefused(
                log,
                txn -> txn.remove(TestTable.tombstone("a", 1)).add(TestTable.file("b")),
                "must bring its change data files",
                "property=delta.enableChangeDataFeed");
        commit(
                log,
                txn -> txn.remove(TestTable.tombstone("a", 1))
                        .add(TestTable.file("b"))
                        .changeFiles(List.of(CHANGES)));
        String last = new String(store.read(LogFile.commit(2).fileName()).orElseThrow(), StandardCharsets.UTF_8)
                .lines()
                .reduce((first, second) -> second)
                .orElseThrow();
        assertThat(last)
                .isEqualTo("{\"cdc\":{\"path\":\"_change_data/c\",\"partitionValues\":{},\"size\":10,"
                        + "\"dataChange\":false}}");
        assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("b");
    }

    @Test
    void changeFilesOfNoChangeAreRefused() {
        DeltaLog log = feed();
        assertRefused(log, txn -> txn.txn("app", 1).changeFiles(List.of(CHANGES)), "changes no data");
        DeltaLog plain = TestTable.create(new InMemoryLogStore()).log();
        assertRefused(plain, txn -> txn.add(TestTable.file("a")).changeFiles(List.of(CHANGES)), "no change data feed");
        AddCDCFile elsewhere = new AddCDCFile("c", PartitionValues.of(Map.of("p", "1")), 1, Map.of());
        assertRefused(log, txn -> txn.add(TestTable.file("a")).changeFiles(List.of(elsewhere)), "[p]", "file=c");
        assertRefused(
                log, txn -> txn.add(TestTable.file("a")).changeFiles(List.of(CHANGES, CHANGES)), "change data twice");
    }

    @Test
    void aFileHasAPathAndASize() {
        DeltaLog log = TestTable.create(new InMemoryLogStore()).log();
        assertRefused(log, txn -> txn.add(TestTable.file("")), "has no path");
        assertRefused(log, txn -> txn.add(TestTable.file("a%2")), "not URI-encoded", "file=a%2");
        AddFile negative = AddFile.ofNewFile("a", PartitionValues.none(), -1, 1, Optional.empty());
        assertRefused(log, txn -> txn.add(negative), "a size below zero", "file=a");
    }

    @Test
    void aPathIsAddedOnceAndRemovedOnceInWhateverSpelling() {
        DeltaLog log = TestTable.create(store).log();
        assertRefused(log, txn -> txn.add(TestTable.file("a%20b")).add(TestTable.file("a b")), "added twice");
        assertRefused(
                log,
                txn -> txn.remove(TestTable.tombstone("/data/a", 1)).remove(TestTable.tombstone("file:///data/a", 1)),
                "removed twice");
    }

    @Test
    void systemControlledDomainsAreNotTheUsers() {
        DeltaLog log =
                TestTable.create(store, Set.of("domainMetadata"), Map.of()).log();
        for (String domain : List.of("delta.rowTracking", "delta.clustering", "delta.anything")) {
            assertRefused(log, txn -> txn.domainMetadata(new DomainMetadata(domain, "{}", false)), "system-controlled");
        }
        commit(log, txn -> txn.domainMetadata(new DomainMetadata("org.example", "x", false)));
        assertThat(log.latestSnapshot().domainMetadata())
                .containsExactly(new DomainMetadata("org.example", "x", false));
        assertRefused(
                log,
                txn -> txn.domainMetadata(new DomainMetadata("org.example", "x", true))
                        .domainMetadata(new DomainMetadata("org.example", "y", false)),
                "twice");
    }

    @Test
    void domainsNeedTheirFeature() {
        DeltaLog log = TestTable.create(store).log();
        assertRefused(
                log,
                txn -> txn.domainMetadata(new DomainMetadata("org.example", "x", false)),
                "takes no metadata domains",
                "feature=domainMetadata");
    }

    @Test
    void everyNewFileOfAClusteredTableTellsAboutTheClusteringColumns() {
        DeltaLog log = TestTable.create(store, Set.of("clustering", "domainMetadata"), Map.of())
                .log();
        commit(log, txn -> txn.clusteringDomain(clusteredBy("id")));
        assertRefused(
                log, txn -> txn.add(TestTable.file("a")), "statistics on a clustering column", "column=id", "file=a");
        assertRefused(log, txn -> txn.add(withStats("a", Optional.empty())), "column=id");
        AddFile covered = withStats("a", Optional.of("{\"numRecords\":1,\"minValues\":{},\"nullCount\":{\"id\":1}}"));
        commit(log, txn -> txn.add(covered));
        commit(log, txn -> txn.add(TestTable.file("rearranged").withoutDataChange()));
        commit(log, txn -> txn.clusteringDomain(new DomainMetadata("delta.clustering", "", true)));
        commit(log, txn -> txn.add(TestTable.file("b")));
        assertThatThrownBy(() -> log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                        .clusteringDomain(new DomainMetadata("delta.rowTracking", "", true)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void clusteringColumnsThatCannotBeReadStopTheWriter() {
        DeltaLog log = TestTable.create(store, Set.of("clustering", "domainMetadata"), Map.of())
                .log();
        for (String broken : List.of("", "{}", "[", "{\"clusteringColumns\":[[]]}", "{\"clusteringColumns\":[[1]]}")) {
            assertThatThrownBy(() -> commit(
                            log, txn -> txn.clusteringDomain(new DomainMetadata("delta.clustering", broken, false))))
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("clustering columns");
        }
        assertThat(log.latestSnapshot().version()).isZero();
        assertThat(ClusteringColumns.of(
                                List.of(new DomainMetadata(
                                        "delta.clustering", "{\"clusteringColumns\":[\"a.b\",[\"c\",\"d\"]]}", false)),
                                ErrorContext.none())
                        .paths())
                .containsExactly(List.of("a.b"), List.of("c", "d"));
    }

    @Test
    void deletionVectorsNeedTheirFeatureAndTheNumberOfRecords() {
        DeltaLog plain = TestTable.create(store).log();
        assertRefused(plain, txn -> txn.add(hidden(TestTable.file("a"))), "deletion vector", "file=a");
        DeltaLog log = TestTable.in(new InMemoryLogStore()).log();
        log.newTable(Operation.CREATE_TABLE)
                .protocol(Protocol.features(Set.of("deletionVectors"), Set.of("deletionVectors")))
                .metadata(TestTable.metadata(Map.of()))
                .commit();
        assertRefused(log, txn -> txn.add(hidden(withStats("a", Optional.of("{}")))), "number of records");
        commit(log, txn -> txn.add(hidden(TestTable.file("a"))));
    }

    @Test
    void filesThatIcebergIsToReadTellTheirNumberOfRecordsAndHideNoRows() {
        Protocol protocol = Protocol.features(
                Set.of("columnMapping", "deletionVectors"),
                Set.of("columnMapping", "deletionVectors", "icebergCompatV2", "icebergCompatV3"));
        for (String version : List.of("V2", "V3")) {
            DeltaLog log = TestTable.in(new InMemoryLogStore()).log();
            log.newTable(Operation.CREATE_TABLE)
                    .protocol(protocol)
                    .metadata(TestTable.metadata(Map.of("delta.enableIcebergCompat" + version, "true")))
                    .commit();
            assertRefused(log, txn -> txn.add(withStats("a", Optional.empty())), "number of records", "file=a");
            if (version.equals("V2")) {
                assertRefused(log, txn -> txn.add(hidden(TestTable.file("a"))), "deletion vector");
            } else {
                commit(log, txn -> txn.add(hidden(TestTable.file("a"))));
            }
            commit(log, txn -> txn.add(TestTable.file("b")));
        }
    }

    @Test
    void severalApplicationsAreRecordedAtOnce() {
        DeltaLog log = TestTable.create(store).log();
        commit(log, txn -> txn.txn("a", 1).txn("b", 2).add(TestTable.file("f")));
        assertThat(log.latestSnapshot().transactionVersion("a")).hasValue(1);
        assertThat(log.latestSnapshot().transactionVersion("b")).hasValue(2);
        assertThat(commit(log, txn -> txn.txn("b", 2).txn("a", 1).add(TestTable.file("g"))))
                .isInstanceOfSatisfying(
                        AlreadyCommitted.class,
                        already -> assertThat(already.txnVersion()).isEqualTo(2));
        assertThatThrownBy(() -> commit(log, txn -> txn.txn("a", 1).txn("c", 1).add(TestTable.file("h"))))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("seen=[a]");
        assertThatThrownBy(() -> commit(log, txn -> txn.txn("a", 2).txn("a", 3)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(log.latestSnapshot().version()).isEqualTo(1);
    }

    @Test
    void anExpiredIdentifierCountsForAsLongAsItIsThere() {
        TestTable table = TestTable.create(store, Map.of("delta.setTransactionRetentionDuration", "interval 1 hours"));
        DeltaLog longAgo = table.log(Clock.fixed(Instant.parse("2001-01-01T00:00:00Z"), ZoneOffset.UTC));
        commit(longAgo, txn -> txn.txn("a", 1).add(TestTable.file("f")));
        assertThat(table.log().latestSnapshot().transactionVersion("a")).hasValue(1);
        assertThat(commit(table.log(), txn -> txn.txn("a", 1).add(TestTable.file("g"))))
                .isInstanceOf(AlreadyCommitted.class);
    }

    @Test
    void ofSeveralApplicationsAllMustHaveBeenOvertaken() {
        DeltaLog log = TestTable.create(store).log();
        TransactionBuilder stale = log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .txn("a", 1)
                .txn("b", 1)
                .add(TestTable.file("f"));
        TransactionBuilder partly = log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .txn("a", 1)
                .txn("c", 1)
                .add(TestTable.file("f"));
        commit(log, txn -> txn.txn("a", 1));
        commit(log, txn -> txn.txn("b", 1));
        assertThat(stale.commit()).isInstanceOf(AlreadyCommitted.class);
        assertThatThrownBy(partly::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("seen=[a]");
        assertThat(log.latestSnapshot().version()).isEqualTo(2);
    }

    private static DomainMetadata clusteredBy(String column) {
        return new DomainMetadata("delta.clustering", "{\"clusteringColumns\":[[\"" + column + "\"]]}", false);
    }

    private static AddFile withStats(String path, Optional<String> stats) {
        return AddFile.ofNewFile(path, PartitionValues.none(), 1, 1, stats);
    }

    private static AddFile hidden(AddFile file) {
        return new AddFile(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                file.dataChange(),
                file.stats(),
                file.tags(),
                Optional.of(new DeletionVectorDescriptor("i", "0123456789", OptionalInt.empty(), 8, 1)),
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                file.clusteringProvider());
    }

    private DeltaLog feed() {
        return TestTable.create(store, FEED).log();
    }

    private static CommitResult commit(DeltaLog log, UnaryOperator<TransactionBuilder> content) {
        return content.apply(log.newTransaction(log.latestSnapshot(), Operation.WRITE))
                .commit();
    }

    private static void assertRefused(DeltaLog log, UnaryOperator<TransactionBuilder> content, String... messages) {
        long version = log.latestSnapshot().version();
        assertThatThrownBy(() -> commit(log, content))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll(messages);
        assertThat(log.latestSnapshot().version()).isEqualTo(version);
    }

    private static RemoveFile rearranged(String path) {
        RemoveFile remove = TestTable.tombstone(path, 1);
        return new RemoveFile(
                remove.path(),
                remove.deletionTimestamp(),
                false,
                remove.extendedFileMetadata(),
                remove.partitionValues(),
                remove.size(),
                remove.stats(),
                remove.tags(),
                remove.deletionVector(),
                remove.baseRowId(),
                remove.defaultRowCommitVersion());
    }
}
