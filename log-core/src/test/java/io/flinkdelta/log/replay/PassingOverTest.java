/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.Compacted;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.CheckpointFixture;
import io.flinkdelta.log.testing.ParquetActions;
import io.flinkdelta.log.testing.RandomCommits;
import io.flinkdelta.log.testing.TableImage;
import io.flinkdelta.log.testing.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Versions 0 to 9 with a checkpoint at 7 whose files lie in three sidecars, and one at 4; what cannot be
 * read is passed over as long as something else stands for it, whenever that turns out.
 */
class PassingOverTest {
    private static final int LAST = 9;

    private final InMemoryLogStore store = new InMemoryLogStore();
    private final CheckpointFixture newest = new CheckpointFixture(store, 7);
    private final List<List<Action>> commits = RandomCommits.of(11, LAST + 1);
    private final TableImage expected = new TableImage();
    private List<Action> files;

    @BeforeEach
    void aTable() throws IOException {
        TableImage image = new TableImage();
        for (int version = 0; version <= LAST; version++) {
            store.putIfAbsent(
                    LogFile.commit(version).fileName(), LogContent.of(CheckpointFixture.json(commits.get(version))));
            image.replay(commits.get(version));
            expected.replay(commits.get(version));
            if (version == 4) {
                List<Action> all = new ArrayList<>(image.state());
                all.addAll(image.files());
                new CheckpointFixture(store, 4).manifest("classic", all);
            } else if (version == 7) {
                files = image.files();
                List<Action> manifest = new ArrayList<>(image.state());
                manifest.add(new CheckpointMetadata(7, Map.of()));
                for (int i = 0; i < 3; i++) {
                    manifest.add(newest.sidecar("s" + i, third(i)));
                }
                newest.manifest("json", manifest);
            }
        }
        assertThat(files).hasSizeGreaterThan(8);
    }

    private List<Action> third(int i) {
        int size = files.size();
        return files.subList(size * i / 3, size * (i + 1) / 3);
    }

    @Test
    void nothingIsWrong() {
        assertThat(base(latest())).isEqualTo(7);
        assertThat(TableImage.of(latest())).isEqualTo(expected);
    }

    @Test
    void aMissingSidecar() {
        for (int i = 0; i < 3; i++) {
            store.folder("_sidecars").delete("s" + (2 - i) + ".parquet");
            assertThat(base(latest())).isEqualTo(7);
            assertThat(TableImage.of(latest())).as("without %s", i).isEqualTo(expected);
        }
    }

    @Test
    void aSidecarThatIsCutOffAnywhere() throws IOException {
        byte[] whole = ParquetActions.write(third(1));
        for (int length = 0; length < whole.length; length += 1 + whole.length / 30) {
            overwriteSidecar("s1.parquet", Arrays.copyOf(whole, length));
            assertThat(TableImage.of(latest())).as("%s bytes of it", length).isEqualTo(expected);
        }
    }

    @Test
    void aSidecarOfWhichAPartIsLost() throws IOException {
        byte[] whole = ParquetActions.write(third(2));
        int step = 1 + whole.length / 40;
        for (int start = 0; start < whole.length; start += step) {
            byte[] content = whole.clone();
            Arrays.fill(content, start, Math.min(content.length, start + 2 * step), (byte) 0);
            overwriteSidecar("s2.parquet", content);
            assertThat(TableImage.of(latest())).as("lost from %s", start).isEqualTo(expected);
        }
    }

    @Test
    void bothCheckpoints() {
        store.folder("_sidecars").delete("s1.parquet");
        new CheckpointFixture(store, 4).overwrite(LogFile.checkpoint(4).fileName(), "no Parquet at all");
        assertThat(TableImage.of(latest())).isEqualTo(expected);
    }

    @Test
    void withNothingElseTheSidecarIsNamed() {
        store.delete(LogFile.checkpoint(4).fileName());
        store.delete(LogFile.commit(0).fileName());
        store.folder("_sidecars").delete("s1.parquet");
        LogSnapshot snapshot = latest();
        assertThatThrownBy(() -> TableImage.of(snapshot))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("file=_sidecars/s1.parquet", "version=7", "table=");
    }

    @Test
    void aCheckpointThatTheStorageCannotRead() {
        FaultyLogStore faulty = new FaultyLogStore(store);
        faulty.on(LogOperation.OPEN, newest.name("json")).always().failBefore();
        LogSnapshot snapshot = LogSnapshot.cast(TestTable.in(faulty).log().latestSnapshot());
        assertThat(base(snapshot)).isEqualTo(4);
        assertThat(TableImage.of(snapshot)).isEqualTo(expected);

        FaultyLogStore down = new FaultyLogStore(store);
        down.on(LogOperation.OPEN).always().failBefore();
        down.on(LogOperation.READ, LogFile.commit(2).fileName()).always().failBefore();
        assertThatThrownBy(() -> TestTable.in(down).log().latestSnapshot())
                .isInstanceOf(StorageUnavailableException.class);
    }

    @Test
    void aCompactedFileThatIsCutOffAnywhere() {
        TableImage image = new TableImage();
        commits.subList(8, LAST + 1).forEach(image::replay);
        List<Action> all = new ArrayList<>(image.state());
        all.addAll(image.files());
        byte[] whole = CheckpointFixture.json(all);
        String name = new Compacted(8, LAST).fileName();
        for (int length = 0; length < whole.length - 1; length++) {
            // A cut between two lines cannot be seen.
            if (length == 0 || (whole[length - 1] != '\n' && whole[length] != '\n')) {
                newest.overwrite(name, Arrays.copyOf(whole, length));
                assertThat(TableImage.of(latest())).as("%s bytes of it", length).isEqualTo(expected);
            }
        }
    }

    private void overwriteSidecar(String name, byte[] content) throws IOException {
        store.folder("_sidecars").overwrite(name, LogContent.of(content));
    }

    private LogSnapshot latest() {
        return LogSnapshot.cast(TestTable.in(store).log().latestSnapshot());
    }

    private static long base(LogSnapshot snapshot) {
        return snapshot.segment().checkpoint().map(CheckpointFiles::version).orElse(-1L);
    }
}
