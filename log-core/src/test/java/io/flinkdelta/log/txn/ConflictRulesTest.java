/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static io.flinkdelta.log.txn.ConflictRule.CONCURRENT_APPEND;
import static io.flinkdelta.log.txn.ConflictRule.CONCURRENT_DELETE_DELETE;
import static io.flinkdelta.log.txn.ConflictRule.CONCURRENT_DELETE_READ;
import static io.flinkdelta.log.txn.IsolationLevel.SERIALIZABLE;
import static io.flinkdelta.log.txn.IsolationLevel.SNAPSHOT_ISOLATION;
import static io.flinkdelta.log.txn.IsolationLevel.WRITE_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules about files, row by row: what the winner did, what the transaction looked at, the isolation level, and
 * the rule that is broken, if one is. The table is partitioned by {@code p}; files tell the bounds of {@code id}.
 */
class ConflictRulesTest {
    private static final Metadata METADATA = new Metadata(
            "00000000-0000-0000-0000-000000000002",
            Optional.empty(),
            Optional.empty(),
            Metadata.Format.parquet(),
            SchemaJson.write(StructType.of(
                    new StructField("id", PrimitiveType.LONG, true), new StructField("p", PrimitiveType.STRING, true))),
            List.of("p"),
            OptionalLong.empty(),
            Map.of());

    private static final DeltaLog LOG = TestTable.in(new InMemoryLogStore()).log();
    private static final LogSnapshot TABLE = LogSnapshot.cast(
            LOG.newTable(Operation.CREATE_TABLE).metadata(METADATA).commit().snapshot());

    private static final AddFile NEW_A_1_TO_9 = file("new", "a", 1, 9);
    private static final AddFile OLD_A_1_TO_9 = file("old", "a", 1, 9);

    private record Row(
            String name,
            IsolationLevel isolation,
            UnaryOperator<TransactionBuilder> mine,
            boolean blindWinner,
            Action theirs,
            Optional<ConflictRule> broken) {
        @Override
        public String toString() {
            return name + " [" + isolation.historyName() + "]";
        }
    }

    private static Row row(
            String name,
            IsolationLevel isolation,
            UnaryOperator<TransactionBuilder> mine,
            boolean blindWinner,
            Action theirs,
            ConflictRule brokenOrNull) {
        return new Row(name, isolation, mine, blindWinner, theirs, Optional.ofNullable(brokenOrNull));
    }

    private static UnaryOperator<TransactionBuilder> where(String filter) {
        return builder -> blind(builder).readWhere(Expression.parse(filter));
    }

    private static Stream<Row> adds() {
        return Stream.of(
                row(
                        "my blind append never fails",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::blind,
                        false,
                        NEW_A_1_TO_9,
                        null),
                row("my blind append never fails", SERIALIZABLE, ConflictRulesTest::blind, false, NEW_A_1_TO_9, null),
                row(
                        "whole table, rearranging",
                        SNAPSHOT_ISOLATION,
                        ConflictRulesTest::whole,
                        false,
                        NEW_A_1_TO_9,
                        null),
                row(
                        "whole table, blind winner",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::whole,
                        true,
                        NEW_A_1_TO_9,
                        null),
                row(
                        "whole table",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::whole,
                        false,
                        NEW_A_1_TO_9,
                        CONCURRENT_APPEND),
                row(
                        "whole table, blind winner",
                        SERIALIZABLE,
                        ConflictRulesTest::whole,
                        true,
                        NEW_A_1_TO_9,
                        CONCURRENT_APPEND),
                row(
                        "I alter, blind winner",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::altering,
                        true,
                        NEW_A_1_TO_9,
                        CONCURRENT_APPEND),
                row(
                        "I alter, rows rearranged",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::altering,
                        false,
                        rearranged(),
                        CONCURRENT_APPEND),
                row("whole table, rows rearranged", SERIALIZABLE, ConflictRulesTest::whole, false, rearranged(), null),
                row("files only", SERIALIZABLE, ConflictRulesTest::oneFile, false, NEW_A_1_TO_9, null),
                row("removed files only", SERIALIZABLE, ConflictRulesTest::removing, false, NEW_A_1_TO_9, null),
                row("partition", WRITE_SERIALIZABLE, where("p = 'a'"), false, NEW_A_1_TO_9, CONCURRENT_APPEND),
                row("partition, blind winner", WRITE_SERIALIZABLE, where("p = 'a'"), true, NEW_A_1_TO_9, null),
                row("partition, blind winner", SERIALIZABLE, where("p = 'a'"), true, NEW_A_1_TO_9, CONCURRENT_APPEND),
                row("another partition", SERIALIZABLE, where("p = 'b'"), false, NEW_A_1_TO_9, null),
                row("statistics in", WRITE_SERIALIZABLE, where("id = 9"), false, NEW_A_1_TO_9, CONCURRENT_APPEND),
                row("statistics out", SERIALIZABLE, where("id > 9"), false, NEW_A_1_TO_9, null),
                row("no statistics", WRITE_SERIALIZABLE, where("id > 9"), false, unknown("a"), CONCURRENT_APPEND),
                row(
                        "no statistics, other partition",
                        SERIALIZABLE,
                        where("id > 9 and p = 'b'"),
                        false,
                        unknown("a"),
                        null),
                row(
                        "either of two filters",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::eitherOfTwo,
                        false,
                        NEW_A_1_TO_9,
                        CONCURRENT_APPEND));
    }

