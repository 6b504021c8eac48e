/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.DeltaLogComponents;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class BackgroundCheckpointsTest {
    private final InMemoryLogStore honest = new InMemoryLogStore();
    private final FaultyLogStore store = new FaultyLogStore(honest);

    @Test
    void theIntervalIsTheTables() {
        commit(TestTable.create(store, Map.of("delta.checkpointInterval", "3")).log(), 7);
        assertThat(checkpoints()).containsExactly("00000000000000000003", "00000000000000000006");
    }

    @Test
    void theDefaultIntervalIsTen() {
        commit(TestTable.create(store).log(), 21);
        assertThat(checkpoints()).containsExactly("00000000000000000010", "00000000000000000020");
    }

    @Test
    void aFailureIsCountedAndTheCommitStands() {
        DeltaLog log =
                TestTable.create(store, Map.of("delta.checkpointInterval", "2")).log();
        store.on(LogOperation.PUT, BackgroundCheckpointsTest::isCheckpoint).failBefore();
        store.on(LogOperation.PUT, BackgroundCheckpointsTest::isCheckpoint)
                .failBefore(() -> new OutOfMemoryError("scripted"));
        assertThat(commit(log, 6).version()).isEqualTo(6);
        assertThat(log.backgroundCheckpoints().failures()).isEqualTo(2);
        assertThat(checkpoints()).containsExactly("00000000000000000006");
        assertThat(log.latestSnapshot().version()).isEqualTo(6);
    }

    @Test
    void commitsDoNotWaitAndOneWaitingCheckpointServesAll() {
        Queue<Runnable> work = new ArrayDeque<>();
        DeltaLog log = logWith(work::add, 2);
        commit(log, 9);
        assertThat(work).hasSize(1);
        assertThat(checkpoints()).isEmpty();
        work.remove().run();
        assertThat(checkpoints()).containsExactly("00000000000000000008");
        Snapshot latest = log.latestSnapshot();
        assertThat(TestTable.paths(latest)).hasSize(9);
        log.newTransaction(latest, Operation.WRITE).add(TestTable.file("f10")).commit();
        work.remove().run();
        assertThat(checkpoints()).containsExactly("00000000000000000008", "00000000000000000010");
    }

    @Test
    void anExecutorThatTakesNoMoreIsAFailureOfTheCheckpointOnly() {
        DeltaLog log = logWith(
                work -> {
                    throw new RejectedExecutionException("full");
                },
                2);
        assertThat(commit(log, 4).version()).isEqualTo(4);
        assertThat(log.backgroundCheckpoints().failures()).isEqualTo(2);
    }

    @Test
    void closingWaitsForTheCheckpointThatIsBeingWritten() throws Exception {
        TestTable table = TestTable.create(store, Map.of("delta.checkpointInterval", "2"));
        LogFault.Pause pause = store.on(LogOperation.PUT, BackgroundCheckpointsTest::isCheckpoint)
                .pauseBefore();
        DeltaLog log = new DeltaLog(
                table.storage(),
                DeltaLogComponents.defaults()
                        .withCommitSettings(table.components().commitSettings()));
        commit(log, 2);
        pause.awaitReached();
        assertThat(log.backgroundCheckpoints().awaitIdle(Duration.ZERO)).isFalse();
        pause.release();
        log.close();
        assertThat(checkpoints()).containsExactly("00000000000000000002");
    }

    @Test
    void theHintNeverGoesBack() throws Exception {
        TestTable table = TestTable.create(store, Map.of("delta.checkpointInterval", "100"));
        DeltaLog log = table.log();
        Snapshot third = commit(log, 3);
        Snapshot fifth = log.newTransaction(third, Operation.WRITE)
                .add(TestTable.file("x"))
                .commit()
                .snapshot();
        assertThat(log.checkpoint(fifth)).isTrue();
        assertThat(log.checkpoint(third)).isTrue();
        assertThat(log.checkpoint(third)).isFalse();
        assertThat(new String(honest.read("_last_checkpoint").orElseThrow(), StandardCharsets.UTF_8))
                .startsWith("{\"version\":4,\"size\":6,\"sizeInBytes\":")
                .containsPattern(",\"numOfAddFiles\":4,\"checksum\":\"[0-9a-f]{32}\"}$");
    }

    private DeltaLog logWith(Executor executor, int interval) {
        TestTable table = TestTable.create(store, Map.of("delta.checkpointInterval", "" + interval));
        return new DeltaLog(table.storage(), table.components().withCheckpointExecutor(executor));
    }

    private static Snapshot commit(DeltaLog log, int commits) {
        Snapshot snapshot = log.latestSnapshot();
        for (int i = 1; i <= commits; i++) {
            snapshot = log.newTransaction(snapshot, Operation.WRITE)
                    .add(TestTable.file("f" + i))
                    .commit()
                    .snapshot();
        }
        return snapshot;
    }

    private List<String> checkpoints() {
        return honest.names().stream()
                .filter(BackgroundCheckpointsTest::isCheckpoint)
                .map(name -> name.substring(0, 20))
                .toList();
    }

    private static boolean isCheckpoint(String name) {
        return name.endsWith(".checkpoint.parquet");
    }
}
