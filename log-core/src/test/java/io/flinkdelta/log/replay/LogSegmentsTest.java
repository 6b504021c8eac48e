/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.checkpoint.LastCheckpoint;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.testing.CapturedLog;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Versions 0 to 12, checkpoints at 4 and 8 with the hint at 8; then something is missing or broken. */
class LogSegmentsTest {
    private final InMemoryLogStore store = new InMemoryLogStore();
    private final TestTable table = TestTable.in(store);

    @BeforeEach
    void twelveVersions() {
        TestTable.create(store);
        for (int version = 1; version <= 12; version++) {
            Snapshot snapshot = table.append("f" + version).snapshot();
            if (version == 4 || version == 8) {
                table.log().checkpoint(snapshot);
            }
        }
        store.delete(checkpoint(10));
        overwriteHint("{\"version\":8,\"size\":10}");
    }

    @Test
    void beginsAtTheNewestCheckpoint() {
        assertThat(openAll()).isEqualTo(8);
    }

    @Test
    void aMissingHintIsNoHarm() {
        store.delete(LogFile.LAST_CHECKPOINT);
        assertThat(openAll()).isEqualTo(8);
    }

    @Test
    void aHintThatIsNoJsonIsNoHarm() {
        for (String hint :
                List.of("", "{", "7", "null", "[]", "{}", "{\"version\":-1}", "{\"version\":\"8\"}", "\0\0")) {
            overwriteHint(hint);
            assertThat(openAll()).as(hint).isEqualTo(8);
        }
    }

    @Test
    void aHintThatCannotBeReadIsNoHarm() {
        FaultyLogStore faulty = new FaultyLogStore(store);
        faulty.on(LogOperation.READ, LogFile.LAST_CHECKPOINT).always().failBefore();
        try (CapturedLog log = new CapturedLog()) {
            assertThat(TestTable.in(faulty).log().latestSnapshot().version()).isEqualTo(12);
            assertThat(log.text()).containsOnlyOnce("the whole log is listed instead");
            assertThat(TestTable.in(faulty).log().snapshotAt(11).version()).isEqualTo(11);
        }
    }

    @Test
    void aLogThatCannotBeReadAtAllIsToldOnce() {
        FaultyLogStore faulty = new FaultyLogStore(store);
        faulty.on(LogOperation.READ).always().failBefore();
        faulty.on(LogOperation.LIST).always().failBefore();
        try (CapturedLog log = new CapturedLog()) {
            assertThatThrownBy(() -> TestTable.in(faulty).log().latestSnapshot())
                    .isInstanceOf(StorageUnavailableException.class)
                    .hasMessageContaining("Cannot list the log");
            assertThatThrownBy(() -> TestTable.in(faulty).log().snapshotAt(11))
                    .hasMessageContaining("Cannot list the log");
            assertThat(log.text()).isEmpty();
        }
    }

    @Test
    void anOldHintIsNoHarm() {
        overwriteHint("{\"version\":4,\"size\":5}");
        assertThat(openAll()).isEqualTo(8);
    }

    @Test
    void aHintAtACheckpointThatIsNotThereIsNoHarm() {
        overwriteHint("{\"version\":11,\"size\":5}");
        assertThat(openAll()).isEqualTo(8);
        overwriteHint("{\"version\":500,\"size\":5}");
        assertThat(openAll()).isEqualTo(8);
    }

    @Test
    void aCleanedUpPrefixBeforeACheckpointIsNoHarm() {
        deleteCommits(0, 7);
        assertThat(openAll()).isEqualTo(8);
        deleteCommits(8, 8);
        assertThat(openAll()).isEqualTo(8);
        assertThat(table.log().earliestVersion()).isEqualTo(8);
    }

    @Test
    void aCleanUpBetweenListingAndReadingIsNoHarm() {
        assertThat(TestTable.in(cleanedUpAfterTheFirst(LogOperation.OPEN))
                        .log()
                        .latestSnapshot()
                        .version())
                .isEqualTo(12);
    }

