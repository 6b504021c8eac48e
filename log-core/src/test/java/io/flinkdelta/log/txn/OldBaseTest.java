/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A commit is computed from a version that has been the newest long ago. */
class OldBaseTest {
    private final InMemoryLogStore store = new InMemoryLogStore();

    @ParameterizedTest
    @CsvSource({"interval 1 week, PT1H", "interval 1 week, PT-2H", "interval 0 seconds, PT0S"})
    void isNoneWhereTheCommitsSinceAreCleanedUp(String retention, Duration later) {
        TestTable table = TestTable.create(
                store,
                Map.of("delta.logRetentionDuration", retention, "delta.deletedFileRetentionDuration", retention));
        Snapshot old = table.log().latestSnapshot();
        cleanUpAfterThreeCommits(table);
        assertThatThrownBy(() -> commit(table, old, later))
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("have been cleaned up");
        assertThat(TestTable.paths(table.log().latestSnapshot())).isEqualTo(Set.of("a", "b", "c"));
    }

    @Test
    void isRebasedWhereTheyAreThere() {
        TestTable table = TestTable.create(store);
        Snapshot old = table.log().latestSnapshot();
        table.append("a");
        CommitResult result = commit(table, old, Duration.ofDays(1));
        assertThat(TestTable.committed(result).snapshot().version()).isEqualTo(2);
        assertThat(TestTable.paths(table.log().latestSnapshot())).isEqualTo(Set.of("a", "mine"));
    }

    private static CommitResult commit(TestTable table, Snapshot old, Duration later) {
        try (DeltaLog log = table.log(Clock.offset(Clock.fixed(Instant.now(), ZoneOffset.UTC), later))) {
            return log.newTransaction(old, Operation.WRITE)
                    .add(TestTable.file("mine"))
                    .commit();
        }
    }

    private void cleanUpAfterThreeCommits(TestTable table) {
        table.append("a");
        table.append("b");
        table.append("c");
        table.log().checkpoint(table.log().latestSnapshot());
        for (long version = 0; version < 3; version++) {
            store.delete(LogFile.commit(version).fileName());
        }
    }
}
