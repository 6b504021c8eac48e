/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rows that a commit hides, while others hide rows of the same files. */
class RowRebaseTest {
    private final RacedTable table = RacedTable.tracked();

    @Test
    void vectorsOnOtherRowsOfOneFileAreUnited() {
        table.append("a", 10, 11, 12, 13);
        table.append("b", 20, 21);
        Snapshot read = table.latest();
        TransactionBuilder mine = delete(read, Map.of("a", DeletionVector.of(0, 1), "b", DeletionVector.of(1)));
        table.othersHide(Map.of("a", DeletionVector.of(3)));
        Committed committed = TestTable.committed(mine.commit());
        assertThat(committed.attempts()).isEqualTo(2);
        assertThat(table.liveIds()).containsExactly(12L, 20L);
        AddFile a = table.file(committed.snapshot(), "a");
        assertThat(table.vector(a)).isEqualTo(DeletionVector.of(0, 1, 3));
        assertThat(a.baseRowId()).isEqualTo(table.file(read, "a").baseRowId());
        assertThat(table.vectorFiles()).as("theirs, that of b, and the union").hasSize(3);
    }

    @Test
    void theFileOfVectorsThatIsNeededNoMoreIsDeleted() {
        table.append("a", 10, 11, 12, 13);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        List<String> before = table.vectorFiles();
        table.othersHide(Map.of("a", DeletionVector.of(3)));
        mine.commit();
        assertThat(table.vectorFiles()).hasSize(2).doesNotContainAnyElementsOf(before);
    }

    @Test
    void aRaceAboutOtherFilesChangesNoVector() {
        table.append("a", 10, 11);
        table.append("b", 20, 21);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        table.othersHide(Map.of("b", DeletionVector.of(0)));
        List<String> before = table.vectorFiles();
        mine.commit();
        assertThat(table.vectorFiles()).isEqualTo(before);
        assertThat(table.liveIds()).containsExactly(11L, 21L);
    }

