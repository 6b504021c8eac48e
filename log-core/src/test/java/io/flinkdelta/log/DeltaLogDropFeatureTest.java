/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.alter.AlterTable.DropFeature;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Features that readers have to know are dropped behind checkpoints. */
class DeltaLogDropFeatureTest {
    private static final String PROTECTED_BEFORE = "delta.requireCheckpointProtectionBeforeVersion";
    private static final DropFeature DROP = new DropFeature("vacuumProtocolCheck");

    private final InMemoryLogStore store = new InMemoryLogStore();
    private final FaultyLogStore faulty = new FaultyLogStore(store);
    private final TestTable table = create("delta.feature.vacuumProtocolCheck", "supported");

    private TestTable create(String property, String value) {
        TestTable created = TestTable.create(store);
        created.append("f1");
        created.log().alterTable(new SetProperties(Map.of(property, value)));
        return created;
    }

    @Test
    void checkpointsComeBeforeAndAfter() {
        Snapshot altered = log().alterTable(DROP);
        assertThat(altered.version()).isEqualTo(6);
        assertThat(altered.protocol().readerFeatures()).isEmpty();
        assertThat(altered.protocol().writerFeatures().orElseThrow())
                .contains("checkpointProtection")
                .doesNotContain("vacuumProtocolCheck");
        assertThat(altered.metadata().configuration()).containsEntry(PROTECTED_BEFORE, "6");
        assertThat(checkpoints()).containsExactly(3L, 4L, 5L, 6L);
        assertThat(log().history(OptionalInt.of(4)).stream().map(DeltaLogDropFeatureTest::operation))
                .containsExactly("DROP FEATURE", "Empty Commit", "Empty Commit", "Empty Commit");
        Snapshot read = table.log().latestSnapshot();
        assertThat(read.protocol()).isEqualTo(altered.protocol());
        assertThat(TestTable.paths(read)).containsExactly("f1");
        assertThat(table.append("f2").version()).isEqualTo(7);
    }

    @Test
    void whatOthersWriteBeforeTheDropGoesBehindCheckpointsToo() {
        faulty.on(LogOperation.PUT, LogFile.commit(6).fileName()).runBefore(() -> table.append("f2"));
        Snapshot altered = log().alterTable(DROP);
        assertThat(altered.version()).isEqualTo(10);
        assertThat(altered.metadata().configuration()).containsEntry(PROTECTED_BEFORE, "10");
        assertThat(checkpoints()).containsExactly(3L, 4L, 5L, 7L, 8L, 9L, 10L);
        assertThat(TestTable.paths(altered)).containsExactly("f1", "f2");
    }

    @Test
    void withoutACheckpointTheFeatureStays() {
        faulty.on(LogOperation.PUT, LogFile.checkpoint(4).fileName()).failBefore();
        assertThatThrownBy(() -> log().alterTable(DROP)).isInstanceOf(StorageUnavailableException.class);
        Protocol protocol = table.log().latestSnapshot().protocol();
        assertThat(protocol.readerFeatures().orElseThrow()).contains("vacuumProtocolCheck");
    }

    @Test
    void aCheckpointPolicyIsSetBackFirst() {
        DeltaLog log = log();
        log.alterTable(new SetProperties(Map.of("delta.checkpointPolicy", "v2")));
        log.checkpoint(log.latestSnapshot());
        assertThatThrownBy(() -> log.alterTable(new DropFeature("v2Checkpoint")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("uses this feature", "table=/data/table", "feature=v2Checkpoint");
        assertThat(log.latestSnapshot().version()).isEqualTo(3);
        log.alterTable(new SetProperties(Map.of("delta.checkpointPolicy", "classic")));
        Snapshot altered = log.alterTable(new DropFeature("v2Checkpoint"));
        assertThat(altered.protocol().readerFeatures().orElseThrow()).containsExactly("vacuumProtocolCheck");
        assertThat(checkpoints()).containsExactly(5L, 6L, 7L, 8L);
    }

    private DeltaLog log() {
        return TestTable.in(faulty).log();
    }

    private static String operation(HistoryEntry entry) {
        return entry.commitInfo().orElseThrow().operation().orElseThrow();
    }

    /** The versions that have a classic checkpoint. */
    private List<Long> checkpoints() {
        return store.names().stream()
                .filter(name -> name.endsWith(".checkpoint.parquet"))
                .map(name -> Long.parseLong(name.substring(0, 20)))
                .sorted()
                .toList();
    }
}
