/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorReader;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowDeletesTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_800_000_000_000L), ZoneOffset.UTC);
    private static final Set<String> FEATURES = Set.of("deletionVectors");
    private static final String STATS = "{\"numRecords\":1000,\"minValues\":{\"id\":0},\"maxValues\":{\"id\":9}}";

    private final TestTable table = TestTable.in(new InMemoryLogStore());
    private final DataStore data = table.storage().data();

    @BeforeEach
    void create() {
        table.log()
                .newTable(Operation.CREATE_TABLE)
                .protocol(Protocol.features(FEATURES, FEATURES))
                .metadata(TestTable.metadata(Map.of("delta.enableDeletionVectors", "true")))
                .add(new AddFile(
                        "a%20b.parquet",
                        PartitionValues.none(),
                        100,
                        1_700_000_000_000L,
                        true,
                        Optional.of(STATS),
                        Map.of("tag", "x"),
                        Optional.empty(),
                        OptionalLong.of(500),
                        OptionalLong.of(0),
                        Optional.of("liquid")))
                .add(TestTable.file("other.parquet", 10))
                .commit();
    }

    @Test
    void theFileIsReplacedByItselfWithAVector() {
        AddFile before = file("a%20b.parquet");
        RowDeletes.FileChange change;
        try (RowDeletes deletes = deletes()) {
            change = deletes.delete(before, rows(0, 100)).orElseThrow();
        }
        assertThat(change.rows()).isEqualTo(100);
        RemoveFile remove = change.remove();
        assertThat(remove)
                .isEqualTo(new RemoveFile(
                        "a%20b.parquet",
                        OptionalLong.of(CLOCK.millis()),
                        true,
                        true,
                        Optional.of(PartitionValues.none()),
                        OptionalLong.of(100),
                        Optional.of(STATS),
                        Map.of("tag", "x"),
                        Optional.empty(),
                        OptionalLong.of(500),
                        OptionalLong.of(0)));
        AddFile add = change.add().orElseThrow();
        assertThat(add.stats()).contains("{\"tightBounds\":false," + STATS.substring(1));
        assertThat(add.baseRowId()).hasValue(500);
        assertThat(add.clusteringProvider()).contains("liquid");
        assertThat(add.tags()).isEqualTo(Map.of("tag", "x"));
        assertThat(vector(add)).isEqualTo(rows(0, 100));
    }

    @Test
    void vectorsOfSeveralFilesAndCommits() {
        commit(List.of(
                deletion(
                        "a%20b.parquet",
                        LongStream.range(0, 400).map(i -> i * 2).toArray()),
                deletion("other.parquet", 3)));
        assertThat(((InMemoryDataStore) data).paths()).hasSize(1).allMatch(path -> path.endsWith(".bin"));
        assertThat(descriptor("a%20b.parquet").storageType()).isEqualTo("u");
        assertThat(descriptor("other.parquet").storageType()).isEqualTo("u");
        commit(List.of(deletion("other.parquet", 3, 4), deletion("a%20b.parquet", 1)));
        assertThat(vector(file("other.parquet"))).isEqualTo(DeletionVector.of(3, 4));
        assertThat(descriptor("a%20b.parquet").cardinality()).isEqualTo(401);
        assertOneLiveEntryPerFile();
        commit(List.of(deletion("other.parquet", 0, 1, 2, 5, 6, 7, 8, 9)));
        assertThat(files()).extracting(AddFile::path).containsExactly("a%20b.parquet");
    }

    @Test
    void rowsThatAreHiddenAlreadyChangeNothing() {
        commit(List.of(deletion("other.parquet", 3)));
        try (RowDeletes deletes = deletes()) {
            assertThat(deletes.delete(file("other.parquet"), DeletionVector.of(3)))
                    .isEmpty();
            assertThat(deletes.delete(file("other.parquet"), DeletionVector.empty()))
                    .isEmpty();
        }
    }

    @Test
    void aRowThatTheFileDoesNotHaveIsRefused() {
        RowDeletes deletes = deletes();
        assertThatThrownBy(() -> deletes.delete(file("other.parquet"), DeletionVector.of(10)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("file=other.parquet", "position=10", "rows=10");
        deletes.abort();
        assertThat(((InMemoryDataStore) data).paths()).isEmpty();
    }

    @Test
    void theNumberOfRowsIsNeeded() {
        AddFile unknown = AddFile.ofNewFile("x", PartitionValues.none(), 1, 1, Optional.empty());
        try (RowDeletes deletes = deletes()) {
            assertThatThrownBy(() -> deletes.delete(unknown, DeletionVector.of(1)))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("file=x");
            assertThatThrownBy(() -> deletes.delete(file("other.parquet"), DeletionVector.of(1), 11))
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("file=other.parquet");
            AddFile add = deletes.delete(unknown, DeletionVector.of(1), 3)
                    .orElseThrow()
                    .add()
                    .orElseThrow();
            assertThat(add.stats()).contains("{\"numRecords\":3,\"tightBounds\":false}");
        }
    }

    @Test
    void aTableWithoutVectorsGetsNone() {
        Snapshot plain = TestTable.create(new InMemoryLogStore()).log().latestSnapshot();
        assertThatThrownBy(() -> RowDeletes.on(plain, data, UUID.randomUUID(), CLOCK))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("delta.enableDeletionVectors = true");
    }

    @Test
    void rowsAreNotHiddenInATableThatTakesNoVectorsAnyMore() {
        DeltaLog log = table.log();
        TransactionBuilder transaction = log.newTransaction(log.latestSnapshot(), Operation.DELETE);
        try (RowDeletes deletes = deletes()) {
            RowDeletes.FileChange change =
                    deletes.delete(file("other.parquet"), DeletionVector.of(3)).orElseThrow();
            transaction.remove(change.remove()).add(change.add().orElseThrow());
        }
        log.alterTable(new SetProperties(Map.of("delta.enableDeletionVectors", "false")));
        assertThatThrownBy(transaction::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("properties");
        assertThat(file("other.parquet").deletionVector()).isEmpty();
    }

    private record Deletion(String path, DeletionVector rows) {}

    private static Deletion deletion(String path, long... rows) {
        return new Deletion(path, DeletionVector.of(rows));
    }

    private void commit(List<Deletion> deletions) {
        DeltaLog log = table.log();
        TransactionBuilder transaction = log.newTransaction(log.latestSnapshot(), Operation.DELETE);
        try (RowDeletes deletes = deletes()) {
            for (Deletion deletion : deletions) {
                RowDeletes.FileChange change =
                        deletes.delete(file(deletion.path), deletion.rows).orElseThrow();
                transaction.remove(change.remove());
                change.add().ifPresent(transaction::add);
            }
        }
        transaction.commit();
    }

    private RowDeletes deletes() {
        return RowDeletes.on(table.log().latestSnapshot(), data, UUID.randomUUID(), CLOCK);
    }

    private static DeletionVector rows(long from, long to) {
        return DeletionVector.of(LongStream.range(from, to).toArray());
    }

    private List<AddFile> files() {
        try (Stream<AddFile> files = table.log().latestSnapshot().files()) {
            return files.toList();
        }
    }

    private AddFile file(String path) {
        return files().stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private DeletionVectorDescriptor descriptor(String path) {
        return file(path).deletionVector().orElseThrow();
    }

    private DeletionVector vector(AddFile file) {
        return new DeletionVectorReader(data)
                .read(file.path(), file.deletionVector().orElseThrow());
    }

    private void assertOneLiveEntryPerFile() {
        assertThat(files()).extracting(AddFile::path).doesNotHaveDuplicates();
    }
}