    private static Stream<Row> removes() {
        RemoveFile old = RemoveFile.of(OLD_A_1_TO_9, 1);
        RemoveFile other = RemoveFile.of(file("other", "b", 1, 9), 1);
        RemoveFile bare = bareRemoval("other");
        return Stream.of(
                row("my blind append never fails", SERIALIZABLE, ConflictRulesTest::blind, false, old, null),
                row("whole table", WRITE_SERIALIZABLE, ConflictRulesTest::whole, true, old, CONCURRENT_DELETE_READ),
                row(
                        "whole table, rearranging",
                        SNAPSHOT_ISOLATION,
                        ConflictRulesTest::whole,
                        false,
                        old,
                        CONCURRENT_DELETE_READ),
                row(
                        "the file that I read",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::oneFile,
                        false,
                        old,
                        CONCURRENT_DELETE_READ),
                row("another file", SERIALIZABLE, ConflictRulesTest::oneFile, false, other, null),
                row("partition", WRITE_SERIALIZABLE, where("p = 'a'"), false, old, CONCURRENT_DELETE_READ),
                row("another partition", SERIALIZABLE, where("p = 'a'"), false, other, null),
                row("statistics out", SERIALIZABLE, where("id > 9"), false, old, null),
                row("removal without partition", SERIALIZABLE, where("p = 'c'"), false, bare, CONCURRENT_DELETE_READ),
                row(
                        "the file that I remove",
                        WRITE_SERIALIZABLE,
                        ConflictRulesTest::removing,
                        false,
                        old,
                        CONCURRENT_DELETE_DELETE),
                row(
                        "the file that I remove",
                        SNAPSHOT_ISOLATION,
                        ConflictRulesTest::removing,
                        true,
                        old,
                        CONCURRENT_DELETE_DELETE),
                row("another file than I remove", SERIALIZABLE, ConflictRulesTest::removing, false, other, null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("adds")
    void addFile(Row row) {
        check(row);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("removes")
    void removeFile(Row row) {
        check(row);
    }

    @Test
    void theFilterIsOverColumnsOfTheTable() {
        TransactionBuilder mine = LOG.newTransaction(TABLE, Operation.WRITE);
        assertThatThrownBy(() -> mine.readWhere(Expression.parse("nowhere = 1")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("nowhere");
    }

    private static void check(Row row) {
        FileKeys keys = new FileKeys("/data/table");
        WinningCommit.Summary summary = new WinningCommit.Summary(keys);
        summary.take(CommitInfo.of(JsonNodeFactory.instance.objectNode().put("isBlindAppend", row.blindWinner)));
        summary.take(row.theirs);
        Transaction mine =
                row.mine.apply(LOG.newTransaction(TABLE, Operation.WRITE)).build();
        Verdict verdict =
                new ConflictChecker(keys).check(mine, Set.of(), row.isolation, summary.toCommit(1), TABLE.state());
        Optional<ConflictRule> broken =
                verdict instanceof Verdict.Conflict conflict ? Optional.of(conflict.rule()) : Optional.empty();
        assertThat(broken).isEqualTo(row.broken);
        if (verdict instanceof Verdict.Conflict conflict) {
            assertThat(conflict.file()).isPresent();
        }
    }

    private static TransactionBuilder blind(TransactionBuilder builder) {
        return builder.add(file("mine", "a", 1, 2));
    }

    private static TransactionBuilder whole(TransactionBuilder builder) {
        return blind(builder).readWholeTable();
    }

    private static TransactionBuilder altering(TransactionBuilder builder) {
        return whole(builder).metadata(METADATA);
    }

    private static TransactionBuilder oneFile(TransactionBuilder builder) {
        return blind(builder).readFiles(List.of(OLD_A_1_TO_9));
    }

    private static TransactionBuilder removing(TransactionBuilder builder) {
        return builder.remove(RemoveFile.of(OLD_A_1_TO_9, 1));
    }

    private static TransactionBuilder eitherOfTwo(TransactionBuilder builder) {
        return blind(builder).readWhere(Expression.parse("p = 'b'")).readWhere(Expression.parse("id < 2"));
    }

    private static AddFile rearranged() {
        return NEW_A_1_TO_9.withoutDataChange();
    }

    private static AddFile file(String path, String partition, long min, long max) {
        return AddFile.ofNewFile(
                path,
                PartitionValues.of(Map.of("p", partition)),
                100,
                1,
                Optional.of(
                        "{\"numRecords\":9,\"minValues\":{\"id\":" + min + "},\"maxValues\":{\"id\":" + max + "}}"));
    }

    private static AddFile unknown(String partition) {
        return AddFile.ofNewFile("unknown", PartitionValues.of(Map.of("p", partition)), 100, 1, Optional.empty());
    }

    /** As writers make them that leave out what the protocol lets them. */
    private static RemoveFile bareRemoval(String path) {
        return new RemoveFile(
                path,
                OptionalLong.of(1),
                true,
                false,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
