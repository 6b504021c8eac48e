/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.CountingLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.testing.CheckpointFixture;
import io.flinkdelta.log.testing.TestTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions 0 to 6 of a table whose checkpoint, at version 4, follows the V2 spec. */
class V2CheckpointTest {
    private final InMemoryLogStore store = new InMemoryLogStore();
    private final CountingLogStore counting = new CountingLogStore(store);
    private final CheckpointFixture fixture = new CheckpointFixture(store, 4);

    @BeforeEach
    void sixVersions() {
        TestTable table = TestTable.create(store);
        for (int version = 1; version <= 6; version++) {
            table.append("f" + version);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "parquet", "classic"})
    void sidecarsHoldTheFilesOnly(String kind) {
        SidecarFile first = fixture.sidecar("s1", List.of(file(1), file(2)));
        SidecarFile second = fixture.sidecar("s2", List.of(file(3), file(4), TestTable.tombstone("gone", 1)));
        fixture.manifest(kind, manifest(4, first, second));
        deleteCommits(0, 4);

        LogSnapshot snapshot = latest();
        assertThat(files(snapshot)).containsExactlyInAnyOrder("f1", "f2", "f3", "f4", "f5", "f6");
        assertThat(snapshot.segment().checkpoint().orElseThrow().fileActions().orElseThrow())
                .extracting(CheckpointFile::path)
                .containsExactly("_sidecars/s1.parquet", "_sidecars/s2.parquet");
        assertThat(snapshot.filesAndTombstones().stream()).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "parquet", "classic"})
    void aManifestMayHoldTheFilesItself(String kind) {
        fixture.manifest(kind, manifest(4, file(1), file(2), file(3), file(4), TestTable.tombstone("gone", 1)));
        deleteCommits(0, 4);

        LogSnapshot snapshot = latest();
        assertThat(files(snapshot)).containsExactlyInAnyOrder("f1", "f2", "f3", "f4", "f5", "f6");
        assertThat(snapshot.filesAndTombstones().stream()).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "parquet"})
    void aTableWithoutFilesHasAManifestWithoutSidecars(String kind) {
        fixture.manifest(kind, manifest(4));
        deleteCommits(0, 4);

        assertThat(files(latest())).containsExactlyInAnyOrder("f5", "f6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "parquet"})
    void theManifestIsReadOnceAndSidecarsWhenFilesAreAskedFor(String kind) {
        SidecarFile sidecar = fixture.sidecar("s1", List.of(file(1), file(2), file(3), file(4)));
        String name = fixture.manifest(kind, manifest(4, sidecar));
        LogSnapshot snapshot = latest();
        assertThat(calls())
                .containsExactly(
                        "READ _last_checkpoint",
                        "LIST 00000000000000000000.",
                        "OPEN " + name,
                        "READ 00000000000000000005.json",
                        "READ 00000000000000000006.json");
        counting.reset();
        files(snapshot);
        assertThat(calls())
                .containsExactly(
                        "READ 00000000000000000006.json",
                        "READ 00000000000000000005.json",
                        "OPEN _sidecars/s1.parquet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s1.parquet",
                "_sidecars/s1.parquet",
                "file:/elsewhere/_delta_log/_sidecars/s1.parquet",
                "%731.parquet"
            })
    void ofThePathOfASidecarTheNameCounts(String path) {
        long size = fixture.sidecar("s1", List.of(file(1), file(2), file(3), file(4)))
                .sizeInBytes();
        fixture.manifest("json", manifest(4, new SidecarFile(path, size, 1, Map.of())));
        deleteCommits(0, 4);

        assertThat(files(latest())).hasSize(6);
    }

    @Test
    void ofTwoCheckpointsOfOneVersionOneIsTaken() {
        fixture.manifest("classic", List.of(PROTOCOL, METADATA, file(1), file(2), file(3), file(4)));
        fixture.manifest("json", manifest(4, fixture.sidecar("s1", List.of(file(1), file(2), file(3), file(4)))));
        deleteCommits(0, 4);

        assertThat(files(latest())).hasSize(6);
        fixture.overwrite(fixture.name("json"), "{");
        assertThat(files(latest())).hasSize(6);
    }

    @Test
    void aManifestOfAnotherVersionIsCorrupt() {
        String name = fixture.manifest("json", manifest(3, file(1)));
        deleteCommits(0, 4);
        assertThatThrownBy(this::latest)
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("it is of version 3", "version=4", "file=" + name);
    }

    @Test
    void aSidecarOfAnotherSizeIsNotTheOneThatIsMeant() {
        SidecarFile sidecar = fixture.sidecar("s1", List.of(file(1), file(2), file(3), file(4)));
        fixture.manifest("json", manifest(4, sidecar));
        fixture.sidecar("s1", List.of(file(1), file(2)));
        assertThat(files(latest())).hasSize(6);
        deleteCommits(0, 4);
        LogSnapshot snapshot = latest();
        assertThatThrownBy(() -> files(snapshot))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("_sidecars/s1.parquet", "instead of " + sidecar.sizeInBytes());
    }

    @Test
    void aSidecarThatIsNamedTwiceAndAFileThatIsThereTwiceAreCorrupt() {
        SidecarFile sidecar = fixture.sidecar("s1", List.of(file(1), file(2), file(3), file(4)));
        for (List<Action> twice : List.of(manifest(4, sidecar, sidecar), manifest(4, file(1), file(2), file(1)))) {
            fixture.manifest("json", twice);
            assertThat(files(latest())).hasSize(6);
        }
        deleteCommits(0, 4);
        assertThatThrownBy(() -> files(latest()))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContaining("twice");
    }

    @ParameterizedTest
    @CsvSource({
        "json, sidecarNumActions, 4, false",
        "parquet, sidecarNumActions, 4, false",
        "classic, sidecarNumActions, 4, false",
        "json, numOfAddFiles, 4, false",
        "parquet, numOfAddFiles, 4, false",
        "json, sidecarSizeInBytes, SIZE, true",
        "parquet, sidecarSizeInBytes, SIZE, true"
    })
    void aManifestThatLostSidecarsIsPassedOver(String kind, String tag, String value, boolean oneIsLeft) {
        SidecarFile left = fixture.sidecar("s1", List.of(file(1), file(2)));
        SidecarFile lost = fixture.sidecar("s2", List.of(file(3), file(4)));
        String size = Long.toString(left.sizeInBytes() + lost.sizeInBytes());
        Map<String, String> tags = Map.of(tag, value.replace("SIZE", size));
        fixture.manifest(kind, manifest(4, tags, left, lost));
        assertThat(files(latest())).hasSize(6);
        String name = fixture.manifest(kind, oneIsLeft ? manifest(4, tags, left) : manifest(4, tags));
        assertThat(files(latest())).hasSize(6);
        deleteCommits(0, 4);
        assertThatThrownBy(this::latest)
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("does not name all of its sidecars", "version=4", "file=" + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "parquet"})
    void tagsThatSayNothingProveNothing(String kind) {
        deleteCommits(0, 4);
        for (String value : List.of("", "x", "1e3", "-1", "99999999999999999999")) {
            Map<String, String> tags =
                    Map.of("sidecarNumActions", value, "sidecarSizeInBytes", value, "numOfAddFiles", value);
            fixture.manifest(kind, manifest(4, tags));
            assertThat(files(latest())).hasSize(2);
        }
        Map<String, String> inline = Map.of("sidecarNumActions", "0", "sidecarSizeInBytes", "0", "numOfAddFiles", "1");
        fixture.manifest(kind, manifest(4, inline, file(1)));
        assertThat(files(latest())).hasSize(3);
    }

    @Test
    void aLineThatIsNoActionIsNamed() {
        String name = fixture.manifest("json", manifest(4, file(1)));
        fixture.overwrite(name, fixture.text(name).replace("\"protocol\":{", "\"protocol\":7{"));
        deleteCommits(0, 4);
        assertThatThrownBy(this::latest)
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("file=" + name, "line=2");
    }

    private static final Action PROTOCOL = Protocol.features(Set.of("v2Checkpoint"), Set.of("v2Checkpoint"));
    private static final Action METADATA = TestTable.metadata(Map.of());

    private static List<Action> manifest(long version, Action... more) {
        return manifest(version, Map.of("k", "v"), more);
    }

    private static List<Action> manifest(long version, Map<String, String> tags, Action... more) {
        return Stream.concat(Stream.of(new CheckpointMetadata(version, tags), PROTOCOL, METADATA), Stream.of(more))
                .toList();
    }

    private static Action file(int number) {
        return TestTable.file("f" + number);
    }

    private LogSnapshot latest() {
        return LogSnapshot.cast(TestTable.in(counting).log().latestSnapshot());
    }

    private static Set<String> files(LogSnapshot snapshot) {
        return TestTable.paths(snapshot);
    }

    private List<String> calls() {
        return counting.calls().stream().map(Object::toString).toList();
    }

    private void deleteCommits(long first, long last) {
        for (long version = first; version <= last; version++) {
            store.delete(LogFile.commit(version).fileName());
        }
    }
}
