/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clean-up under readers of older versions and beside a slow checkpoint; a checkpoint at every fourth version. */
class CleanupBesideReadersTest {
    private static final int NEWEST = 12;
    /** The midnight two days ago is that of day 10; version 9 was the newest then. */
    private static final long FIRST_KEPT = 8;
    /** Its checkpoint and the three commits after it are expired. */
    private static final long OLD = 7;

    /** A table of a version a day, each with one more file. */
    private static final class Table {
        private final Days clock = new Days();
        private final Random random = new Random(42);
        private final InMemoryLogStore honest = new InMemoryLogStore("memory:/table/_delta_log", clock);
        private final FaultyLogStore store = new FaultyLogStore(honest);

        Table(String policy, String retention) {
            this(policy, retention, "4");
        }

        Table(String policy, String retention, String checkpointInterval) {
            log().createTable(CreateTable.of(TestTable.SCHEMA)
                    .properties(Map.of(
                            "delta.checkpointPolicy", policy,
                            "delta.checkpointInterval", checkpointInterval,
                            "delta.logRetentionDuration", retention,
                            "delta.deletedFileRetentionDuration", "interval 1 hours",
                            "delta.enableExpiredLogCleanup", "false")));
        }

        static Table expiring(String policy) {
            Table table = new Table(policy, "interval 2 days");
            table.commitUpTo(NEWEST);
            return table;
        }

        void commitUpTo(int last) {
            for (int day = (int) log().latestSnapshot().version() + 1; day <= last; day++) {
                clock.set(day);
                log().newTransaction(log().latestSnapshot(), Operation.WRITE)
                        .add(TestTable.file("f" + day))
                        .commit();
            }
        }

        DeltaLog log() {
            TestTable table = TestTable.in(store);
            return new DeltaLog(
                    table.storage(),
                    table.components()
                            .withClock(clock)
                            .withRandom(random)
                            .withCheckpointSettings(
                                    CheckpointSettings.defaults().withInlineActions(0)));
        }

        List<String> sidecars() {
            return honest.folder(LogFile.SIDECAR_FOLDER).names();
        }
    }

    private static Set<String> filesOf(long version) {
        return LongStream.rangeClosed(1, version).mapToObj(day -> "f" + day).collect(Collectors.toSet());
    }

    /** What a reader finds, or empty when it has to give up. */
    private static Optional<Set<String>> read(Snapshot snapshot) {
        try {
            return Optional.of(TestTable.paths(snapshot));
        } catch (CorruptLogException e) {
            requireClear(e);
            return Optional.empty();
        }
    }