    @Test
    void rowsThatBothDeleteAreDeletedOnce() {
        table.append("a", 10, 11, 12, 13);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0, 1)));
        table.othersHide(Map.of("a", DeletionVector.of(1, 2)));
        Snapshot after = mine.commit().snapshot();
        assertThat(table.file(after, "a").deletionVector().orElseThrow().cardinality())
                .isEqualTo(3);
        assertThat(table.liveIds()).containsExactly(13L);
    }

    @Test
    void nothingIsLeftToDelete() {
        table.append("a", 10, 11);
        table.append("b", 20, 21);
        TransactionBuilder mine = delete(
                        table.latest(), Map.of("a", DeletionVector.of(0, 1), "b", DeletionVector.of(0)))
                .txn("app", 1);
        table.othersHide(Map.of("a", DeletionVector.of(0, 1), "b", DeletionVector.of(0)));
        Snapshot after = mine.commit().snapshot();
        assertThat(after.transactionVersion("app")).hasValue(1);
        assertThat(table.liveIds()).containsExactly(21L);
        assertThat(table.vectorFiles()).hasSize(1);
    }

    @Test
    void aRowThatIsGoneIsNotUpdated() {
        table.append("a", 10, 11, 12);
        TransactionBuilder mine =
                delete(table.latest(), Map.of("a", DeletionVector.of(0, 1))).add(TestTable.file("new versions", 2));
        List<String> before = table.vectorFiles();
        table.othersHide(Map.of("a", DeletionVector.of(1)));
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("rule=ConcurrentRowChange", "file=a", "deleted or updated rows");
        assertThat(table.liveIds()).containsExactly(10L, 12L);
        assertThat(table.vectorFiles()).as("ours is the committer's to delete").containsAll(before);
    }

    @Test
    void aRowThatOthersUpdateIsNotGone() {
        table.append("a", 10, 11, 12);
        Snapshot read = table.latest();
        TransactionBuilder mine = delete(read, Map.of("a", DeletionVector.of(0, 1)));
        TransactionBuilder ofAnotherRow = delete(read, Map.of("a", DeletionVector.of(2)));
        delete(read, Map.of("a", DeletionVector.of(1)))
                .add(TestTable.file("new version of 11", 1))
                .commit();
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("rule=ConcurrentRowChange", "file=a", "updated rows that this commit deletes");
        ofAnotherRow.commit();
    }

    @Test
    void anUpdateOfOtherRowsGoesThrough() {
        table.append("a", 10, 11, 12);
        table.append("c", 10);
        AddFile newVersions = table.file(table.latest(), "c");
        table.log()
                .newTransaction(table.latest(), Operation.WRITE)
                .remove(RacedTable.removal(newVersions, true))
                .commit();
        TransactionBuilder mine =
                delete(table.latest(), Map.of("a", DeletionVector.of(0))).add(newVersions);
        table.othersHide(Map.of("a", DeletionVector.of(1)));
        mine.commit();
        assertThat(table.liveIds()).containsExactly(10L, 12L);
    }

    @Test
    void aChangeFeedIsNotToldOfARowTwice() {
        RacedTable fed = new RacedTable(Map.of("delta.enableChangeDataFeed", "true"));
        fed.append("a", 10, 11, 12);
        Snapshot read = fed.latest();
        AddCDCFile change = new AddCDCFile("_change_data/c", PartitionValues.none(), 1, Map.of());
        TransactionBuilder mine = fed.log()
                .newTransaction(read, Operation.DELETE)
                .deleteRows(fed.hide(read, Map.of("a", DeletionVector.of(0, 1))))
                .changeFiles(List.of(change));
        TransactionBuilder other = fed.log()
                .newTransaction(read, Operation.DELETE)
                .deleteRows(fed.hide(read, Map.of("a", DeletionVector.of(2))))
                .changeFiles(List.of(new AddCDCFile("_change_data/d", PartitionValues.none(), 1, Map.of())));
        fed.log()
                .newTransaction(read, Operation.DELETE)
                .deleteRows(fed.hide(read, Map.of("a", DeletionVector.of(1))))
                .changeFiles(List.of(new AddCDCFile("_change_data/e", PartitionValues.none(), 1, Map.of())))
                .commit();
        assertThatThrownBy(mine::commit).hasMessageContaining("rule=ConcurrentRowChange");
        other.commit();
        assertThat(fed.liveIds()).containsExactly(10L);
    }

    @Test
    void rowsThatCameBackAreAConflict() {
        table.append("a", 10, 11, 12);
        AddFile whole = table.file(table.latest(), "a");
        table.othersHide(Map.of("a", DeletionVector.of(2)));
        Snapshot read = table.latest();
        TransactionBuilder mine = delete(read, Map.of("a", DeletionVector.of(0)));
        table.foreign(
                read.version() + 1,
                List.of(
                        CommitInfo.of(JsonNodeFactory.instance.objectNode().put("operation", "RESTORE")),
                        RacedTable.removal(table.file(read, "a"), true),
                        whole));
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("RESTORE", "brought rows of the file back");
    }

    @Test
    void rowsThatWereGoneAndCameBackAreAConflict() {
        table.append("a", 10, 11, 12);
        AddFile whole = table.file(table.latest(), "a");
        TransactionBuilder some = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        TransactionBuilder all = delete(table.latest(), Map.of("a", DeletionVector.of(0, 1, 2)));
        table.othersHide(Map.of("a", DeletionVector.of(0, 1, 2)));
        table.foreign(
                table.latest().version() + 1,
                List.of(CommitInfo.of(JsonNodeFactory.instance.objectNode().put("operation", "RESTORE")), whole));
        for (TransactionBuilder mine : List.of(some, all)) {
            assertThatThrownBy(mine::commit)
                    .isInstanceOf(CommitConflictException.class)
                    .hasMessageContainingAll("RESTORE", "brought rows of the file back");
        }
        assertThat(table.liveIds()).containsExactly(10L, 11L, 12L);
    }

    @Test
    void rowsThatWereMovedAndGoneAndCameBackAreAConflict() {
        table.append("a", 10, 11, 12);
        AddFile whole = table.file(table.latest(), "a");
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        table.othersRewrite("b", false);
        table.othersHide(Map.of("b", DeletionVector.of(0)));
        Snapshot read = table.latest();
        table.foreign(
                read.version() + 1,
                List.of(
                        CommitInfo.of(JsonNodeFactory.instance.objectNode().put("operation", "RESTORE")),
                        RacedTable.removal(table.file(read, "b"), true),
                        whole));
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("RESTORE", "brought rows of the file back");
    }

    /** Read after a rewrite, the rows' older place is unknown to whoever deletes them. */
    @Test
    void rowsThatAreGoneAndComeBackInAnOlderFileAreAConflict() {
        table.append("a", 10, 11, 12);
        AddFile older = table.file(table.latest(), "a");
        table.othersRewrite("b", false);
        TransactionBuilder some = delete(table.latest(), Map.of("b", DeletionVector.of(0)));
        TransactionBuilder all = delete(table.latest(), Map.of("b", DeletionVector.of(0, 1, 2)));
        table.foreign(table.latest().version() + 1, List.of(RacedTable.removal(table.file(table.latest(), "b"), true)));
        table.foreign(
                table.latest().version() + 1,
                List.of(CommitInfo.of(JsonNodeFactory.instance.objectNode().put("operation", "RESTORE")), older));
        for (TransactionBuilder mine : List.of(some, all)) {
            assertThatThrownBy(mine::commit)
                    .isInstanceOf(CommitConflictException.class)
                    .hasMessageContainingAll("RESTORE", "may hold rows again");
        }
    }

    @Test
    void aBlindAppendBringsNothingBack() {
        table.append("a", 10, 11, 12);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        table.othersHide(Map.of("a", DeletionVector.of(0, 1)));
        table.append("c", 10);
        mine.commit();
        assertThat(table.liveIds()).containsExactly(10L, 12L);
    }

    @Test
    void aFileWhoseRowsWereChangedAndWrittenAnewIsAConflict() {
        table.append("a", 10, 11, 12);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        table.othersRewrite("b", true);
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("rule=ConcurrentDeleteDelete", "file=a");
        assertThat(table.liveIds()).containsExactly(10L, 11L, 12L);
    }

    @Test
    void whoDependsOnOtherRowsOfTheFileSaysSo() {
        table.append("a", 10, 11, 12);
        Snapshot read = table.latest();
        TransactionBuilder byFilter =
                delete(read, Map.of("a", DeletionVector.of(0))).readWhere(Expression.parse("id < 11"));
        TransactionBuilder byFile =
                delete(read, Map.of("a", DeletionVector.of(1))).readFiles(RacedTable.files(read));
        table.othersHide(Map.of("a", DeletionVector.of(2)));
        byFilter.commit();
        assertThatThrownBy(byFile::commit).hasMessageContaining("rule=ConcurrentDeleteRead");
        assertThat(table.liveIds()).containsExactly(11L);
    }

    @Test
    void whatWasWrittenForAnAttemptGoesWhenTheWorkWasDoneBefore() {
        table.append("a", 10, 11, 12, 13);
        Snapshot read = table.latest();
        TransactionBuilder again =
                delete(read, Map.of("a", DeletionVector.of(0))).txn("app", 1);
        delete(read, Map.of("a", DeletionVector.of(0))).txn("app", 1).commit();
        List<String> before = table.vectorFiles();
        assertThat(again.commit()).isInstanceOf(AlreadyCommitted.class);
        assertThat(table.vectorFiles()).isEqualTo(before);
        assertThat(table.liveIds()).isEqualTo(Set.of(11L, 12L, 13L));
    }

    @Test
    void theVectorsOfACommitThatMayHaveLandedStay() {
        table.append("a", 10, 11, 12, 13);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        table.othersHide(Map.of("a", DeletionVector.of(3)));
        String landed = "00000000000000000003.json";
        table.store().on(LogOperation.PUT, landed).failAfter(() -> new IOException("claims that nothing happened"));
        table.store().on(LogOperation.LIST).afterSkipping(1).always().failBefore();
        assertThatThrownBy(mine::commit).isInstanceOf(OutcomeUnknownException.class);
        table.store().heal();
        assertThat(table.liveIds()).containsExactly(11L, 12L);
        assertThat(table.vector(table.file(table.latest(), "a"))).isEqualTo(DeletionVector.of(0, 3));
    }

    @Test
    void aCommitThatWasLostIsMadeAgain() {
        table.append("a", 10, 11, 12, 13);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0)));
        table.othersHide(Map.of("a", DeletionVector.of(3)));
        table.store().on(LogOperation.PUT, "00000000000000000003.json").unknownWithoutEffect();
        assertThatThrownBy(mine::commit).isInstanceOf(OutcomeUnknownException.class);
        TestTable.committed(mine.commit());
        assertThat(table.liveIds()).containsExactly(11L, 12L);
    }

    @Test
    void aCommitThatIsFoundInTheLogGetsNoChecksumOfRowsWhereTheyWereBefore() throws IOException {
        table.append("a", 10, 11, 12, 13);
        TransactionBuilder mine = delete(table.latest(), Map.of("a", DeletionVector.of(0, 1)));
        table.othersHide(Map.of("a", DeletionVector.of(1)));
        table.store().on(LogOperation.PUT, "00000000000000000003.crc").failBefore();
        mine.commit();
        assertThat(VersionChecksum.read(table.store(), 2)).isPresent();
        assertThat(TestTable.committed(mine.commit()).version()).isEqualTo(3);
        assertThat(VersionChecksum.read(table.store(), 3)).isEmpty();
    }

    private TransactionBuilder delete(Snapshot read, Map<String, DeletionVector> rows) {
        return table.log().newTransaction(read, Operation.DELETE).deleteRows(table.hide(read, rows));
    }
}