    @Test
    void aVersionThatIsCleanedUpWhileItIsReadIsRefusedWithTheRange() {
        TestTable racing = TestTable.in(cleanedUpAfterTheFirst(LogOperation.OPEN));

        assertThatThrownBy(() -> racing.log().snapshotAt(7))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("cleaned up")
                .hasMessageContaining("earliestVersion=12");
    }

    @Test
    void historyEndsWhereACleanUpHasComeMeanwhile() {
        TestTable racing = TestTable.in(cleanedUpAfterTheFirst(LogOperation.READ));

        assertThat(racing.log().history(OptionalInt.empty()))
                .extracting(HistoryEntry::version)
                .containsExactly(12L);
    }

    /** Another process writes a checkpoint of version 12 and removes what is older. */
    private FaultyLogStore cleanedUpAfterTheFirst(LogOperation operation) {
        FaultyLogStore racing = new FaultyLogStore(store);
        racing.on(operation, name -> !name.equals(LogFile.LAST_CHECKPOINT)).runAfter(() -> {
            table.log().checkpoint(table.log().latestSnapshot());
            deleteCommits(0, 11);
            store.delete(checkpoint(4));
            store.delete(checkpoint(8));
        });
        return racing;
    }

    @Test
    void aCheckpointAloneIsATable() {
        deleteCommits(0, 12);
        LogSnapshot snapshot = latest();
        assertThat(snapshot.version()).isEqualTo(8);
        assertThat(TestTable.paths(snapshot)).hasSize(8);
    }

    @Test
    void aVersionBeforeTheCleanUpIsRefusedWithTheRange() {
        deleteCommits(0, 3);
        store.delete(checkpoint(4));
        assertThatThrownBy(() -> table.log().snapshotAt(6))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("cleaned up")
                .hasMessageContaining("earliestVersion=8")
                .hasMessageContaining("latestVersion=12");
    }

    @Test
    void aVersionThatIsNotThereYetIsRefusedWithTheRange() {
        for (long version : List.of(-1L, 13L, Long.MAX_VALUE)) {
            assertThatThrownBy(() -> table.log().snapshotAt(version))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("no version " + version)
                    .hasMessageContaining("earliestVersion=0")
                    .hasMessageContaining("latestVersion=12");
        }
    }

    @Test
    void aGapIsNamed() {
        deleteCommits(10, 10);
        assertCorrupt("missingVersion=10", "00000000000000000010.json");
        deleteCommits(11, 11);
        assertCorrupt("versions 10 to 11");
        assertThatThrownBy(() -> table.log().earliestVersion())
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("The log has a gap: versions 10 to 11");
        assertThatThrownBy(() -> table.log().versionAt(Instant.MAX)).isInstanceOf(CorruptLogException.class);
    }

    @Test
    void aGapBehindTheCheckpointIsFoundWhenItMatters() {
        deleteCommits(6, 6);
        assertThat(openAll()).isEqualTo(8);
        assertThat(table.log().snapshotAt(5).version()).isEqualTo(5);
        assertThatThrownBy(() -> table.log().snapshotAt(7))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("missingVersion=6");
    }

    @Test
    void withoutACheckpointVersionZeroIsNeeded() {
        store.delete(checkpoint(4));
        store.delete(checkpoint(8));
        deleteCommits(0, 1);
        assertCorrupt("no checkpoint", "versions 0 to 1");
    }

    @Test
    void aBrokenCheckpointOfTheV2SpecIsPassedOver() {
        for (String extension : List.of("json", "parquet")) {
            put("00000000000000000009.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11." + extension, new byte[] {1});
        }
        assertThat(openAll()).isEqualTo(8);
        store.delete(checkpoint(4));
        store.delete(checkpoint(8));
        assertThat(openAll()).isEqualTo(-1);
        deleteCommits(0, 2);
        assertCorrupt("version=9", "80a083e8-7026-4e79-81be-64bd76c43a11");
    }

