/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.AddConstraint;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.alter.RowCheck;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Constraints that are added to tables with rows: which files are looked at, and what happens when others write. */
class DeltaLogConstraintTest {
    private static final AlterTable POSITIVE = new AddConstraint("Positive", "id > 0");
    private static final String KEY = "delta.constraints.positive";

    private final InMemoryLogStore store = new InMemoryLogStore();
    private final TestTable table = TestTable.create(store);
    private final FaultyLogStore faulty = new FaultyLogStore(store);
    /** The paths that each check was given. */
    private final List<List<String>> checks = new ArrayList<>();

    private final RowCheck check = (read, files, condition) ->
            checks.add(files.map(AddFile::path).sorted().toList());

    @Test
    void filesThatStatisticsProveAreNotLookedAt() {
        append(
                file("proven", "{\"numRecords\":2,\"minValues\":{\"id\":1},\"nullCount\":{\"id\":0}}"),
                file("touching", "{\"numRecords\":2,\"minValues\":{\"id\":0},\"nullCount\":{\"id\":0}}"),
                file("with nulls", "{\"numRecords\":2,\"minValues\":{\"id\":1},\"nullCount\":{\"id\":1}}"),
                file("nulls unknown", "{\"numRecords\":2,\"minValues\":{\"id\":1}}"),
                file("only nulls", "{\"numRecords\":2,\"nullCount\":{\"id\":2}}"),
                file("unknown", "{\"numRecords\":2}"));
        Snapshot altered = log().alterTable(POSITIVE, check);
        assertThat(altered.metadata().configuration()).containsEntry(KEY, "id > 0");
        assertThat(checks).containsExactly(List.of("nulls unknown", "only nulls", "touching", "unknown", "with nulls"));
    }

    @Test
    void boundsOfFloatingNumbersProveNothing() {
        log().alterTable(new AddColumns(List.of(NewColumn.of(ColumnPath.of("d"), PrimitiveType.DOUBLE))));
        append(file("f", "{\"numRecords\":1,\"maxValues\":{\"d\":1.5},\"nullCount\":{\"d\":0}}"));
        log().alterTable(new AddConstraint("small", "d < 2"), check);
        assertThat(checks).containsExactly(List.of("f"));
    }

    @Test
    void withoutACheckOnlyWhatIsProvenIsTaken() {
        append(file("proven", "{\"numRecords\":2,\"minValues\":{\"id\":1},\"nullCount\":{\"id\":0}}"));
        assertThat(log().alterTable(POSITIVE).version()).isEqualTo(2);
        table.append("unknown");
        assertThatThrownBy(() -> log().alterTable(new AddConstraint("other", "id > 1")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("table=/data/table", "version=3", "constraint=other", "expression=id > 1");
        assertThat(log().latestSnapshot().version()).isEqualTo(3);
    }

    @Test
    void whatIsAddedBeforeTheCommitIsCheckedByItself() {
        table.append("f1", "f2");
        before(2, () -> {
            table.append("f3", "f4");
            table.remove("f4");
            table.remove("f1");
        });
        before(5, () -> table.append("f5"));
        before(6, () -> table.log().alterTable(new SetProperties(Map.of("delta.enableDeletionVectors", "true"))));
        Snapshot altered = log().alterTable(POSITIVE, check);
        assertThat(altered.version()).isEqualTo(7);
        assertThat(altered.metadata().configuration()).containsKeys(KEY, "delta.enableDeletionVectors");
        assertThat(checks).containsExactly(List.of("f1", "f2"), List.of("f3"), List.of("f5"), List.of());
    }

    @Test
    void aRowThatSlipsInIsRefused() {
        table.append("f1");
        before(2, () -> table.append("bad"));
        RowCheck refusing =
                (read, files, condition) -> files.filter(file -> file.path().equals("bad"))
                        .forEach(file -> {
                            throw new InvalidRequestException(
                                    "A bad row.", ErrorContext.none().with("file", file.path()), "Delete it.");
                        });
        assertThatThrownBy(() -> log().alterTable(POSITIVE, refusing))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("A bad row", "table=/data/table", "version=2", "file=bad");
        assertThat(log().latestSnapshot().version()).isEqualTo(2);
        assertThat(log().latestSnapshot().metadata().configuration()).isEmpty();
    }

    @Test
    void anotherSchemaMeansAnotherCheckOfEverything() {
        table.append("f1");
        before(2, () -> {
            table.log().alterTable(new AddColumns(List.of(NewColumn.of(ColumnPath.of("b"), PrimitiveType.STRING))));
            table.append("f2");
        });
        assertThat(log().alterTable(POSITIVE, check).version()).isEqualTo(4);
        assertThat(checks).containsExactly(List.of("f1"), List.of("f1", "f2"));
    }

    private DeltaLog log() {
        return TestTable.in(faulty).log();
    }

    /** Others write right before our commit of {@code version}. */
    private void before(long version, LogFault.StoreHook others) {
        faulty.on(LogOperation.PUT, LogFile.commit(version).fileName()).runBefore(others);
    }

    private void append(AddFile... files) {
        DeltaLog log = table.log();
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .addAll(List.of(files))
                .commit();
    }

    private static AddFile file(String path, String stats) {
        return AddFile.ofNewFile(path, PartitionValues.none(), 100, 1_700_000_000_000L, Optional.of(stats));
    }
}
