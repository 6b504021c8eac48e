/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.replay.ActionReconciliation;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Verdict.AlreadyCommitted;
import io.flinkdelta.log.txn.Verdict.Conflict;
import io.flinkdelta.log.txn.Verdict.Rebase;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules by which a transaction may go on top of another commit, one by one. */
class ConflictCheckerTest {
    private static final Metadata TABLE = TestTable.metadata(Map.of());

    private final LogSnapshot read =
            LogSnapshot.cast(TestTable.create(new InMemoryLogStore()).log().latestSnapshot());
    private final ConflictChecker checker = new ConflictChecker(new FileKeys("/data/table"));
    private final TableState before = ActionReconciliation.from(TableState.empty())
            .replay(Protocol.features(Set.of("timestampNtz"), Set.of("timestampNtz", "appendOnly")))
            .replay(TABLE)
            .apply();

    private final Transaction append = transaction(builder -> builder.add(TestTable.file("mine")));
    private final Transaction overwrite = transaction(builder -> builder.add(TestTable.file("mine"))
            .remove(TestTable.tombstone("old", 1))
            .blindAppend(false));
    private final Transaction replaceOne =
            transaction(builder -> builder.add(TestTable.file("mine")).remove(TestTable.tombstone("old", 1)));

    @Test
    void aBlindAppendSurvivesAddsAndRemoves() {
        assertRebase(append, winner(false, TestTable.file("x"), TestTable.tombstone("old", 1)));
    }

    @Test
    void whatReadTheWholeTableSurvivesBlindAppendsOnly() {
        assertRebase(overwrite, winner(true, TestTable.file("x")));
        assertConflict(overwrite, winner(false, TestTable.file("x")), "added files");
        assertConflict(overwrite, winner(true, TestTable.tombstone("other", 1)), "removed files");
        assertThat(check(overwrite, IsolationLevel.SERIALIZABLE, winner(true, TestTable.file("x"))))
                .isInstanceOf(Conflict.class);
        assertThat(check(overwrite, IsolationLevel.SNAPSHOT_ISOLATION, winner(false, TestTable.file("x"))))
                .isInstanceOf(Rebase.class);
    }

    @Test
    void whatRemovesAFileSurvivesAllButTheRemovalOfThatFile() {
        assertRebase(replaceOne, winner(false, TestTable.file("x"), TestTable.tombstone("other", 1)));
        assertConflict(replaceOne, winner(false, TestTable.tombstone("old", 1)), "removed the file old");
    }

    @Test
    void theRemovedFileIsKnownInEverySpelling() {
        Transaction absolute =
                transaction(builder -> builder.remove(TestTable.tombstone("file:///data/other/a%20b", 1)));
        assertConflict(absolute, winner(false, TestTable.tombstone("/data/other/a%20b", 1)), "removed the file");
    }

    @Test
    void changedMetadataIsAConflict() {
        assertConflict(append, winner(true, TestTable.metadata(Map.of("delta.appendOnly", "true"))), "metadata");
        StructType wider = StructType.of(
                new StructField("id", PrimitiveType.LONG, true), new StructField("b", PrimitiveType.LONG, true));
        assertConflict(append, winner(true, withSchema(wider, Map.of())), "metadata");
    }