    @Test
    void aMultiPartCheckpointCountsWhenItIsComplete() throws IOException {
        byte[] whole = store.read(checkpoint(8)).orElseThrow();
        store.delete(checkpoint(8));
        put("00000000000000000008.checkpoint.0000000001.0000000002.parquet", whole);
        assertThat(openAll()).isEqualTo(4);
        put("00000000000000000008.checkpoint.0000000002.0000000002.parquet", emptyCheckpoint());
        assertThat(openAll()).isEqualTo(8);
        assertThat(latest().segment().checkpoint().orElseThrow().parts()).hasSize(2);
    }

    @Test
    void aBrokenCheckpointIsPassedOver() throws IOException {
        store.overwrite(checkpoint(8), LogContent.of("broken, and long enough".getBytes(StandardCharsets.UTF_8)));
        assertThat(openAll()).isEqualTo(4);
        store.overwrite(checkpoint(4), LogContent.of(new byte[0]));
        assertThat(openAll()).isEqualTo(-1);
        assertThat(table.log().snapshotAt(10).version()).isEqualTo(10);
        deleteCommits(0, 0);
        assertCorrupt("file=" + checkpoint(8));
    }

    @Test
    void aListingThatMissesACommitIsRepeated() {
        SkippingStore skipping = new SkippingStore(store, 11, 11);
        TestTable shaky = TestTable.in(skipping);
        assertThat(shaky.log().latestSnapshot().version()).isEqualTo(12);
        Snapshot known = table.log().snapshotAt(10);
        SkippingStore again = new SkippingStore(store, 11);
        assertThat(TestTable.in(again).log().refresh(known).version()).isEqualTo(12);
        SkippingStore once = new SkippingStore(store, 11);
        assertThat(TestTable.in(once).log().earliestVersion()).isZero();
        SkippingStore history = new SkippingStore(store, 11);
        assertThat(TestTable.in(history).log().history(OptionalInt.empty())).hasSize(13);
    }

    /** While others commit, every listing may miss another one. */
    @Test
    void aGapIsNoneUntilItIsSeenTwice() {
        Snapshot known = table.log().snapshotAt(8);
        for (long[] missed : List.of(new long[] {9, 10, 11}, new long[] {11, 10}, new long[] {10, 11, 9})) {
            TestTable shaky = TestTable.in(new SkippingStore(store, missed));
            assertThat(shaky.log().refresh(known).version()).isEqualTo(12);
            TestTable opened = TestTable.in(new SkippingStore(store, missed));
            assertThat(opened.log().latestSnapshot().version()).isEqualTo(12);
            TestTable asked = TestTable.in(new SkippingStore(store, missed));
            assertThat(asked.log().history(OptionalInt.empty())).hasSize(13);
        }
    }

    @Test
    void aCommitGoesOnTopOfCommitsThatListingsMiss() {
        Snapshot known = table.log().snapshotAt(8);
        for (long[] missed : List.of(new long[] {9, 10, 11}, new long[] {9, 10, 11, 12})) {
            TestTable shaky = TestTable.in(new SkippingStore(store, missed));
            assertThat(TestTable.committed(shaky.log()
                                    .newTransaction(known, Operation.STREAMING_UPDATE)
                                    .add(TestTable.file("late"))
                                    .commit())
                            .version())
                    .isGreaterThan(12);
        }
    }

    @Test
    void aRefreshAfterAClean() {
        Snapshot old = table.log().snapshotAt(2);
        deleteCommits(0, 7);
        store.delete(checkpoint(4));
        Snapshot refreshed = table.log().refresh(old);
        assertThat(refreshed.version()).isEqualTo(12);
        assertThat(TestTable.paths(refreshed)).hasSize(12);
    }

