/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.read.NothingToRead;
import io.flinkdelta.source.read.SplitWanted;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitFile;
import io.flinkdelta.source.split.SplitPosition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each file of the tables is a split. */
class DeltaSplitEnumeratorTest {
    private static final int BOUND = 16;

    private final FakeCoordinator two = new FakeCoordinator(2);

    @TempDir
    private Path folder;

    private SourceTable table;

    @BeforeEach
    void create() {
        table = SourceTable.create(folder.resolve("table"));
    }

    @AfterEach
    void close() {
        table.close();
    }

    private DeltaSourceBuilder source() {
        return table.source().option(DeltaSourceOptions.SPLIT_SIZE, MemorySize.ofMebiBytes(1));
    }

    private DeltaSourceBuilder stream() {
        return source().monitorContinuously(Duration.ofSeconds(10));
    }

    @Test
    void onlySoManySplitsWait() throws Exception {
        table.appendFiles(40);
        DeltaSplitEnumerator enumerator = two.start(source().build(), EnumeratorState.beginning());
        two.run();
        two.registerAll();
        List<DeltaSplit> all = new ArrayList<>();
        while (!two.isFinished(1)) {
            assertThat(enumerator.snapshotState(1).pending()).hasSizeLessThanOrEqualTo(BOUND);
            all.addAll(two.request(1));
        }
        assertThat(two.isFinished(0)).isFalse();
        assertThat(two.request(0)).isEmpty();
        assertThat(two.isFinished(0)).isTrue();
        assertThat(all).hasSize(40).doesNotHaveDuplicates().isSortedAccordingTo(DeltaSplit.ORDER);
    }

    @Test
    void aReaderThatAsksBeforeTheTableWasLookedAtIsServedThen() {
        table.appendFiles(1);
        two.start(source().build(), EnumeratorState.beginning());
        two.registerAll();
        assertThat(two.request(0)).hasSize(1);
    }

    @Test
    void splitsThatComeBackTakeTheirOldPlaces() throws Exception {
        table.appendFiles(4);
        two.start(source().build(), EnumeratorState.beginning());
        two.registerAll();
        DeltaSplit first = two.request(0).get(0);
        two.checkpoint(1);
        DeltaSplit second = two.request(0).get(0);
        two.fail(0, 1);
        assertThat(two.request(1)).containsExactly(second);
        DeltaSplit going = first.at(new SplitPosition(0, 1));
        two.register(0, List.of(going));
        assertThat(two.request(0)).containsExactly(going);
    }

    /** The split went to another reader meanwhile, which its first reader cannot know when it fails once more. */
    @Test
    void aSplitThatIsReportedTwiceIsReadOnce() throws Exception {
        table.appendFiles(2);
        two.start(source().build(), EnumeratorState.beginning());
        two.registerAll();
        DeltaSplit split = two.request(0).get(0);
        two.request(1);
        two.checkpoint(1);
        two.fail(0, 1);
        two.register(0, List.of(split));
        assertThat(two.request(1)).containsExactly(split);
        two.fail(0, 1);
        two.register(0, List.of(split));
        assertThat(two.request(0)).isEmpty();
        assertThat(two.isFinished(0)).isTrue();
        // But the reader that has it is the one to report it once a checkpoint has it there.
        two.checkpoint(2);
        two.fail(1, 2);
        two.register(1, List.of(split));
        assertThat(two.request(1)).containsExactly(split);
    }

    @Test
    void aSplitThatIsReportedAndComesBackIsReadOnce() throws Exception {
        table.appendFiles(1);
        two.start(source().build(), EnumeratorState.beginning());
        two.registerAll();
        DeltaSplit split = two.request(0).get(0);
        two.checkpoint(1);
        for (int failures = 0; failures < 3; failures++) {
            two.fail(0, 1);
            two.register(0, List.of(split));
            assertThat(two.request(0)).containsExactly(split);
        }
        two.fail(0, 1);
        assertThat(two.request(1)).containsExactly(split);
        two.register(0, List.of(split));
        assertThat(two.request(0)).isEmpty();
    }

