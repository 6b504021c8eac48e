/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CommitConflictException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.parquet.io.PositionOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A commit with deletion vectors and a change file whose answer is lost, after others made it write new vectors. */
class LostRowDeletesTest {
    private static final String CHANGES = "_change_data/mine";
    /** Of our first attempt, which others take; that of the second one is the next. */
    private static final long FIRST = 2;

    private static final String SECOND = LogFile.commit(FIRST + 1).fileName();

    private final RacedTable table = new RacedTable(Map.of("delta.enableChangeDataFeed", "true"));
    private TransactionBuilder mine;
    private List<String> firstVectors;

    @BeforeEach
    void twoCommitsHideRowsOfOneFile() {
        table.append("a", 10, 11, 12, 13);
        mine = delete(0);
        firstVectors = table.vectorFiles();
        table.othersHide(Map.of("a", DeletionVector.of(3)));
        assertThat(table.latest().version()).isEqualTo(FIRST);
    }

    @Test
    void itLanded() {
        put().unknownWithEffect();
        assertLanded(mine.commit());
        assertThat(table.liveIds()).containsExactly(11L, 12L);
        assertThat(table.vectorFiles()).hasSize(2).doesNotContainAnyElementsOf(firstVectors);
    }

    @Test
    void itLandedAndOthersWentOnTopOfIt() {
        put().unknownWithEffect();
        put().runAfter(() -> table.othersHide(Map.of("a", DeletionVector.of(2))));
        assertLanded(mine.commit());
        assertThat(table.liveIds()).containsExactly(11L);
        assertThat(table.vectorFiles()).hasSize(3);
    }

    /** The put is repeated out of sight, and meets itself. */
    @Test
    void aRetryMeetsItsOwnSuccess() {
        put().failAfter(() -> new IOException("claims that nothing happened"));
        assertLanded(mine.commit());
        assertThat(table.liveIds()).containsExactly(11L, 12L);
        assertThat(table.vectorFiles()).hasSize(2).doesNotContainAnyElementsOf(firstVectors);
    }

    /** They even hid the rows that are hidden by then. */
    @Test
    void aRetryMeetsItsOwnSuccessBelowThoseOfOthers() {
        put().failAfter(() -> new IOException("claims that nothing happened"));
        put().afterSkipping(1).runBefore(() -> {
            table.othersHide(Map.of("a", DeletionVector.of(0, 2)));
            table.othersRewrite("b", true);
        });
        assertLanded(mine.commit());
        assertThat(table.latest().version()).isEqualTo(FIRST + 3);
        assertThat(table.liveIds()).containsExactly(11L);
        assertThat(table.vectorFiles()).hasSize(3);
    }

    @Test
    void itWasLostAndOthersTookItsPlace() {
        put().unknownWithoutEffect();
        table.store()
                .on(LogOperation.READ, SECOND)
                .runBefore(() -> table.othersHide(Map.of("a", DeletionVector.of(2))));
        Committed committed = TestTable.committed(mine.commit());
        assertThat(committed.version()).isEqualTo(FIRST + 2);
        assertThat(table.liveIds()).containsExactly(11L);
        assertThat(table.vectorFiles()).as("two of others and the last of ours").hasSize(3);
        assertThat(table.data().paths()).anyMatch(path -> path.endsWith(CHANGES));
    }

    @Test
    void itWasLostAndOthersContradictIt() {
        List<String> theirs = theirs();
        put().unknownWithoutEffect();
        table.store()
                .on(LogOperation.READ, SECOND)
                .runBefore(() -> table.othersHide(Map.of("a", DeletionVector.of(0))));
        assertThatThrownBy(mine::commit)
                .isInstanceOf(CommitConflictException.class)
                .hasMessageContaining("rule=ConcurrentRowChange");
        assertThat(table.liveIds()).containsExactly(11L, 12L);
        assertThat(table.vectorFiles())
                .as("theirs, of before and of now")
                .containsAll(theirs)
                .hasSize(2);
    }

    @Test
    void itLandsAfterItWasGivenUp() throws IOException {
        LogFault.Late late = put().landLate();
        assertThatThrownBy(mine::commit).isInstanceOf(OutcomeUnknownException.class);
        assertThat(late.land()).isEqualTo(PutOutcome.CREATED);
        assertThat(table.liveIds()).containsExactly(11L, 12L);
        assertThat(table.data().paths()).anyMatch(path -> path.endsWith(CHANGES));
    }

    /** What a crash of the file system leaves of a commit may be put back from a copy. */
    @Test
    void whatTookItsPlaceCannotBeRead() {
        put().unknownWithoutEffect();
        table.store()
                .on(LogOperation.READ, SECOND)
                .runBefore(() -> table.store().putIfAbsent(SECOND, LogContent.of(new byte[0])));
        assertThatThrownBy(mine::commit)
                .isInstanceOf(OutcomeUnknownException.class)
                .hasStackTraceContaining("A commit file of the table is empty.");
        assertThat(table.vectorFiles()).hasSize(2).doesNotContainAnyElementsOf(firstVectors);
    }

    private LogFault put() {
        return table.store().on(LogOperation.PUT, SECOND);
    }

    private List<String> theirs() {
        return table.vectorFiles().stream()
                .filter(path -> !firstVectors.contains(path))
                .toList();
    }

    private void assertLanded(CommitResult result) {
        assertThat(TestTable.committed(result).version()).isEqualTo(FIRST + 1);
        assertThat(table.data().paths()).anyMatch(path -> path.endsWith(CHANGES));
    }

    private TransactionBuilder delete(long row) {
        Snapshot read = table.latest();
        try (PositionOutputStream out = table.data().create(CHANGES).create(0)) {
            out.write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table.log()
                .newTransaction(read, Operation.DELETE)
                .deleteRows(table.hide(read, Map.of("a", DeletionVector.of(row))))
                .changeFiles(List.of(new AddCDCFile(CHANGES, PartitionValues.none(), 1, Map.of())));
    }
}