    @Test
    void otherFilesAreIgnored() {
        for (String name : List.of(
                "00000000000000000013.json.tmp",
                "00000000000000000012.crc",
                "00000000000000000009.00000000000000000011.compacted.json",
                "0000000000000000013.json",
                "zzz",
                "00000000000000000014.2f0a.json")) {
            put(name, new byte[] {1});
        }
        assertThat(openAll()).isEqualTo(8);
    }

    @Test
    void aStorageThatCannotListIsUnavailable() {
        FaultyLogStore faulty = new FaultyLogStore(store);
        faulty.on(LogOperation.LIST).always().failBefore();
        assertThatThrownBy(() -> TestTable.in(faulty).log().latestSnapshot())
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("table=/data/table");
    }

    /** Opens the newest version, checks it, and says from which checkpoint; -1 for none. */
    private long openAll() {
        LogSnapshot snapshot = latest();
        assertThat(snapshot.version()).isEqualTo(12);
        assertThat(TestTable.paths(snapshot))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 12).mapToObj(i -> "f" + i).toList());
        return snapshot.segment().checkpoint().map(CheckpointFiles::version).orElse(-1L);
    }

    private LogSnapshot latest() {
        DeltaLog log = table.log();
        return LogSnapshot.cast(log.latestSnapshot());
    }

    private void assertCorrupt(String... messages) {
        assertThatThrownBy(() -> table.log().latestSnapshot())
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll(messages);
    }

    private void deleteCommits(long first, long last) {
        for (long version = first; version <= last; version++) {
            store.delete(LogFile.commit(version).fileName());
        }
    }

    private byte[] emptyCheckpoint() throws IOException {
        InMemoryLogStore other = new InMemoryLogStore();
        TestTable empty = TestTable.create(other);
        empty.log().checkpoint(empty.log().latestSnapshot());
        return other.read(checkpoint(0)).orElseThrow();
    }

    private void put(String name, byte[] content) {
        try {
            store.putIfAbsent(name, LogContent.of(content));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void overwriteHint(String content) {
        try {
            store.overwrite(LogFile.LAST_CHECKPOINT, LogContent.of(content.getBytes(StandardCharsets.UTF_8)));
            assertThat(LastCheckpoint.read(store)).isNotNull();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String checkpoint(long version) {
        return LogFile.checkpoint(version).fileName();
    }

    /** Leaves one commit out of each of the first listings, as a folder that is listed while it changes may. */
    private static final class SkippingStore implements LogStore {
        private final LogStore delegate;
        private final Iterator<String> missed;

        SkippingStore(LogStore delegate, long... missed) {
            this.delegate = delegate;
            this.missed = LongStream.of(missed)
                    .mapToObj(LogFile::commit)
                    .map(LogFile::fileName)
                    .iterator();
        }

        @Override
        public String location() {
            return delegate.location();
        }

        @Override
        public Stream<LogEntry> listFrom(String firstName) throws IOException {
            String skip = missed.hasNext() ? missed.next() : "";
            return delegate.listFrom(firstName).filter(entry -> !entry.name().equals(skip));
        }

        @Override
        public Optional<byte[]> read(String file) throws IOException {
            return delegate.read(file);
        }

        @Override
        public Optional<InputFile> open(String file) throws IOException {
            return delegate.open(file);
        }

        @Override
        public PutOutcome putIfAbsent(String file, LogContent content) throws IOException {
            return delegate.putIfAbsent(file, content);
        }

        @Override
        public void overwrite(String file, LogContent content) throws IOException {
            delegate.overwrite(file, content);
        }

        @Override
        public boolean delete(String file) throws IOException {
            return delegate.delete(file);
        }

        @Override
        public int deleteTemporary(long before) throws IOException {
            return delegate.deleteTemporary(before);
        }

        @Override
        public LogStore folder(String folder) {
            return delegate.folder(folder);
        }
    }
}
