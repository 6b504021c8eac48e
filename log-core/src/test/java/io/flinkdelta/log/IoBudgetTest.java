/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.checkpoint.LastCheckpoint;
import io.flinkdelta.log.checkpoint.ReadParallelism;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.Compacted;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.testing.CheckpointFixture;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What each operation lists and reads of the log, for each shape that a log may have: versions 0 to 6, a
 * checkpoint of version 4 to which the hint points, and later one of version 9. A checkpoint is looked up where it
 * says {@code open}, and read as far as it is needed. The operations, one after the other:
 *
 * <ul>
 *   <li>{@code open}: the newest version, 6. {@code files}: its live files, once.
 *   <li>{@code refresh}: nothing is new. {@code commit}: version 7, on top of what was read.
 *   <li>{@code behind}: a refresh over the versions 7 and 8. {@code files 8}: then the files.
 *   <li>{@code over}: a refresh over version 9, which has a checkpoint. {@code files 9}: then the files.
 * </ul>
 */
class IoBudgetTest {
    private static final Protocol PROTOCOL = Protocol.features(Set.of("v2Checkpoint"), Set.of("v2Checkpoint"));

    /** The test writes the checkpoints itself. */
    private static final Map<String, String> PROPERTIES = Map.of("delta.checkpointInterval", "1000");

    private final InMemoryLogStore store = new InMemoryLogStore();
    private final CountingLogStore counting = new CountingLogStore(store);
    private final StringBuilder seen = new StringBuilder();

    /** The shapes of a log, and the budget of each. Multi-part checkpoints and sidecars are in two files. */
    enum Shape {
        COMMITS_ONLY("""
                open     hint | list 0 | 0.json | 1.json | 2.json | 3.json | 4.json | 5.json | 6.json
                files    6.json | 5.json | 4.json | 3.json | 2.json | 1.json | 0.json
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | 4.json | 3.json | 2.json | 1.json | 0.json
                over     list 9 | 9.json
                files 9  9.json | 8.json | 7.json | 6.json | 5.json | 4.json | 3.json | 2.json | 1.json | 0.json
                """),
        CLASSIC("""
                open     hint | list 4 | open 4.checkpoint.parquet | 5.json | 6.json
                files    6.json | 5.json | open 4.checkpoint.parquet
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | open 4.checkpoint.parquet
                over     list 9 | 9.json
                files 9  open 9.checkpoint.parquet
                """),
        MULTI_PART("""
                open     hint | list 4 | open 4.checkpoint.1.2.parquet | open 4.checkpoint.2.2.parquet | 5.json | 6.json
                files    6.json | 5.json | open 4.checkpoint.1.2.parquet | open 4.checkpoint.2.2.parquet
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | open 4.checkpoint.1.2.parquet | open 4.checkpoint.2.2.parquet
                over     list 9 | 9.json
                files 9  open 9.checkpoint.1.2.parquet | open 9.checkpoint.2.2.parquet
                """),
        V2_JSON("""
                open     hint | list 4 | open 4.checkpoint.json | 5.json | 6.json
                files    6.json | 5.json | open _sidecars/4a.parquet | open _sidecars/4b.parquet
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | open _sidecars/4a.parquet | open _sidecars/4b.parquet
                over     list 9 | 9.json
                files 9  open 9.checkpoint.json | open _sidecars/9a.parquet | open _sidecars/9b.parquet
                """),
        V2_PARQUET("""
                open     hint | list 4 | open 4.checkpoint.parquet | 5.json | 6.json
                files    6.json | 5.json | open _sidecars/4a.parquet | open _sidecars/4b.parquet
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | open _sidecars/4a.parquet | open _sidecars/4b.parquet
                over     list 9 | 9.json
                files 9  open 9.checkpoint.parquet | open _sidecars/9a.parquet | open _sidecars/9b.parquet
                """),
        V2_JSON_INLINE("""
                open     hint | list 4 | open 4.checkpoint.json | 5.json | 6.json
                files    6.json | 5.json | open 4.checkpoint.json
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | open 4.checkpoint.json
                over     list 9 | 9.json
                files 9  open 9.checkpoint.json
                """),
        V2_PARQUET_INLINE("""
                open     hint | list 4 | open 4.checkpoint.parquet | 5.json | 6.json
                files    6.json | 5.json | open 4.checkpoint.parquet
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | open 4.checkpoint.parquet
                over     list 9 | 9.json
                files 9  open 9.checkpoint.parquet
                """),
        CHECKSUM("""
                open     hint | list 4 | 6.crc | 6.json
                files    6.json | 5.json | open 4.checkpoint.parquet
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | open 4.checkpoint.parquet
                over     list 9 | 9.json
                files 9  open 9.checkpoint.parquet
                """),
        COMMITS_AND_CHECKSUM("""
                open     hint | list 0 | 6.crc | 6.json
                files    6.json | 5.json | 4.json | 3.json | 2.json | 1.json | 0.json
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 6.json | 5.json | 4.json | 3.json | 2.json | 1.json | 0.json
                over     list 9 | 9.json
                files 9  9.json | 8.json | 7.json | 6.json | 5.json | 4.json | 3.json | 2.json | 1.json | 0.json
                """),
        COMPACTED("""
                open     hint | list 4 | open 4.checkpoint.parquet | 5.6.compacted.json
                files    5.6.compacted.json | open 4.checkpoint.parquet
                refresh  list 7
                commit   put 7.json
                behind   list 7 | 7.json | 8.json
                files 8  8.json | 7.json | 5.6.compacted.json | open 4.checkpoint.parquet
                over     list 9 | 9.json
                files 9  open 9.checkpoint.parquet
                """);

