/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows that a commit hides, while others rewrite the files that they are in. */
class RowRelocationTest {
    private final RacedTable tracked = RacedTable.tracked();
    private final RacedTable untracked = new RacedTable(Map.of());

    @Test
    void rowsAreFoundByTheirIds() {
        tracked.append("a", 10, 11, 12, 13);
        tracked.append("b", 20, 21, 22);
        tracked.othersHide(Map.of("a", DeletionVector.of(1)));
        TransactionBuilder mine = delete(tracked, Map.of("a", DeletionVector.of(0, 3), "b", DeletionVector.of(1)));
        tracked.othersRewrite("c", false);
        Snapshot after = mine.commit().snapshot();
        assertThat(tracked.liveIds()).containsExactly(12L, 20L, 22L);
        assertThat(RacedTable.files(after)).singleElement().satisfies(file -> {
            assertThat(file.path()).isEqualTo("c");
            assertThat(tracked.vector(file)).isEqualTo(DeletionVector.of(1, 3, 5));
        });
        assertThat(tracked.vectorFiles())
                .as("that of a before, and the new one")
                .hasSize(2);
    }

    @Test
    void rowsAreFollowedThroughSeveralCommits() {
        tracked.append("a", 10, 11, 12, 13);
        tracked.append("b", 20, 21, 22);
        TransactionBuilder mine = delete(tracked, Map.of("a", DeletionVector.of(0, 3), "b", DeletionVector.of(1)));
        tracked.othersHide(Map.of("a", DeletionVector.of(1, 3)));
        tracked.othersRewrite("c", false);
        tracked.othersHide(Map.of("c", DeletionVector.of(0)));
        tracked.othersRewrite("d", false);
        mine.commit();
        assertThat(tracked.liveIds()).containsExactly(12L, 22L);
        assertThat(RacedTable.files(tracked.latest()))
                .extracting(file -> file.path())
                .containsExactly("d");
    }

    @Test
    void allRowsOfTheNewFileAreGone() {
        tracked.append("a", 10);
        tracked.append("b", 20);
        TransactionBuilder mine = delete(tracked, Map.of("a", DeletionVector.of(0), "b", DeletionVector.of(0)));
        tracked.othersRewrite("c", false);
        mine.commit();
        assertThat(tracked.liveIds()).isEmpty();
        assertThat(RacedTable.files(tracked.latest())).isEmpty();
    }

    @Test
    void withoutRowIdsTheCommitterMustKnow() {
        untracked.append("a", 10, 11, 12);
        TransactionBuilder mine = delete(untracked, Map.of("a", DeletionVector.of(0)));
        untracked.othersRewrite("b", false);
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("rule=ConcurrentDeleteDelete", "file=a", "delta.enableRowTracking = true");
        assertThat(untracked.liveIds()).containsExactly(10L, 11L, 12L);
    }

    @Test
    void theCommitterFindsItsRows() {
        untracked.append("a", 10, 11, 12);
        untracked.append("b", 20);
        TransactionBuilder mine = delete(untracked, Map.of("a", DeletionVector.of(0, 2)))
                .relocateRows((rows, rewritten) -> {
                    assertThat(rows.file().path()).isEqualTo("a");
                    return List.of(new HiddenRows(rewritten.get(0), DeletionVector.of(1, 3)));
                });
        untracked.othersRewrite("c", false);
        mine.commit();
        assertThat(untracked.liveIds()).containsExactly(11L, 20L);
    }

    @Test
    void aRowThatIsNotFoundIsAConflict() {
        untracked.append("a", 10, 11, 12);
        TransactionBuilder mine = delete(untracked, Map.of("a", DeletionVector.of(0, 2)))
                .relocateRows((rows, rewritten) -> List.of(new HiddenRows(rewritten.get(0), DeletionVector.of(1))));
        untracked.othersRewrite("c", false);
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("rule=ConcurrentRowChange", "deletes 2 rows, and 1 of them");
    }

    @Test
    void aFileThatIsVacuumedAlreadyIsAConflict() {
        tracked.append("a", 10, 11, 12);
        TransactionBuilder mine = delete(tracked, Map.of("a", DeletionVector.of(0)));
        tracked.othersRewrite("b", false);
        tracked.data().delete("a");
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContainingAll("rule=ConcurrentRowChange", "0 of them");
    }

    private static TransactionBuilder delete(RacedTable table, Map<String, DeletionVector> rows) {
        Snapshot read = table.latest();
        return table.log().newTransaction(read, Operation.DELETE).deleteRows(table.hide(read, rows));
    }
}
