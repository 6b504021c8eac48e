/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.alter.AlterTable.DropColumns;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.source.read.SplitsFinished;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitPosition;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions 1 and 2 have a row each, and version 3 drops a column that the job reads. */
class UnreadableVersionTest {
    private final FakeCoordinator two = new FakeCoordinator(2);

    @TempDir
    private Path folder;

    private ChangingTable table;
    private DeltaSource source;
    private DeltaSplitEnumerator enumerator;

    @BeforeEach
    void create() {
        table = ChangingTable.create(
                folder.resolve("t"), ChangingTable.SCHEMA, Map.of("delta.columnMapping.mode", "name"));
        source = build();
        table.append(row(1L, "x"));
        table.append(row(2L, "y"));
        table.alter(new DropColumns(List.of(ColumnPath.of("v"))));
        table.append(row(3L));
    }

    @AfterEach
    void close() {
        table.close();
    }

    private DeltaSource build() {
        return DeltaSource.forRowData(table.folder().toString())
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .monitorContinuously(Duration.ofSeconds(10))
                .build();
    }

    private void start(FakeCoordinator coordinator, EnumeratorState state) {
        enumerator = coordinator.start(source, state);
        coordinator.run();
    }

    private void finish(int subtask, DeltaSplit split) {
        enumerator.handleSourceEvent(subtask, new SplitsFinished(Set.of(split.splitId())));
    }

    private DeltaSplit take(FakeCoordinator coordinator, int subtask, long version) {
        List<DeltaSplit> splits = coordinator.request(subtask);
        assertThat(splits).extracting(DeltaSplit::version).containsExactly(version);
        return splits.get(0);
    }

    private static void assertFails(ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContainingAll(
                        "dropped or renamed", "version=3,", "column=v", "restore it from its last checkpoint");
    }

    @Test
    void theJobFailsWhenWhatComesBeforeIsThrough() throws Exception {
        start(two, EnumeratorState.beginning());
        two.registerAll();
        DeltaSplit first = take(two, 0, 1);
        DeltaSplit second = take(two, 1, 2);
        two.tick();
        finish(0, first);
        assertThat(two.request(0)).isEmpty();
        two.checkpoint(1);
        two.checkpoint(2);
        finish(1, second);
        assertThat(two.request(1)).isEmpty();
        assertThat(two.isFinished(0)).isFalse();
        assertThat(two.events(0)).as("nobody waits for its watermarks").isNotEmpty();
        EnumeratorState state = two.checkpoint(3);
        assertThat(state.pending()).isEmpty();
        assertFails(() -> two.checkpoint(4));

        FakeCoordinator again = new FakeCoordinator(3);
        start(again, state);
        again.register(0, List.of());
        again.register(2, List.of());
        assertFails(() -> again.register(1, List.of()));
    }

    @Test
    void aJobThatIsBuiltAnewGoesOnThere() throws Exception {
        start(two, EnumeratorState.beginning());
        two.registerAll();
        finish(0, take(two, 0, 1));
        finish(0, take(two, 0, 2));
        EnumeratorState state = two.checkpoint(1);
        assertFails(() -> two.checkpoint(2));
        source = build();
        FakeCoordinator anew = new FakeCoordinator(1);
        start(anew, state);
        anew.register(0, List.of());
        take(anew, 0, 4);
        assertThat(anew.request(0)).isEmpty();
    }

    /** The table was looked at up to the error before any reader told what it has. */
    @Test
    void splitsOfRestoredReadersAreReadFirst() throws Exception {
        start(two, EnumeratorState.beginning());
        two.registerAll();
        DeltaSplit first = take(two, 0, 1);
        finish(1, take(two, 1, 2));
        EnumeratorState state = two.checkpoint(1);

        FakeCoordinator again = new FakeCoordinator(2);
        start(again, state);
        again.register(1, List.of());
        assertThat(again.request(1)).isEmpty();
        DeltaSplit going = first.at(new SplitPosition(0, 1));
        again.register(0, List.of(going));
        assertThat(again.taken(1)).containsExactly(going);
        again.checkpoint(2);
        again.checkpoint(3);
        finish(1, going);
        again.checkpoint(4);
        assertFails(() -> again.checkpoint(5));
    }

