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
import io.flinkdelta.log.protocol.RowIdHighWaterMark;
import io.flinkdelta.log.replay.ActionReconciliation;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.TestTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each kind of commit against each kind that may overtake it, at the table's isolation level; {@code rearrange} goes by
 * snapshot isolation whatever that is. The finer points of files and of metadata are elsewhere.
 */
class ConflictTableTest {
    private static final Metadata METADATA = TestTable.metadata(Map.of());
    private static final Protocol PROTOCOL = protocol("appendOnly", "timestampNtz");

    /** {@code .} goes on top, {@code =} is in already, else the rule that is broken; {@code w/s} by isolation level. */
    private static final String TABLE = """
            winner              append rearrange overwrite remove alter upgrade progress domain
            blind append        .      .         ./A       .      .     .       .        .
            computed append     .      .         A         .      .     .       .        .
            removal             .      D         R         D      .     .       .        .
            rearrangement       .      D         R         D      .     .       .        .
            metadata            M      M         M         M      M     M       M        M
            harmless metadata   .      .         .         .      M     .       .        .
            feature added       .      .         .         .      .     P       .        .
            feature dropped     P      P         P         P      P     P       P        P
            app at 4            .      .         .         .      .     .       T        .
            app at 5            .      .         .         .      .     .       =        .
            app at 6            .      .         .         .      .     .       =        .
            other app           .      .         .         .      .     .       .        .
            domain              .      .         .         .      .     .       .        N
            other domain        .      .         .         .      .     .       .        .
            row ids             .      .         .         .      .     .       .        .
            """;

    private static final Map<String, ConflictRule> RULES = Map.of(
            "A", ConflictRule.CONCURRENT_APPEND,
            "R", ConflictRule.CONCURRENT_DELETE_READ,
            "D", ConflictRule.CONCURRENT_DELETE_DELETE,
            "M", ConflictRule.METADATA_CHANGED,
            "P", ConflictRule.PROTOCOL_CHANGED,
            "T", ConflictRule.CONCURRENT_TRANSACTION,
            "N", ConflictRule.DOMAIN_METADATA_CHANGED);

    private final FileKeys keys = new FileKeys("/data/table");
    private final TestTable table = TestTable.create(new InMemoryLogStore());
    private final LogSnapshot read = LogSnapshot.cast(table.log().latestSnapshot());
    private final TableState before = ActionReconciliation.from(TableState.empty())
            .replay(PROTOCOL)
            .replay(METADATA)
            .apply();

    @ParameterizedTest
    @EnumSource(
            value = IsolationLevel.class,
            names = {"WRITE_SERIALIZABLE", "SERIALIZABLE"})
    void eachKindAgainstEach(IsolationLevel level) {
        List<String> lines = TABLE.lines().toList();
        List<String> kinds = words(lines.get(0)).subList(1, words(lines.get(0)).size());
        Map<String, String> expected = new LinkedHashMap<>();
        Map<String, String> actual = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String winner = line.substring(0, 20).strip();
            List<String> cells = words(line.substring(20));
            for (int i = 0; i < kinds.size(); i++) {
                String[] byLevel = cells.get(i).split("/", -1);
                String pair = kinds.get(i) + " overtaken by " + winner;
                expected.put(pair, byLevel[level == IsolationLevel.SERIALIZABLE ? byLevel.length - 1 : 0]);
                actual.put(pair, verdict(kinds.get(i), winner, level));
            }
        }
        assertThat(actual).isEqualTo(expected).hasSize(15 * 8);
    }

    private static List<String> words(String line) {
        return Arrays.asList(line.strip().split(" +", -1));
    }

    private String verdict(String kind, String winner, IsolationLevel level) {
        Transaction mine = transaction(kind);
        Metadata metadata = TestTable.metadata(Map.of("delta.isolationLevel", level.historyName()));
        IsolationLevel isolation = IsolationLevel.of(mine, metadata);
        assertThat(isolation).isEqualTo(kind.equals("rearrange") ? IsolationLevel.SNAPSHOT_ISOLATION : level);
        Verdict verdict = new ConflictChecker(keys).check(mine, Set.of(), isolation, winner(winner), before);
        if (verdict instanceof Verdict.Conflict conflict) {
            return RULES.entrySet().stream()
                    .filter(rule -> rule.getValue() == conflict.rule())
                    .findFirst()
                    .orElseThrow()
                    .getKey();
        }
        return verdict instanceof Verdict.AlreadyCommitted ? "=" : ".";
    }

    private Transaction transaction(String kind) {
        UnaryOperator<TransactionBuilder> content = switch (kind) {
            case "append" -> mine -> mine.add(TestTable.file("mine"));
            case "rearrange" ->
                mine -> mine.remove(TestTable.tombstone("old", 1).withoutDataChange())
                        .add(TestTable.file("packed").withoutDataChange());
            case "overwrite" -> mine -> mine.add(TestTable.file("mine")).readWholeTable();
            case "remove" -> mine -> mine.remove(TestTable.tombstone("old", 1));
            case "alter" -> mine -> mine.metadata(TestTable.metadata(Map.of("mine", "x")));
            case "upgrade" -> mine -> mine.protocol(protocol("appendOnly", "timestampNtz", "invariants"));
            case "progress" -> mine -> mine.add(TestTable.file("mine")).txn("app", 5);
            case "domain" -> mine -> mine.domainMetadata(new DomainMetadata("mine", "{}", false));
            default -> throw new IllegalArgumentException(kind);
        };
        return content.apply(table.log().newTransaction(read, Operation.WRITE)).build();
    }

    private WinningCommit winner(String kind) {
        List<Action> actions = switch (kind) {
            case "blind append", "computed append" -> List.of(TestTable.file("theirs"));
            case "removal" -> List.of(TestTable.tombstone("old", 1));
            case "rearrangement" ->
                List.of(
                        TestTable.tombstone("old", 1).withoutDataChange(),
                        TestTable.file("theirs").withoutDataChange());
            case "metadata" -> List.of(TestTable.metadata(Map.of("theirs", "x")));
            case "harmless metadata" -> List.of(TestTable.metadata(Map.of("delta.enableDeletionVectors", "true")));
            case "feature added" -> List.of(protocol("appendOnly", "timestampNtz", "invariants"));
            case "feature dropped" -> List.of(protocol("appendOnly"));
            case "app at 4" -> List.of(txn("app", 4));
            case "app at 5" -> List.of(txn("app", 5));
            case "app at 6" -> List.of(txn("app", 6));
            case "other app" -> List.of(txn("other", 9));
            case "domain" -> List.of(new DomainMetadata("mine", "{}", true));
            case "other domain" -> List.of(new DomainMetadata("theirs", "{}", false));
            case "row ids" -> List.of(new RowIdHighWaterMark(7).toDomainMetadata());
            default -> throw new IllegalArgumentException(kind);
        };
        List<Action> all = new ArrayList<>(actions);
        all.add(CommitInfo.of(JsonNodeFactory.instance.objectNode().put("isBlindAppend", kind.equals("blind append"))));
        WinningCommit.Summary summary = new WinningCommit.Summary(keys);
        all.forEach(summary::take);
        return summary.toCommit(1);
    }

    private static SetTransaction txn(String appId, long version) {
        return new SetTransaction(appId, version, OptionalLong.empty());
    }

    private static Protocol protocol(String... features) {
        Set<String> writers = Set.of(features);
        return Protocol.features(writers.contains("timestampNtz") ? Set.of("timestampNtz") : Set.of(), writers);
    }
}
