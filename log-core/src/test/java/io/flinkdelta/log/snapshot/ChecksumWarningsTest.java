/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.ChecksumCheck.Difference;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two files in version 1, whose checksum lies beside it; version 2 has none. */
class ChecksumWarningsTest {
    private static final String CHECKSUM = new LogFile.Checksum(1).fileName();

    private final InMemoryLogStore store = new InMemoryLogStore();
    private final FaultyLogStore faulty = new FaultyLogStore(store);
    private final CountingLogStore counting = new CountingLogStore(faulty);
    private final TestTable table = TestTable.in(counting);

    @BeforeEach
    void threeVersions() throws IOException {
        DeltaLog log = new DeltaLog(table.storage(), table.components().withChecksums(true));
        log.newTable(Operation.CREATE_TABLE)
                .metadata(TestTable.metadata(Map.of()))
                .commit();
        log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .addAll(List.of(TestTable.file("a"), TestTable.file("b")))
                .commit();
        table.append("c");
        assertThat(store.read(CHECKSUM)).isPresent();
        counting.reset();
    }

    @Test
    void oneThatAgreesIsNoWarning() {
        assertThat(warnings(1)).isEmpty();
        assertThat(counting.names(LogOperation.READ)).contains(CHECKSUM);
    }

    @Test
    void oneThatCountsOtherFilesIsAWarning() throws IOException {
        change("\"numFiles\":2", "\"numFiles\":3");
        assertThat(warnings(1))
                .extracting(Difference::toString)
                .containsExactly("numFiles: 3 in the checksum, 2 in the log");
    }

    @Test
    void theIndexComparesItOnce() {
        Snapshot snapshot = table.log().snapshotAt(1);
        counting.reset();
        assertThat(snapshot.fileIndex().fileCount()).isEqualTo(2);
        assertThat(snapshot.fileIndex().fileCount()).isEqualTo(2);
        assertThat(counting.names(LogOperation.READ)).containsOnlyOnce(CHECKSUM);
    }

    @Test
    void besideACheckpointItIsLookedFor() {
        table.log().checkpoint(table.log().snapshotAt(1));
        Snapshot snapshot = table.log().snapshotAt(1);
        counting.reset();
        snapshot.fileIndex();
        assertThat(counting.names(LogOperation.READ)).containsExactly(CHECKSUM);
    }

    @Test
    void whereTheListingSawNoneItIsNotLookedFor() {
        Snapshot snapshot = table.log().snapshotAt(2);
        counting.reset();
        snapshot.fileIndex();
        assertThat(counting.names(LogOperation.READ)).noneMatch(name -> name.endsWith(".crc"));
    }

    @Test
    void oneThatCannotBeReadIsNoHarm() throws IOException {
        Snapshot snapshot = table.log().snapshotAt(1);
        faulty.on(LogOperation.READ, CHECKSUM).failBefore();
        assertThat(snapshot.fileIndex().fileCount()).isEqualTo(2);
        change("{", "");
        assertThat(table.log().snapshotAt(1).fileIndex().fileCount()).isEqualTo(2);
    }

    private List<Difference> warnings(long version) {
        LogSnapshot snapshot = LogSnapshot.cast(table.log().snapshotAt(version));
        return new ChecksumWarnings(table.storage())
                .compare(snapshot.segment(), snapshot.state(), snapshot.fileIndex());
    }

    private void change(String text, String changed) throws IOException {
        String content = new String(store.read(CHECKSUM).orElseThrow(), StandardCharsets.UTF_8);
        assertThat(content).contains(text);
        store.overwrite(CHECKSUM, LogContent.of(content.replace(text, changed).getBytes(StandardCharsets.UTF_8)));
    }
}
