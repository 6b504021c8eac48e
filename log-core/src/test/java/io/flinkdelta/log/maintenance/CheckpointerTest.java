/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CheckpointerTest {
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

    private final InMemoryLogStore honest = new InMemoryLogStore();
    private final FaultyLogStore store = new FaultyLogStore(honest);

    @Test
    void tombstonesStayUntilTheirRetentionIsOver() {
        assertThat(tombstonesAfterCheckpoint(Map.of(), Duration.ofDays(6))).containsExactly("old");
        honest.names().forEach(honest::delete);
        assertThat(tombstonesAfterCheckpoint(Map.of(), Duration.ofDays(8))).isEmpty();
        honest.names().forEach(honest::delete);
        assertThat(tombstonesAfterCheckpoint(
                        Map.of("delta.deletedFileRetentionDuration", "interval 30 days"), Duration.ofDays(8)))
                .containsExactly("old");
    }

    private Set<String> tombstonesAfterCheckpoint(Map<String, String> configuration, Duration age) {
        TestTable table = TestTable.create(store, configuration);
        DeltaLog log = table.log(Clock.fixed(NOW, ZoneOffset.UTC));
        table.append("old");
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .remove(TestTable.tombstone("old", NOW.minus(age).toEpochMilli()))
                .commit();
        log.checkpoint(log.latestSnapshot());
        Set<String> tombstones = new TreeSet<>();
        try (ActionIterator actions = LogSnapshot.cast(log.latestSnapshot()).filesAndTombstones()) {
            actions.forEachRemaining(action -> tombstones.add(((RemoveFile) action).path()));
        }
        return tombstones;
    }

    @Test
    void aCheckpointThatCannotBeWrittenLeavesTheTableReadable() {
        TestTable table = TestTable.create(store);
        table.append("f");
        DeltaLog log = table.log();
        store.on(LogOperation.PUT).failBefore();
        assertThatThrownBy(() -> log.checkpoint(log.latestSnapshot()))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("version=1");
        assertThat(honest.names()).noneMatch(name -> name.contains("checkpoint"));
        store.on(LogOperation.OVERWRITE).failBefore();
        assertThatThrownBy(() -> log.checkpoint(log.latestSnapshot())).isInstanceOf(StorageUnavailableException.class);
        assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("f");
    }

    @Test
    void aLostAnswerToACheckpointThatLandedIsASuccess() {
        TestTable table = TestTable.create(store);
        store.on(LogOperation.PUT).unknownWithEffect();
        assertThat(table.log().checkpoint(table.log().latestSnapshot())).isTrue();
        assertThat(honest.names()).contains("_last_checkpoint");
    }

    @Test
    void aLostCheckpointIsNone() {
        TestTable table = TestTable.create(store);
        store.on(LogOperation.PUT).unknownWithoutEffect();
        assertThat(table.log().checkpoint(table.log().latestSnapshot())).isFalse();
        assertThat(honest.names()).doesNotContain("_last_checkpoint");
    }
}