    @Test
    void aReaderThatGoesBackToACheckpointReadsFirst() throws Exception {
        start(two, EnumeratorState.beginning());
        two.registerAll();
        DeltaSplit first = take(two, 0, 1);
        finish(1, take(two, 1, 2));
        two.checkpoint(1);
        finish(0, first);
        EnumeratorState notCompleted = enumerator.snapshotState(2);
        assertThat(notCompleted.pending()).isEmpty();
        two.fail(0, 1);
        two.checkpoint(3);
        two.register(0, List.of(first));
        two.checkpoint(4);
        assertThat(two.request(1)).containsExactly(first);
        finish(1, first);
        two.checkpoint(5);
        assertFails(() -> two.checkpoint(6));
    }

    @Test
    void aJobWithoutCheckpointsFailsWhenAllIsReadAndNoneHasComeForAWhile() {
        start(two, EnumeratorState.beginning());
        two.registerAll();
        DeltaSplit first = take(two, 0, 1);
        finish(1, take(two, 1, 2));
        assertThat(two.periodic())
                .last()
                .satisfies(look -> assertThat(look.everyMillis())
                        .isEqualTo(HeldFailure.patience(false).toMillis()));
        two.tick();
        assertFails(() -> finish(0, first));
    }

    /** Of a batch job the second reader may not be scheduled before the first is through. */
    @Test
    void aBoundedJobDoesNotAwaitReadersThatHaveNeverBeenThere() throws Exception {
        source = DeltaSource.forRowData(table.folder().toString())
                .option(DeltaSourceOptions.STARTING_VERSION, "4")
                .option(DeltaSourceOptions.ENDING_VERSION, 5L)
                .build();
        start(two, EnumeratorState.beginning());
        two.register(0, List.of());
        finish(0, take(two, 0, 4));
        writeUnsupported(5);
        two.tick();
        assertThat(two.periodic())
                .last()
                .satisfies(look -> assertThat(look.everyMillis()).isEqualTo(60_000));
        assertThatThrownBy(two::tick).hasMessageContainingAll("fromTheFuture", "version=5");
    }

    private void writeUnsupported(long version) throws IOException {
        Files.writeString(
                table.folder().resolve("_delta_log/%020d.json".formatted(version)),
                "{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":[\"columnMapping\","
                        + "\"fromTheFuture\"],\"writerFeatures\":[\"columnMapping\",\"fromTheFuture\"]}}");
    }

    @Test
    void aJobThatMakesCheckpointsAwaitsThem() throws Exception {
        start(two, EnumeratorState.beginning());
        two.registerAll();
        finish(0, take(two, 0, 1));
        finish(0, take(two, 0, 2));
        enumerator.snapshotState(1);
        for (int i = 0; i < 100; i++) {
            two.tick();
        }
        assertFails(() -> {
            for (int i = 0; i < 100; i++) {
                two.tick();
            }
        });
    }

    @Test
    void aJobThatHasReadNothingFailsAtOnce() {
        table.append(row(4L));
        source = DeltaSource.forRowData(table.folder().toString())
                .option(DeltaSourceOptions.VERSION_AS_OF, 7L)
                .build();
        assertThatThrownBy(() -> start(two, EnumeratorState.beginning())).hasMessageContaining("no version 7");
    }

    /** A later build wrote it, which does not matter to the versions before. */
    @Test
    void whatComesBeforeAnUnsupportedProtocolIsRead() throws Exception {
        source = DeltaSource.forRowData(table.folder().toString())
                .option(DeltaSourceOptions.STARTING_VERSION, "4")
                .monitorContinuously(Duration.ofSeconds(10))
                .build();
        start(two, EnumeratorState.beginning());
        two.registerAll();
        finish(0, take(two, 0, 4));
        EnumeratorState state = two.checkpoint(1);
        table.append(row(5L));
        writeUnsupported(6);

        FakeCoordinator again = new FakeCoordinator(1);
        start(again, state);
        again.register(0, List.of());
        finish(0, take(again, 0, 5));
        again.checkpoint(2);
        assertThatThrownBy(() -> again.checkpoint(3)).hasMessageContainingAll("fromTheFuture", "version=6");
    }
}
