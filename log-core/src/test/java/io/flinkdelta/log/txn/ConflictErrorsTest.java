/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A conflict tells who won, by which rule, about which file, and what to do. */
class ConflictErrorsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final TestTable table = TestTable.create(new InMemoryLogStore());
    private final DeltaLog log = table.log(Clock.fixed(NOON, ZoneOffset.UTC));

    @Test
    void bothCommitsTheRuleAndTheFileAreNamed() {
        table.append("old", "other");
        Snapshot read = log.latestSnapshot();
        TransactionBuilder theirs = log.newTransaction(read, Operation.DELETE)
                .txn("their-app", 7)
                .engineInfo("Other/1.0")
                .remove(TestTable.tombstone("old", 1))
                .commitInfoField("userName", TextNode.valueOf("ada"))
                .commitInfoField("job", JsonNodeFactory.instance.objectNode().put("jobId", "12"));
        theirs.commit();
        TransactionBuilder mine = log.newTransaction(read, Operation.WRITE)
                .remove(TestTable.tombstone("old", 2))
                .add(TestTable.file("mine"));
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll(
                        "The commit (WRITE, computed from version 1) conflicts with version 2 (DELETE by Other/1.0),"
                                + " because it removed the file old, as this commit does.",
                        "table=/data/table, readVersion=1, txnId=" + mine.txnId(),
                        "rule=ConcurrentDeleteDelete, file=old, winningVersion=2, winningTxnId=" + theirs.txnId(),
                        "winningTime=2026-01-01T12:00:00Z, winningJob={\"jobId\":\"12\"}, winningUser=ada",
                        "winningApplications=[their-app]",
                        "Read the table anew and compute the change again.");
    }

    @Test
    void theTablesIsolationLevelCounts() {
        TestTable strict = TestTable.create(new InMemoryLogStore(), Map.of("delta.isolationLevel", "Serializable"));
        Snapshot read = strict.log().latestSnapshot();
        strict.append("theirs");
        assertThatThrownBy(() -> strict.log()
                        .newTransaction(read, Operation.WRITE)
                        .readWholeTable()
                        .add(TestTable.file("mine"))
                        .commit())
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("rule=ConcurrentAppend, file=theirs");
    }
}
