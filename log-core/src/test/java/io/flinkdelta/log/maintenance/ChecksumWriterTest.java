/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.CountingLogStore.Call;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.TransactionBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChecksumWriterTest {
    private final InMemoryLogStore honest = new InMemoryLogStore();
    private final CountingLogStore counting = new CountingLogStore(honest);
    private final FaultyLogStore store = new FaultyLogStore(counting);

    @Test
    void eachOfOurCommitsHasAChecksumThatTheTableProves() throws IOException {
        DeltaLog log = create(Map.of("delta.checkpointInterval", "4"));
        Random random = new Random(7);
        Snapshot snapshot = log.latestSnapshot();
        TreeSet<String> live = new TreeSet<>();
        for (int i = 1; i <= 20; i++) {
            TransactionBuilder commit = log.newTransaction(snapshot, Operation.WRITE)
                    .txn("app-" + i % 3, i)
                    .add(TestTable.file("f" + i));
            if (!live.isEmpty() && random.nextBoolean()) {
                commit.remove(TestTable.tombstone(live.pollFirst(), 1));
            }
            live.add("f" + i);
            snapshot = commit.commit().snapshot();
        }
        for (long version = 0; version <= 20; version++) {
            assertProven(version);
        }
        assertThat(log.backgroundCheckpoints().failures()).isZero();
    }

    @Test
    void aChecksumCostsOnePutAndNoReadAfterTheFirst() {
        DeltaLog log = create(Map.of());
        Snapshot snapshot = commit(log, log.latestSnapshot(), 1);
        counting.reset();
        commit(log, snapshot, 2);
        assertThat(counting.calls())
                .extracting(Call::toString)
                .containsExactly("PUT " + name(2).replace(".crc", ".json"), "PUT " + name(2));
        counting.reset();
        DeltaLog another = log();
        Snapshot latest = another.latestSnapshot();
        counting.reset();
        commit(another, latest, 3);
        assertThat(counting.names(LogOperation.READ)).containsExactly(name(2));
    }

    @Test
    void afterACommitOfSomebodyElseWithoutOneThereIsNoneUntilTheNextCheckpoint() throws IOException {
        DeltaLog log = create(Map.of("delta.checkpointInterval", "5"));
        commit(log, log.latestSnapshot(), 1);
        foreign(2, "{\"commitInfo\":{}}\n" + ActionJson.write(TestTable.file("foreign")) + "\n");
        Snapshot snapshot = log.latestSnapshot();
        for (int i = 3; i <= 7; i++) {
            snapshot = commit(log, snapshot, i);
        }
        assertThat(checksums()).containsExactly(name(0), name(1), name(5), name(6), name(7));
        assertProven(5);
        assertProven(7);
    }

    @Test
    void aChecksumThatContradictsTheTableIsNotGoneOnFrom() throws IOException {
        DeltaLog log = create(Map.of());
        commit(log, log.latestSnapshot(), 1);
        foreign(2, "{\"commitInfo\":{}}\n");
        Snapshot second = log.latestSnapshot();
        VersionChecksum first = VersionChecksum.read(honest, 1).orElseThrow();
        String other = new String(honest.read(name(1)).orElseThrow(), StandardCharsets.UTF_8)
                .replace(first.metadata().id(), "another-table");
        honest.putIfAbsent(name(2), LogContent.of(other.getBytes(StandardCharsets.UTF_8)));
        commit(log, second, 3);
        assertThat(checksums()).containsExactly(name(0), name(1), name(2));
    }

    @Test
    void aFileOfUnknownSizeEndsTheChain() {
        DeltaLog log = create(Map.of());
        Snapshot snapshot = commit(log, log.latestSnapshot(), 1);
        var bare = (RemoveFile) ActionJson.parse("{\"remove\":{\"path\":\"f1\",\"dataChange\":true}}")
                .orElseThrow();
        log.newTransaction(snapshot, Operation.WRITE).remove(bare).commit();
        assertThat(checksums()).containsExactly(name(0), name(1));
    }

    @Test
    void transactionsThatExpireAndTooManyOnesAreLeftOut() throws IOException {
        DeltaLog log = create(Map.of("delta.setTransactionRetentionDuration", "interval 1 day"));
        log.newTransaction(log.latestSnapshot(), Operation.WRITE).txn("app", 1).commit();
        assertThat(VersionChecksum.read(honest, 1).orElseThrow().setTransactions())
                .isEmpty();
        assertThat(VersionChecksum.read(honest, 1).orElseThrow().domainMetadata())
                .contains(List.of());
    }

    @Test
    void aFailureIsCountedAndTheCommitStands() throws IOException {
        DeltaLog log = create(Map.of());
        store.on(LogOperation.PUT, name(1)).failBefore();
        Snapshot snapshot = commit(log, log.latestSnapshot(), 1);
        assertThat(snapshot.version()).isEqualTo(1);
        assertThat(log.backgroundCheckpoints().failures()).isEqualTo(1);
        commit(log, snapshot, 2);
        assertThat(checksums()).containsExactly(name(0), name(2));
        assertProven(2);
    }

    @Test
    void whatIsThereIsNotReplaced() throws IOException {
        DeltaLog log = create(Map.of());
        honest.putIfAbsent(name(1), LogContent.of("somebody's".getBytes(StandardCharsets.UTF_8)));
        commit(log, log.latestSnapshot(), 1);
        assertThat(honest.read(name(1)).orElseThrow())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("somebody's");
    }

    private DeltaLog create(Map<String, String> configuration) {
        DeltaLog log = log();
        log.newTable(Operation.CREATE_TABLE)
                .metadata(TestTable.metadata(configuration))
                .commit();
        return log;
    }

    private DeltaLog log() {
        TestTable table = TestTable.in(store);
        return new DeltaLog(table.storage(), table.components().withChecksums(true));
    }

    private static Snapshot commit(DeltaLog log, Snapshot snapshot, int file) {
        return log.newTransaction(snapshot, Operation.WRITE)
                .add(TestTable.file("f" + file))
                .commit()
                .snapshot();
    }

    private void foreign(long version, String lines) throws IOException {
        honest.putIfAbsent(LogFile.commit(version).fileName(), LogContent.of(lines.getBytes(StandardCharsets.UTF_8)));
    }

    private static String name(long version) {
        return new LogFile.Checksum(version).fileName();
    }

    private List<String> checksums() {
        return honest.names().stream().filter(name -> name.endsWith(".crc")).toList();
    }

    /** The checksum says what replaying the log gives. */
    private void assertProven(long version) throws IOException {
        VersionChecksum checksum = VersionChecksum.read(honest, version).orElseThrow();
        LogSnapshot snapshot = LogSnapshot.cast(log().snapshotAt(version));
        try (Stream<AddFile> files = snapshot.files()) {
            List<Long> sizes = files.map(AddFile::size).toList();
            assertThat(checksum.numFiles()).isEqualTo(sizes.size());
            assertThat(checksum.tableSizeBytes())
                    .isEqualTo(sizes.stream().mapToLong(Long::longValue).sum());
        }
        assertThat(checksum.metadata()).isEqualTo(snapshot.metadata());
        assertThat(checksum.protocol()).isEqualTo(snapshot.protocol());
        Map<String, SetTransaction> transactions = new HashMap<>();
        checksum.setTransactions().orElseThrow().forEach(txn -> transactions.put(txn.appId(), txn));
        assertThat(transactions).isEqualTo(snapshot.state().transactions());
        assertThat(checksum.domainMetadata()).contains(List.of());
    }
}
