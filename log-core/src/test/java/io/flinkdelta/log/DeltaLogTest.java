/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import io.flinkdelta.log.txn.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class DeltaLogTest {
    private final InMemoryLogStore store = new InMemoryLogStore();

    @Test
    void anEmptyFolderIsNoTable() {
        DeltaLog log = TestTable.in(store).log();
        assertThat(log.latestSnapshotIfExists()).isEmpty();
        assertThatThrownBy(log::latestSnapshot)
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("not a Delta table")
                .hasMessageContaining("table=/data/table");
    }

    @Test
    void theNewestVersionIsToldByOneListing() {
        TestTable.create(store).append("a");
        CountingLogStore counting = new CountingLogStore(store);
        TestTable table = TestTable.in(counting);
        assertThat(table.log().newestVersion(0)).isEqualTo(1);
        assertThat(table.log().newestVersion(1)).isEqualTo(1);
        assertThat(table.log().newestVersion(7)).isEqualTo(7);
        assertThat(counting.calls())
                .hasSize(3)
                .extracting(CountingLogStore.Call::operation)
                .containsOnly(LogOperation.LIST);
    }

    @Test
    void aTableIsCreatedOnce() {
        TestTable table = TestTable.create(store);
        assertThat(table.log().latestSnapshot().version()).isZero();
        assertThatThrownBy(() -> table.log()
                        .newTable(Operation.CREATE_TABLE)
                        .metadata(TestTable.metadata(Map.of()))
                        .commit())
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("version 0 (CREATE TABLE by flink-delta");
    }

    @Test
    void manyCommitsAndCheckpointsAreReadBack() {
        TestTable table = TestTable.create(store);
        DeltaLog log = table.log();
        Snapshot snapshot = log.latestSnapshot();
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 1; i <= 35; i++) {
            expected.add("f" + i);
            Committed committed = TestTable.committed(log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                    .txn("app", i)
                    .add(TestTable.file("f" + i))
                    .commit());
            assertThat(committed.version()).isEqualTo(i);
            snapshot = committed.snapshot();
            assertThat(TestTable.paths(snapshot)).isEqualTo(expected);
            Snapshot fresh = log.latestSnapshot();
            assertThat(fresh.version()).isEqualTo(i);
            assertThat(fresh.transactionVersion("app")).hasValue(i);
            assertThat(TestTable.paths(fresh)).isEqualTo(expected);
        }
        assertThat(store.names()).contains("00000000000000000030.checkpoint.parquet", "_last_checkpoint");
        assertThat(log.backgroundCheckpoints().failures()).isZero();
        assertThat(log.newTransaction(snapshot, Operation.STREAMING_UPDATE)
                        .txn("app", 30)
                        .commit())
                .isInstanceOf(AlreadyCommitted.class);
        assertThat(log.history(OptionalInt.of(3)))
                .extracting(entry -> entry.version())
                .containsExactly(35L, 34L, 33L);
        List<Long> versions = new ArrayList<>();
        log.history(OptionalInt.empty()).forEach(entry -> versions.add(entry.version()));
        assertThat(versions).hasSize(36).startsWith(35L).endsWith(0L);
    }

    @Test
    void closingWaitsForACheckpointThatHasNotBegun() throws InterruptedException {
        TestTable table = TestTable.create(store, Map.of("delta.checkpointInterval", "1"));
        Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        DeltaLog log =
                new DeltaLog(table.storage(), DeltaLogComponents.defaults().withCheckpointExecutor(tasks::add));
        log.newTransaction(log.latestSnapshot(), Operation.STREAMING_UPDATE)
                .add(TestTable.file("f"))
                .commit();
        Thread closing = new Thread(log::close);
        closing.start();
        while (closing.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        tasks.remove().run();
        closing.join();
        assertThat(store.names()).contains("00000000000000000001.checkpoint.parquet");
    }
}
