/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.OutcomeUnknownException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogFault;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.LogStore.PutOutcome;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.CommitResult.AlreadyCommitted;
import io.flinkdelta.log.txn.CommitResult.Committed;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every outcome that a store can give for the put of a commit. */
class CommitOutcomeTest {
    private static final String FIRST = "00000000000000000001.json";

    private final InMemoryLogStore honest = new InMemoryLogStore();
    private final FaultyLogStore store = new FaultyLogStore(honest);
    private final TestTable table = TestTable.create(store);
    private final DeltaLog log = table.log();
    private final Snapshot read = log.latestSnapshot();

    private TransactionBuilder append(String path, long version) {
        return log.newTransaction(read, Operation.STREAMING_UPDATE)
                .txn("app", version)
                .add(TestTable.file(path));
    }

    @Test
    void aFailureWithoutEffectIsTriedAgain() {
        store.on(LogOperation.PUT, FIRST).times(2).failBefore();
        Committed committed = TestTable.committed(append("a", 1).commit());
        assertThat(committed.version()).isEqualTo(1);
        assertThat(table.pauses()).hasSize(2);
        assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("a");
    }

    @Test
    void aStorageThatKeepsFailingIsAnErrorAndTheTableIsAsItWas() {
        store.on(LogOperation.PUT, FIRST).always().failBefore();
        assertThatThrownBy(() -> append("a", 1).commit())
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("version=1");
        assertThat(table.pauses()).hasSize(2);
        assertThat(log.latestSnapshot().version()).isZero();
    }

    @Test
    void aMissingPermissionIsNotTriedAgain() {
        store.on(LogOperation.PUT, FIRST).always().failBefore(() -> new AccessDeniedException(FIRST));
        assertThatThrownBy(() -> append("a", 1).commit())
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("permission");
        assertThat(table.pauses()).isEmpty();
    }

    @Test
    void aLostAnswerToACommitThatLandedIsFound() {
        store.on(LogOperation.PUT, FIRST).unknownWithEffect();
        Committed committed = TestTable.committed(append("a", 1).commit());
        assertThat(committed.version()).isEqualTo(1);
        assertThat(committed.attempts()).isEqualTo(1);
        assertThat(honest.names()).hasSize(2);
        assertThat(table.pauses()).isEmpty();
    }

