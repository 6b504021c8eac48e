/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which files of the log each operation lists and reads: version 0 to 12, checkpoint at 10. */
class DeltaLogIoTest {
    private final CountingLogStore store = new CountingLogStore(new InMemoryLogStore());
    private TestTable table;

    @BeforeEach
    void twelveCommits() {
        table = TestTable.create(store);
        for (int i = 1; i <= 12; i++) {
            table.append("f" + i);
        }
        store.reset();
    }

    @Test
    void openingReadsTheHintTheCheckpointAndTheCommitsAfterIt() {
        table.log().latestSnapshot();
        assertThat(calls())
                .containsExactly(
                        "READ _last_checkpoint",
                        "LIST 00000000000000000010.",
                        "OPEN 00000000000000000010.checkpoint.parquet",
                        "READ 00000000000000000011.json",
                        "READ 00000000000000000012.json");
    }

    @Test
    void filesAreReadWhenTheyAreAskedFor() {
        Snapshot snapshot = table.log().latestSnapshot();
        store.reset();
        try (Stream<AddFile> files = snapshot.files()) {
            assertThat(calls()).isEmpty();
            assertThat(files.findFirst()).isPresent();
            assertThat(calls()).containsExactly("READ 00000000000000000012.json");
        }
        store.reset();
        assertThat(TestTable.paths(snapshot)).hasSize(12);
        assertThat(calls())
                .containsExactly(
                        "READ 00000000000000000012.json",
                        "READ 00000000000000000011.json",
                        "OPEN 00000000000000000010.checkpoint.parquet");
    }

    @Test
    void aCommitIsOnePut() {
        DeltaLog log = table.log();
        Snapshot read = log.latestSnapshot();
        store.reset();
        Snapshot next = log.newTransaction(read, Operation.WRITE)
                .txn("app", 1)
                .add(TestTable.file("f13"))
                .commit()
                .snapshot();
        assertThat(calls()).containsExactly("PUT 00000000000000000013.json");
        store.reset();
        log.newTransaction(next, Operation.WRITE)
                .txn("app", 2)
                .add(TestTable.file("f14"))
                .commit();
        assertThat(calls()).containsExactly("PUT 00000000000000000014.json");
    }

    @Test
    void aTransactionThatTheSnapshotKnowsCostsNothing() {
        DeltaLog log = table.log();
        Snapshot next = log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .txn("app", 1)
                .add(TestTable.file("f13"))
                .commit()
                .snapshot();
        store.reset();
        log.newTransaction(next, Operation.WRITE)
                .txn("app", 1)
                .add(TestTable.file("f13"))
                .commit();
        assertThat(calls()).isEmpty();
    }

    @Test
    void aLostRaceListsFromTheNextVersionAndReadsTheWinners() {
        DeltaLog log = table.log();
        Snapshot stale = log.latestSnapshot();
        table.append("f13");
        table.append("f14");
        store.reset();
        log.newTransaction(stale, Operation.WRITE).add(TestTable.file("mine")).commit();
        assertThat(calls())
                .containsExactly(
                        "PUT 00000000000000000013.json",
                        "LIST 00000000000000000013.",
                        "READ 00000000000000000013.json",
                        "READ 00000000000000000014.json",
                        "PUT 00000000000000000015.json");
    }

    @Test
    void aRefreshListsFromTheNextVersionAndReadsWhatIsNew() {
        DeltaLog log = table.log();
        Snapshot known = log.latestSnapshot();
        store.reset();
        assertThat(log.refresh(known)).isSameAs(known);
        assertThat(calls()).containsExactly("LIST 00000000000000000013.");
        table.append("f13");
        store.reset();
        assertThat(log.refresh(known).version()).isEqualTo(13);
        assertThat(calls()).containsExactly("LIST 00000000000000000013.", "READ 00000000000000000013.json");
    }

    @Test
    void aRefreshOverACheckpointReadsCommitsOnlyAndLaterTheCheckpoint() {
        DeltaLog log = table.log();
        Snapshot known = log.latestSnapshot();
        for (int i = 13; i <= 21; i++) {
            table.append("f" + i);
        }
        store.reset();
        Snapshot newest = log.refresh(known);
        assertThat(calls()).hasSize(10).first().isEqualTo("LIST 00000000000000000013.");
        assertThat(calls()).noneMatch(call -> call.startsWith("OPEN"));
        store.reset();
        assertThat(TestTable.paths(newest)).hasSize(21);
        assertThat(calls())
                .as("the checkpoint is asked for sidecars, then for the files, which is one look-up")
                .containsExactly("READ 00000000000000000021.json", "OPEN 00000000000000000020.checkpoint.parquet");
    }

    @Test
    void anIndexIsReadOnceAndCarriedOnByCommitsOnly() {
        DeltaLog log = table.log();
        Snapshot known = log.latestSnapshot();
        store.reset();
        assertThat(known.fileIndex().fileCount()).isEqualTo(12);
        assertThat(calls())
                .containsExactly(
                        "READ 00000000000000000012.json",
                        "READ 00000000000000000011.json",
                        "OPEN 00000000000000000010.checkpoint.parquet");
        store.reset();
        assertThat(known.fileIndex()).isSameAs(known.fileIndex());
        assertThat(TestTable.paths(known)).hasSize(12);
        assertThat(calls()).isEmpty();
        for (int i = 13; i <= 21; i++) {
            table.append("f" + i);
        }
        store.reset();
        Snapshot refreshed = log.refresh(known);
        assertThat(calls()).hasSize(10).first().isEqualTo("LIST 00000000000000000013.");
        store.reset();
        assertThat(refreshed.fileIndex().fileCount()).isEqualTo(21);
        assertThat(TestTable.paths(refreshed)).hasSize(21);
        assertThat(calls()).as("the refresh has read what is new").isEmpty();
    }

    @Test
    void aCommitOnAnIndexedSnapshotIsOnePutAndItsIndexReadsThatCommit() {
        DeltaLog log = table.log();
        Snapshot read = log.latestSnapshot();
        assertThat(read.fileIndex().fileCount()).isEqualTo(12);
        store.reset();
        Snapshot next = log.newTransaction(read, Operation.WRITE)
                .add(TestTable.file("f13"))
                .commit()
                .snapshot();
        assertThat(calls()).containsExactly("PUT 00000000000000000013.json");
        store.reset();
        assertThat(next.fileIndex().fileCount()).isEqualTo(13);
        assertThat(read.fileIndex().fileCount()).isEqualTo(12);
        assertThat(calls()).containsExactly("READ 00000000000000000013.json");
    }

    @Test
    void anOlderVersionIsReadFromItsOwnCheckpoint() {
        for (int i = 13; i <= 21; i++) {
            table.append("f" + i);
        }
        store.reset();
        table.log().snapshotAt(11);
        assertThat(calls())
                .containsExactly(
                        "READ _last_checkpoint",
                        "LIST 00000000000000000000.",
                        "OPEN 00000000000000000010.checkpoint.parquet",
                        "READ 00000000000000000011.json");
    }

    @Test
    void historyReadsTheCommitsThatItShows() {
        table.log().history(OptionalInt.of(2));
        assertThat(calls())
                .containsExactly(
                        "LIST 00000000000000000000.",
                        "READ 00000000000000000012.json",
                        "READ 00000000000000000011.json");
    }

    private List<String> calls() {
        return store.calls().stream().map(CountingLogStore.Call::toString).toList();
    }
}
