/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.table.UnrecoverableTableException;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitFile;
import io.flinkdelta.source.split.SplitPosition;
import io.flinkdelta.source.testing.ChangingTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that go on from the state of another one, or when the table looks otherwise: right, or refused. */
class RestoredOrderTest {
    private final FakeCoordinator one = new FakeCoordinator(1);

    @TempDir
    private Path folder;

    private ChangingTable table;

    private ChangingTable create(StructType schema, Map<String, String> properties, String... by) {
        table = ChangingTable.create(folder.resolve("t"), schema, properties, by);
        return table;
    }

    @AfterEach
    void close() {
        table.close();
    }

    private DeltaSourceBuilder source() {
        return DeltaSource.forRowData(table.folder().toString())
                .option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1));
    }

    private DeltaSourceBuilder changes(long first, String... columns) {
        return source().columns(columns)
                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES)
                .option(DeltaSourceOptions.STARTING_VERSION, Long.toString(first));
    }

    private List<DeltaSplit> takeAll(FakeCoordinator coordinator) {
        List<DeltaSplit> all = new ArrayList<>();
        for (List<DeltaSplit> some = coordinator.request(0); !some.isEmpty(); some = coordinator.request(0)) {
            all.addAll(some);
        }
        return all;
    }

    private static List<String> paths(List<DeltaSplit> splits) {
        return splits.stream()
                .flatMap(split -> split.content().files().stream())
                .map(SplitFile::path)
                .toList();
    }

    private DeltaSource byTime() {
        return source().option(DeltaSourceOptions.WATERMARK_COLUMN, "id").build();
    }

    /** Up to the first splits of a version with many files. */
    private EnumeratorState begunByTime(Map<String, String> properties, List<String> read) throws Exception {
        create(ChangingTable.SCHEMA, properties);
        table.begin()
                .addAll(LongStream.range(0, 40)
                        .mapToObj(id -> table.write(row(id, "x")))
                        .toList())
                .commit();
        DeltaSplitEnumerator enumerator = one.start(byTime(), EnumeratorState.beginning());
        one.run();
        one.registerAll();
        read.addAll(paths(one.request(0)));
        EnumeratorState state = enumerator.snapshotState(1);
        enumerator.close();
        table.log().checkpoint(table.newest());
        return state;
    }

    @Test
    void aVersionIsReadOnByTimeFromACheckpointOfTheTable() throws Exception {
        List<String> read = new ArrayList<>();
        EnumeratorState state = begunByTime(Map.of(), read);
        FakeCoordinator later = new FakeCoordinator(1);
        later.start(byTime(), state);
        later.run();
        later.registerAll();
        read.addAll(paths(takeAll(later)));
        assertThat(read).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void aVersionIsNotReadOnByTimesThatTheLogTellsNoMore() throws Exception {
        EnumeratorState state = begunByTime(
                Map.of("delta.checkpoint.writeStatsAsJson", "false", "delta.checkpoint.writeStatsAsStruct", "false"),
                new ArrayList<>());
        FakeCoordinator later = new FakeCoordinator(1);
        later.start(byTime(), state);
        later.registerAll();
        later.run();
        takeAll(later).forEach(split -> later.finish(0, split));
        later.checkpoint(2);
        assertThatThrownBy(() -> later.checkpoint(3))
                .isInstanceOf(UnrecoverableTableException.class)
                .hasMessageContainingAll("come in another order now", "version=1", "Start without state");
    }

    @Test
    void changesThatWereBegunAreNotLookedForAmongOtherColumnsOrRows() throws Exception {
        create(ChangingTable.SCHEMA, Map.of());
        AddFile old = table.append(row(1L, "x"), row(2L, "x"));
        table.replace(List.of(old), List.of(table.write(row(1L, "y"), row(3L, "x"))));
        DeltaSource both = changes(2, "id", "v").build();
        DeltaSplitEnumerator enumerator = one.start(both, EnumeratorState.beginning());
        one.run();
        one.registerAll();
        DeltaSplit split = one.request(0).get(0);
        EnumeratorState state = enumerator.snapshotState(1);
        List<DeltaSplit> begun = List.of(split.at(new SplitPosition(0, 1)));

        for (DeltaSource other : List.of(
                changes(2, "id").build(),
                changes(2, "id", "v").filter("id > 1").build(),
                changes(2, "id", "v")
                        .option(DeltaSourceOptions.PRIMARY_KEY, List.of("id"))
                        .build())) {
            FakeCoordinator later = new FakeCoordinator(1);
            later.start(other, state);
            assertThatThrownBy(() -> later.register(0, begun))
                    .isInstanceOf(UnrecoverableTableException.class)
                    .hasMessageContainingAll("in the midst of the changes of a commit", "version=2");
            FakeCoordinator unbegun = new FakeCoordinator(1);
            unbegun.start(other, state);
            unbegun.register(0, List.of(split));
            assertThat(unbegun.request(0)).hasSize(1);
            unbegun.fail(0, 0);
            assertThatCode(() -> unbegun.register(0, begun))
                    .as("begun by the job itself")
                    .doesNotThrowAnyException();
        }
        FakeCoordinator same = new FakeCoordinator(1);
        same.start(both, state);
        same.register(0, begun);
        assertThat(same.request(0)).isEqualTo(begun);
    }

    @Test
    void partitionsStayApartWhenTheirColumnIsRenamed() {
        StructType schema = StructType.of(
                new StructField("id", PrimitiveType.LONG, true), new StructField("p", PrimitiveType.STRING, true));
        create(schema, Map.of("delta.columnMapping.mode", "name"), "p");
        String name = ColumnMapping.of(table.newest().protocol(), table.newest().metadata())
                .physicalName(table.newest().schema().field("p").orElseThrow());
        List<AddFile> before = List.of(write(name, 1, "a"), write(name, 2, "b"));
        table.begin().addAll(before).commit();
        DeltaSource source = changes(3, "id", "p")
                .option(DeltaSourceOptions.PRIMARY_KEY, List.of("id", "p"))
                .option(DeltaSourceOptions.ORDERED, true)
                .build();
        table.alter(new RenameColumn(ColumnPath.of("p"), "q"));
        table.replace(before, List.of(write(name, 3, "a"), write(name, 4, "b")));
        one.start(source, EnumeratorState.beginning());
        one.run();
        one.registerAll();
        assertThat(takeAll(one))
                .hasSize(2)
                .allSatisfy(split -> assertThat(split.content().files().stream().map(SplitFile::partitionValues))
                        .containsOnly(split.content().files().get(0).partitionValues()));
    }

    @Test
    void filesOfSeveralPartitionsThatAreReadTogetherAreNotReadInOrder() throws Exception {
        create(
                StructType.of(
                        new StructField("id", PrimitiveType.LONG, true),
                        new StructField("p", PrimitiveType.STRING, true)),
                Map.of(),
                "p");
        table.begin().addAll(List.of(write("p", 1, "a"), write("p", 2, "b"))).commit();
        DeltaSource free = DeltaSource.forRowData(table.folder().toString()).build();
        DeltaSource ordered = DeltaSource.forRowData(table.folder().toString())
                .option(DeltaSourceOptions.ORDERED, true)
                .build();
        DeltaSplitEnumerator enumerator = one.start(free, EnumeratorState.beginning());
        one.run();
        one.registerAll();
        EnumeratorState pending = enumerator.snapshotState(1);
        List<DeltaSplit> begun = one.request(0);
        EnumeratorState given = enumerator.snapshotState(2);
        assertThatThrownBy(() -> new FakeCoordinator(1).start(ordered, pending))
                .isInstanceOf(UnrecoverableTableException.class)
                .hasMessageContainingAll("would not come in order", "version=1");
        FakeCoordinator later = new FakeCoordinator(1);
        later.start(ordered, given);
        assertThatThrownBy(() -> later.register(0, begun))
                .isInstanceOf(UnrecoverableTableException.class)
                .hasMessageContaining("would not come in order");
        FakeCoordinator same = new FakeCoordinator(1);
        same.start(free, given);
        same.register(0, begun);
        assertThat(same.request(0)).isEqualTo(begun);
    }

    private AddFile write(String partitionColumn, long id, String partition) {
        return table.write(PartitionValues.of(Map.of(partitionColumn, partition)), List.of(row(id, partition)));
    }

    @Test
    void fromNowOnIsFromTheStartOfTheJobOn() throws Exception {
        create(ChangingTable.SCHEMA, Map.of()).append(row(1L, "x"));
        DeltaSource source = source().monitorContinuously(Duration.ofSeconds(10))
                .option(DeltaSourceOptions.STARTING_VERSION, "latest")
                .build();
        EnumeratorState early = one.start(source, EnumeratorState.beginning()).snapshotState(1);
        table.append(row(2L, "x"));
        FakeCoordinator later = new FakeCoordinator(1);
        later.start(source, early);
        later.run();
        later.registerAll();
        assertThat(takeAll(later)).extracting(DeltaSplit::version).containsExactly(2L);
    }

    @Test
    void aFileHasABoundedNumberOfParts() {
        create(ChangingTable.SCHEMA, Map.of());
        AddFile file = table.write(LongStream.range(0, 20_000)
                .mapToObj(id -> row(id, "row " + id * 7919))
                .toArray(RowData[]::new));
        table.begin().add(file).commit();
        one.start(
                source().option(DeltaSourceOptions.SPLIT_SIZE, new MemorySize(1))
                        .build(),
                EnumeratorState.beginning());
        one.run();
        one.registerAll();
        List<SplitFile> parts = takeAll(one).stream()
                .map(split -> split.content().files().get(0))
                .toList();
        assertThat(file.size()).isGreaterThan(parts.size());
        assertThat(parts).hasSizeBetween(1_000, 10_000);
        assertThat(parts.get(0).start()).isZero();
        assertThat(parts.get(parts.size() - 1).end()).isEqualTo(Long.MAX_VALUE);
        for (int i = 1; i < parts.size(); i++) {
            assertThat(parts.get(i).start()).isEqualTo(parts.get(i - 1).end());
        }
    }
}