    @Test
    void harmlessChangesOfMetadataAreNone() {
        assertRebase(append, winner(true, TABLE));
        assertRebase(
                append,
                winner(
                        true,
                        TestTable.metadata(Map.of(
                                "delta.enableRowTracking", "true",
                                "delta.rowTracking.materializedRowIdColumnName", "_row_id",
                                "delta.enableDeletionVectors", "true",
                                "delta.checkpointPolicy", "v2",
                                "delta.enableInCommitTimestamps", "true"))));
        FieldMetadata mark = FieldMetadata.empty().with("delta.identity.highWaterMark", "7");
        assertRebase(append, winner(true, withSchema(field("id", mark), Map.of())));
        FieldMetadata mapped = FieldMetadata.empty()
                .with("delta.columnMapping.id", "1")
                .with("delta.columnMapping.physicalName", "id");
        Map<String, String> byName = Map.of("delta.columnMapping.mode", "name", "delta.columnMapping.maxColumnId", "1");
        assertRebase(append, winner(true, withSchema(field("id", mapped), byName)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delta.enableRowTracking",
                "delta.enableDeletionVectors",
                "delta.enableInCommitTimestamps",
                "delta.rowTracking.materializedRowIdColumnName",
                "delta.rowTracking.materializedRowCommitVersionColumnName"
            })
    void whatIsHarmlessToTurnOnIsNotToTurnOff(String property) {
        TableState on = ActionReconciliation.from(before)
                .replay(TestTable.metadata(Map.of(property, "true")))
                .apply();
        for (Map<String, String> off : List.of(Map.<String, String>of(), Map.of(property, "false"))) {
            WinningCommit winner = winner(true, TestTable.metadata(off));
            assertThat(checker.check(append, Set.of(), IsolationLevel.WRITE_SERIALIZABLE, winner, on))
                    .isInstanceOf(Conflict.class);
        }
    }

    @Test
    void whatIsHarmlessToOthersIsNotToAChangeOfMetadata() {
        Transaction change = transaction(builder -> builder.metadata(TestTable.metadata(Map.of("k", "v"))));
        assertConflict(change, winner(true, TABLE), "metadata");
    }

    @Test
    void aRenamedPhysicalColumnIsAConflict() {
        FieldMetadata renamed = FieldMetadata.empty().with("delta.columnMapping.physicalName", "col-1");
        assertConflict(
                append,
                winner(true, withSchema(field("id", renamed), Map.of("delta.columnMapping.mode", "name"))),
                "metadata");
    }

    @Test
    void anAddedFeatureIsNoConflictADroppedOneIs() {
        assertRebase(append, winner(true, before.protocol().orElseThrow()));
        assertRebase(
                append,
                winner(true, Protocol.features(Set.of("timestampNtz"), Set.of("timestampNtz", "appendOnly", "x"))));
        assertConflict(append, winner(true, Protocol.features(Set.of(), Set.of("appendOnly"))), "[timestampNtz]");
        Transaction upgrade = transaction(builder -> builder.protocol(Protocol.legacy(1, 2)));
        assertConflict(
                upgrade,
                winner(true, Protocol.features(Set.of("timestampNtz"), Set.of("timestampNtz", "appendOnly", "x"))),
                "changed the protocol");
    }

    @Test
    void theSameApplicationAtOurVersionOrAboveIsOurEarlierAttempt() {
        Transaction five = transaction(builder -> builder.txn("app", 5).add(TestTable.file("mine")));
        assertThat(check(five, winner(true, txn("app", 5)))).isEqualTo(new AlreadyCommitted(5));
        assertThat(check(five, winner(true, txn("app", 9)))).isEqualTo(new AlreadyCommitted(9));
        assertThat(check(five, winner(true, txn("app", 5), TestTable.metadata(Map.of("k", "v")))))
                .isEqualTo(new AlreadyCommitted(5));
        assertRebase(five, winner(true, txn("other", 9)));
        assertConflict(five, winner(true, txn("app", 4)), "app", "txn version 4", "to 5");
    }

    @Test
    void filesWithoutPartitionColumnsDoNotFitATableThatAsksForThem() {
        Protocol asks = Protocol.features(
                Set.of("timestampNtz"), Set.of("timestampNtz", "appendOnly", "materializePartitionColumns"));
        assertConflict(append, winner(true, asks), "materializePartitionColumns");
        assertRebase(transaction(builder -> builder.txn("app", 1)), winner(true, asks));
    }

    @Test
    void anApplicationWhoseProgressWasReadMustNotMove() {
        Transaction reader =
                transaction(builder -> builder.readTxn("other").txn("app", 5).add(TestTable.file("mine")));
        assertConflict(reader, winner(true, txn("other", 9)), "other");
        assertThat(check(reader, winner(true, txn("other", 9), txn("app", 5)))).isEqualTo(new AlreadyCommitted(5));
        assertRebase(reader, winner(true, txn("third", 9)));
    }

    @Test
    void theSameDomainIsAConflict() {
        Transaction domain = transaction(builder -> builder.domainMetadata(new DomainMetadata("d", "", false)));
        assertConflict(domain, winner(true, new DomainMetadata("d", "", true)), "domain metadata d");
        assertRebase(domain, winner(true, new DomainMetadata("e", "", false)));
    }

    private Transaction transaction(UnaryOperator<TransactionBuilder> content) {
        TransactionBuilder builder = TestTable.in(new InMemoryLogStore()).log().newTransaction(read, Operation.WRITE);
        return content.apply(builder).build();
    }

    private Verdict check(Transaction transaction, WinningCommit winner) {
        return check(transaction, IsolationLevel.WRITE_SERIALIZABLE, winner);
    }

    private Verdict check(Transaction transaction, IsolationLevel isolation, WinningCommit winner) {
        return checker.check(transaction, Set.of(), isolation, winner, before);
    }

    private void assertRebase(Transaction transaction, WinningCommit winner) {
        assertThat(check(transaction, winner)).isEqualTo(new Rebase());
    }

    private void assertConflict(Transaction transaction, WinningCommit winner, String... reasons) {
        assertThat(check(transaction, winner))
                .isInstanceOfSatisfying(
                        Conflict.class,
                        conflict -> assertThat(conflict.reason()).contains(reasons));
    }

    private static SetTransaction txn(String appId, long version) {
        return new SetTransaction(appId, version, OptionalLong.empty());
    }

    private static StructType field(String name, FieldMetadata metadata) {
        return StructType.of(new StructField(name, PrimitiveType.LONG, true, metadata));
    }

    private static Metadata withSchema(StructType schema, Map<String, String> configuration) {
        return new Metadata(
                TABLE.id(),
                TABLE.name(),
                TABLE.description(),
                TABLE.format(),
                SchemaJson.write(schema),
                TABLE.partitionColumns(),
                TABLE.createdTime(),
                configuration);
    }

    private static WinningCommit winner(boolean blindAppend, Action... actions) {
        WinningCommit.Summary summary = new WinningCommit.Summary(new FileKeys("/data/table"));
        summary.take(CommitInfo.of(JsonNodeFactory.instance.objectNode().put("isBlindAppend", blindAppend)));
        List.of(actions).forEach(summary::take);
        return summary.toCommit(1);
    }
}