        private final String budget;

        Shape(String budget) {
            this.budget = budget;
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsItsBudget(Shape shape) throws IOException {
        TestTable table = TestTable.create(store, PROPERTIES);
        append(table, 1, 6);
        checkpoint(shape, 4);
        besides(shape);
        TestTable counted = TestTable.in(counting);
        DeltaLog log =
                new DeltaLog(counted.storage(), counted.components().withReadParallelism(ReadParallelism.none()));

        Snapshot opened = log.latestSnapshot();
        note("open");
        assertThat(TestTable.paths(opened)).hasSize(6);
        note("files");
        assertThat(log.refresh(opened)).isSameAs(opened);
        note("refresh");
        log.newTransaction(opened, Operation.WRITE).add(TestTable.file("f7")).commit();
        note("commit");
        append(table, 8, 8);
        Snapshot behind = log.refresh(opened);
        note("behind");
        assertThat(TestTable.paths(behind)).hasSize(8);
        note("files 8");
        append(table, 9, 9);
        checkpoint(shape, 9);
        Snapshot over = log.refresh(behind);
        note("over");
        assertThat(TestTable.paths(over)).hasSize(9);
        note("files 9");
        assertThat(seen).hasToString(shape.budget);
    }

    private static void append(TestTable table, int first, int last) {
        for (int version = first; version <= last; version++) {
            assertThat(table.append("f" + version).version()).isEqualTo(version);
        }
    }

    private void checkpoint(Shape shape, int version) throws IOException {
        CheckpointFixture fixture = new CheckpointFixture(store, version);
        List<Action> state =
                List.of(new CheckpointMetadata(version, Map.of()), PROTOCOL, TestTable.metadata(PROPERTIES));
        List<Action> files = IntStream.rangeClosed(1, version)
                .<Action>mapToObj(file -> TestTable.file("f" + file))
                .toList();
        switch (shape) {
            case COMMITS_ONLY, COMMITS_AND_CHECKSUM -> {
                return;
            }
            case CLASSIC, CHECKSUM, COMPACTED -> fixture.manifest("classic", concat(state.subList(1, 3), files));
            case MULTI_PART -> {
                fixture.part(1, 2, concat(state.subList(1, 3), files.subList(0, 2)));
                fixture.part(2, 2, files.subList(2, version));
            }
            case V2_JSON, V2_PARQUET ->
                fixture.manifest(
                        shape == Shape.V2_JSON ? "json" : "parquet",
                        concat(
                                state,
                                List.of(
                                        fixture.sidecar(version + "a", files.subList(0, 2)),
                                        fixture.sidecar(version + "b", files.subList(2, version)))));
            case V2_JSON_INLINE -> fixture.manifest("json", concat(state, files));
            case V2_PARQUET_INLINE -> fixture.manifest("parquet", concat(state, files));
        }
        LastCheckpoint hint = new LastCheckpoint(
                version,
                version + 2,
                shape == Shape.MULTI_PART ? OptionalInt.of(2) : OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
        store.overwrite(LogFile.LAST_CHECKPOINT, hint.toContent());
    }

    /** What lies beside commits and checkpoints. */
    private void besides(Shape shape) throws IOException {
        if (shape == Shape.CHECKSUM || shape == Shape.COMMITS_AND_CHECKSUM) {
            VersionChecksum checksum = new VersionChecksum(
                    Optional.empty(),
                    600,
                    6,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.of(List.of()),
                    Optional.of(List.of()),
                    TestTable.metadata(PROPERTIES),
                    Protocol.legacy(1, 2),
                    Optional.empty());
            store.overwrite(new LogFile.Checksum(6).fileName(), checksum.toContent());
        } else if (shape == Shape.COMPACTED) {
            List<Action> both = List.of(TestTable.file("f5"), TestTable.file("f6"));
            store.overwrite(new Compacted(5, 6).fileName(), LogContent.of(CheckpointFixture.json(both)));
        }
    }

    private static List<Action> concat(List<? extends Action> first, List<? extends Action> second) {
        return Stream.<Action>concat(first.stream(), second.stream()).toList();
    }

    /** Writes down what was called since the last time. */
    private void note(String operation) {
        String calls = counting.calls().stream().map(IoBudgetTest::brief).collect(Collectors.joining(" | "));
        seen.append(String.format(Locale.ROOT, "%-8s %s\n", operation, calls));
        counting.reset();
    }

    /** Without the zeros before a version, and without the id of a V2 checkpoint. */
    private static String brief(CountingLogStore.Call call) {
        String name = call.name()
                .replaceAll("\\b0+(?=\\d)", "")
                .replaceFirst("\\.[0-9a-f-]{36}\\.", ".")
                .replace(LogFile.LAST_CHECKPOINT, "hint");
        return switch (call.operation()) {
            case READ -> name;
            case LIST -> "list " + name.replace(".", "");
            default -> call.operation().toString().toLowerCase(Locale.ROOT) + " " + name;
        };
    }
}