    @Test
    void thePartitionsOfAnOrderedSourceStayWithTheirReaders() {
        for (int version = 0; version < 3; version++) {
            table.appendFiles(5);
        }
        DeltaSource source = source().option(DeltaSourceOptions.ORDERED, true)
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .build();
        two.start(source, EnumeratorState.beginning());
        two.registerAll();
        Map<String, Integer> readers = new TreeMap<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            long version = 0;
            while (!two.isFinished(subtask)) {
                for (DeltaSplit split : two.request(subtask)) {
                    assertThat(split.version()).isGreaterThanOrEqualTo(version);
                    version = split.version();
                    for (SplitFile file : split.content().files()) {
                        String partition = file.partitionValues().asMap().get("part");
                        assertThat(readers.merge(partition, subtask, (before, now) -> before))
                                .isEqualTo(subtask);
                    }
                }
            }
        }
        assertThat(readers).hasSize(5).containsValues(0, 1);
    }

    /** The splits of a lane are pending here, but an older one of it is with a reader that has not come yet. */
    @Test
    void anOrderedSourceAwaitsAllReadersAfterARestart() throws Exception {
        for (int version = 0; version < 4; version++) {
            table.append(version, version + 1, "a");
        }
        DeltaSource source = source().option(DeltaSourceOptions.ORDERED, true)
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .build();
        two.start(source, EnumeratorState.beginning());
        two.registerAll();
        List<DeltaSplit> read = new ArrayList<>(two.request(0));
        read.addAll(two.request(1));
        assertThat(read).hasSize(1);
        int owner = two.isFinished(0) ? 1 : 0;
        EnumeratorState state = two.checkpoint(1);

        FakeCoordinator again = new FakeCoordinator(2);
        again.start(source, state);
        again.register(owner, List.of());
        assertThat(again.request(owner)).isEmpty();
        assertThat(again.isFinished(owner)).isFalse();
        again.register(1 - owner, read);
        assertThat(again.taken(owner)).isEqualTo(read);
        assertThat(again.request(owner)).extracting(DeltaSplit::version).containsExactly(2L);
    }

    @Test
    void anOrderedSourceOfRowsThatMoveBetweenPartitionsHasOneReader() {
        table.appendFiles(5);
        DeltaSource source = source().option(DeltaSourceOptions.ORDERED, true)
                .option(DeltaSourceOptions.STARTING_VERSION, "1")
                .option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES)
                .option(DeltaSourceOptions.PRIMARY_KEY, List.of("id"))
                .build();
        two.start(source, EnumeratorState.beginning());
        two.registerAll();
        assertThat(two.request(1)).isEmpty();
        assertThat(two.isFinished(1)).isTrue();
        for (int split = 0; split < 5; split++) {
            assertThat(two.request(0)).hasSize(1);
        }
    }

    @Test
    void asManyFilesAsAreAllowedPerInterval() {
        table.appendFiles(7);
        DeltaSource source = stream().option(DeltaSourceOptions.MAX_FILES, 3L).build();
        two.start(source, EnumeratorState.beginning());
        two.registerAll();
        assertThat(requestUntilNone()).isEqualTo(3);
        two.tick();
        assertThat(two.taken(0)).hasSize(1);
        assertThat(requestUntilNone()).isEqualTo(2);
        two.tick();
        assertThat(two.taken(0)).hasSize(1);
        assertThat(requestUntilNone()).isZero();
    }

    @Test
    void asManyBytesAsAreAllowedPerIntervalAndTheFileThatReachesThem() {
        table.appendFiles(4);
        DeltaSource source =
                stream().option(DeltaSourceOptions.MAX_BYTES, new MemorySize(1)).build();
        two.start(source, EnumeratorState.beginning());
        two.registerAll();
        assertThat(requestUntilNone()).isEqualTo(1);
        two.tick();
        assertThat(two.taken(0)).hasSize(1);
        assertThat(requestUntilNone()).isZero();
    }

    private int requestUntilNone() {
        int count = 0;
        while (!two.request(0).isEmpty()) {
            count++;
        }
        return count;
    }

    @Test
    void theTableIsLookedAtInIntervalsThatBeginAtSomeMoment() {
        two.start(stream().build(), EnumeratorState.beginning());
        assertThat(two.periodic()).hasSize(1);
        FakeCoordinator.Periodic look = two.periodic().get(0);
        assertThat(look.everyMillis()).isEqualTo(10_000);
        assertThat(look.firstAfterMillis()).isBetween(5_000L, 10_000L);
        two.registerAll();
        assertThat(two.request(0)).isEmpty();
        table.appendFiles(1);
        assertThat(two.request(0)).isEmpty();
        two.tick();
        assertThat(two.taken(0)).hasSize(1);
    }

    @Test
    void aReaderWithoutSplitsIsToldOncePerWait() {
        two.start(stream().build(), EnumeratorState.beginning());
        two.registerAll();
        two.request(0);
        two.tick();
        assertThat(two.events(0)).containsExactly(new NothingToRead());
        assertThat(two.events(1)).isEmpty();
        table.appendFiles(1);
        two.tick();
        two.request(0);
        assertThat(two.events(0)).hasSize(2);
    }

    @Test
    void aReaderGetsTheNextSplitAheadWhenThereAreEnoughForAll() {
        table.appendFiles(4);
        DeltaSplitEnumerator enumerator = two.start(source().build(), EnumeratorState.beginning());
        two.registerAll();
        assertThat(two.request(0)).hasSize(1);
        enumerator.handleSourceEvent(0, new SplitWanted());
        assertThat(two.taken(0)).hasSize(1);
        enumerator.handleSourceEvent(0, new SplitWanted());
        assertThat(two.taken(0)).hasSize(1);
        enumerator.handleSourceEvent(0, new SplitWanted());
        assertThat(two.taken(0))
                .as("the last one is for the reader that has none")
                .isEmpty();
        assertThat(two.request(1)).hasSize(1);
        assertThat(two.request(0)).isEmpty();
        assertThat(two.isFinished(0)).isTrue();
    }

    @Test
    void aFailureToPlanIsTheJobs() {
        DeltaSource source =
                source().option(DeltaSourceOptions.VERSION_AS_OF, 7L).build();
        two.start(source, EnumeratorState.beginning());
        assertThatThrownBy(two::run).hasMessageContainingAll("The table has no version 7", "table=" + table.path());
    }
}