    @Test
    void aLostCommitIsUnknownAfterABoundedTimeAndNothingIsRetried() {
        store.on(LogOperation.PUT, FIRST).unknownWithoutEffect();
        TransactionBuilder builder = append("a", 1);
        assertThatThrownBy(builder::commit)
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining(builder.txnId())
                .hasMessageContaining("version=1");
        assertThat(table.pauses().stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
        assertThat(honest.names()).hasSize(1);
    }

    @Test
    void aCommitThatLandsWhileItIsLookedForIsFound() {
        LogFault.Late late = store.on(LogOperation.PUT, FIRST).landLate();
        store.on(LogOperation.READ, FIRST).afterSkipping(3).runBefore(late::land);
        Committed committed = TestTable.committed(append("a", 1).commit());
        assertThat(committed.version()).isEqualTo(1);
        assertThat(table.pauses()).hasSize(3);
    }

    @Test
    void readsThatFailWhileACommitIsLookedForAreRepeated() {
        store.on(LogOperation.PUT, FIRST).unknownWithEffect();
        store.on(LogOperation.READ, FIRST).times(2).failBefore();
        assertThat(TestTable.committed(append("a", 1).commit()).version()).isEqualTo(1);
        assertThat(table.pauses()).hasSize(2);
    }

    @Test
    void anotherCommitInThePlaceOfALostOneIsARaceLikeAnyOther() {
        store.on(LogOperation.PUT, FIRST).unknownWithoutEffect();
        store.on(LogOperation.READ, FIRST).runBefore(() -> append("theirs", 7).commit());
        DeltaLog other = table.log();
        Committed committed = TestTable.committed(other.newTransaction(read, Operation.WRITE)
                .add(TestTable.file("mine"))
                .commit());
        assertThat(committed.version()).isEqualTo(2);
        assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("mine", "theirs");
    }

    @Test
    void aZombieThatLandsBetweenTwoAttemptsIsTheSameWork() throws IOException {
        LogFault.Late zombie = store.on(LogOperation.PUT, FIRST).landLate();
        assertThatThrownBy(() -> append("a", 1).commit()).isInstanceOf(OutcomeUnknownException.class);
        store.on(LogOperation.PUT, FIRST)
                .runBefore(() -> assertThat(zombie.land()).isEqualTo(PutOutcome.CREATED));
        assertThat(append("a", 1).commit()).isInstanceOfSatisfying(AlreadyCommitted.class, already -> {
            assertThat(already.txnVersion()).isEqualTo(1);
            assertThat(already.snapshot().version()).isEqualTo(1);
        });
        assertThat(TestTable.paths(log.latestSnapshot())).containsExactly("a");
    }

    @Test
    void aZombieThatComesAfterTheSecondAttemptFindsItsPlaceTaken() throws IOException {
        LogFault.Late zombie = store.on(LogOperation.PUT, FIRST).landLate();
        assertThatThrownBy(() -> append("a", 1).commit()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(append("a", 1).commit()).isInstanceOf(Committed.class);
        assertThat(zombie.land()).isEqualTo(PutOutcome.EXISTS);
        assertThat(honest.names()).hasSize(2);
    }

    @Test
    void aPutThatWasRepeatedOutOfSightIsOurs() {
        store.on(LogOperation.PUT, FIRST).failAfter(() -> new IOException("claims that nothing happened"));
        Committed committed = TestTable.committed(append("a", 1).commit());
        assertThat(committed.version()).isEqualTo(1);
        assertThat(honest.names()).hasSize(2);
    }

    @Test
    void aPutThatWasRepeatedOutOfSightIsUnknownWhileTheLogCannotBeRead() {
        store.on(LogOperation.PUT, FIRST).failAfter(() -> new IOException("claims that nothing happened"));
        store.on(LogOperation.LIST).always().failBefore();
        TransactionBuilder builder = append("a", 1);
        assertThatThrownBy(builder::commit)
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining(builder.txnId())
                .hasMessageContaining("version=1");
        assertThat(honest.names()).hasSize(2);
    }

    @Test
    void aCommitOfOthersThatCannotBeReadMayBeOurs() {
        store.on(LogOperation.PUT, FIRST).runBefore(() -> append("theirs", 7).commit());
        store.on(LogOperation.READ, FIRST).always().failBefore();
        assertThatThrownBy(() -> append("mine", 8).commit()).isInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void aLostRaceIsNoUnknownOutcome() {
        store.on(LogOperation.PUT, FIRST).runBefore(() -> append("theirs", 7).commit());
        store.on(LogOperation.PUT, "00000000000000000002.json").always().failBefore();
        assertThatThrownBy(() -> log.newTransaction(read, Operation.WRITE)
                        .add(TestTable.file("mine"))
                        .commit())
                .isInstanceOf(StorageUnavailableException.class);
    }

    @Test
    void aNewTableWhoseAnswerWasLostIsOurs() {
        FaultyLogStore fresh = new FaultyLogStore(new InMemoryLogStore());
        fresh.on(LogOperation.PUT).failAfter(() -> new IOException("claims that nothing happened"));
        TestTable created = TestTable.create(fresh, Map.of());
        assertThat(created.log().latestSnapshot().version()).isZero();
    }

    @Test
    void anInterruptWhileACommitIsLookedForLeavesItUnknown() {
        store.on(LogOperation.PUT, FIRST).unknownWithoutEffect();
        DeltaLog interrupted = new DeltaLog(table.storage(), table.components().withSleeper(duration -> {
            throw new InterruptedException();
        }));
        assertThatThrownBy(() -> interrupted
                        .newTransaction(read, Operation.WRITE)
                        .add(TestTable.file("a"))
                        .commit())
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