    private static void requireClear(CorruptLogException e) {
        assertThat(e)
                .hasMessageContainingAll("is missing", "table=", "file=")
                .hasMessageContaining("Read the table anew: a clean-up of the log may have removed the file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "v2"})
    void aReaderOfWhatIsDeletedGoesOnOrFails(String policy) {
        Table table = Table.expiring(policy);
        Map<Long, Snapshot> readers = new TreeMap<>();
        for (long version = OLD - 3; version < FIRST_KEPT + 2; version++) {
            readers.put(version, table.log().snapshotAt(version));
        }
        boolean done;
        Set<Long> failed = new TreeSet<>();
        do {
            table.store.on(LogOperation.DELETE).afterSkipping(1).failBefore();
            done = cleansUp(table);
            table.store.heal();
            readers.forEach((version, reader) -> read(reader)
                    .ifPresentOrElse(files -> assertThat(files).isEqualTo(filesOf(version)), () -> {
                        assertThat(version).isLessThan(FIRST_KEPT);
                        failed.add(version);
                    }));
        } while (!done);
        assertThat(failed)
                .isEqualTo(LongStream.range(OLD - 3, FIRST_KEPT).boxed().collect(Collectors.toSet()));
    }

    private static boolean cleansUp(Table table) {
        try {
            table.log().cleanUpLog();
            return true;
        } catch (StorageUnavailableException e) {
            return false;
        }
    }

    /** What it was based on is gone, but its version is not: a newer checkpoint has it. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "v2", "classic after no other", "v2 after no other"})
    void aReaderOfAVersionThatIsKeptGoesOnFromTheNewerCheckpoint(String policy) {
        for (Consumer<Snapshot> first : List.<Consumer<Snapshot>>of(snapshot -> {}, Snapshot::fileIndex)) {
            Table table = new Table(policy.split(" ", 2)[0], "interval 2 days", "1000");
            table.commitUpTo(4);
            if (!policy.contains("after no other")) {
                table.log().checkpoint(table.log().latestSnapshot());
            }
            table.commitUpTo(9);
            Snapshot old = table.log().latestSnapshot();
            table.log().checkpoint(table.log().latestSnapshot());
            table.commitUpTo(NEWEST);
            assertThat(table.log().cleanUpLog().keptFrom()).hasValue(9);
            first.accept(old);
            assertThat(TestTable.paths(old)).isEqualTo(filesOf(9));
            try (ActionIterator all = LogSnapshot.cast(old).filesAndTombstones()) {
                assertThat(all.stream().count()).isEqualTo(9);
            }
        }
    }

    /** The same for the transactions of one who holds on to it. */
    @Test
    void aWriterWhoseBaseWasCleanedUpGoesOn() {
        Table table = new Table("classic", "interval 2 days", "1000");
        table.commitUpTo(9);
        DeltaLog writer = table.log();
        Snapshot old = writer.latestSnapshot();
        table.log().checkpoint(table.log().latestSnapshot());
        table.commitUpTo(NEWEST);
        assertThat(table.log().cleanUpLog().keptFrom()).hasValue(9);

        writer.newTransaction(old, Operation.WRITE)
                .add(TestTable.file("f" + (NEWEST + 1)))
                .commit();

        assertThat(TestTable.paths(table.log().latestSnapshot())).isEqualTo(filesOf(NEWEST + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "v2"})
    void atEachCallOfAReader(String policy) {
        for (LogOperation operation : Set.of(LogOperation.OPEN, LogOperation.READ)) {
            for (int call = 0; cleansUpAt(operation, call, policy); call++) {
                assertThat(call).as("calls of one reader").isLessThan(20);
            }
        }
    }

    /** @return whether the reader made so many calls */
    private static boolean cleansUpAt(LogOperation operation, int call, String policy) {
        Table table = Table.expiring(policy);
        Snapshot old = table.log().snapshotAt(OLD);
        AtomicBoolean reached = new AtomicBoolean();
        table.store.on(operation).afterSkipping(call).runBefore(() -> {
            reached.set(true);
            table.log().cleanUpLog();
        });
        read(old).ifPresent(files -> assertThat(files).isEqualTo(filesOf(OLD)));
        assertThat(TestTable.paths(table.log().latestSnapshot())).isEqualTo(filesOf(NEWEST));
        return reached.get();
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "v2"})
    void atEachCallOfWhoOpensTheTable(String policy) {
        for (LogOperation operation : Set.of(LogOperation.OPEN, LogOperation.READ, LogOperation.LIST)) {
            AtomicBoolean reached = new AtomicBoolean(true);
            for (int call = 0; reached.get(); call++) {
                Table table = Table.expiring(policy);
                reached.set(false);
                table.store.on(operation).afterSkipping(call).runBefore(() -> {
                    reached.set(true);
                    table.log().cleanUpLog();
                });
                assertThat(TestTable.paths(table.log().latestSnapshot())).isEqualTo(filesOf(NEWEST));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "v2"})
    void whoHasBegunReadsToTheEndOrFails(String policy) {
        Table table = Table.expiring(policy);
        try (Stream<AddFile> files = table.log().snapshotAt(OLD).files()) {
            Iterator<AddFile> reader = files.iterator();
            Set<String> seen = new TreeSet<>(Set.of(reader.next().path()));
            assertThat(table.log().cleanUpLog().keptFrom()).hasValue(FIRST_KEPT);
            readRest(reader, seen);
        }
    }

    private static void readRest(Iterator<AddFile> reader, Set<String> seen) {
        try {
            reader.forEachRemaining(file -> seen.add(file.path()));
        } catch (CorruptLogException e) {
            requireClear(e);
            return;
        }
        assertThat(seen).isEqualTo(filesOf(OLD));
    }

    /** A day is what the slowest checkpoint takes; the table keeps its log for less. */
    @Test
    void sidecarsStayWhileTheirManifestIsAwaited() {
        Table table = new Table("v2", "interval 1 hours");
        table.commitUpTo(6);
        Set<String> before = Set.copyOf(table.sidecars());
        table.store.on(LogOperation.PUT, name -> name.contains(".checkpoint.")).runBefore(() -> {
            table.clock.set(7);
            assertThat(table.sidecars()).hasSizeGreaterThan(before.size());
            assertThat(table.log().cleanUpLog().deleted()).noneMatch(name -> name.startsWith("_sidecars"));
        });
        table.log().checkpoint(table.log().latestSnapshot());
        table.clock.set(9);
        table.log().cleanUpLog();
        assertThat(table.log().earliestVersion()).isEqualTo(6);
        assertThat(table.sidecars()).hasSize(1).doesNotContainAnyElementsOf(before);
        assertThat(TestTable.paths(table.log().latestSnapshot())).isEqualTo(filesOf(6));
    }

    @Test
    void sidecarsGoWhoseManifestNeverCame() {
        Table table = new Table("v2", "interval 1 hours");
        table.commitUpTo(6);
        Set<String> before = Set.copyOf(table.sidecars());
        table.store
                .on(LogOperation.PUT, name -> name.contains(".checkpoint."))
                .always()
                .failBefore();
        assertThatThrownBy(() -> table.log().checkpoint(table.log().latestSnapshot()))
                .isInstanceOf(StorageUnavailableException.class);
        table.store.heal();
        assertThat(table.sidecars()).hasSize(before.size() + 1);
        table.clock.set(9);
        table.log().cleanUpLog();
        assertThat(table.sidecars()).isEqualTo(List.copyOf(before));
        assertThat(TestTable.paths(table.log().latestSnapshot())).isEqualTo(filesOf(6));
    }
}
