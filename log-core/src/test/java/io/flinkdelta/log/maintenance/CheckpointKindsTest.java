/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.V2Checkpoint;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.FaultyLogStore;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogOperation;
import io.flinkdelta.log.testing.TestTable;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A checkpoint of any kind gives what the commits gave, once they are gone. */
class CheckpointKindsTest {
    private static final int FILES = 2_500;
    private static final long NOW = System.currentTimeMillis();

    private final InMemoryLogStore honest = new InMemoryLogStore();
    private final FaultyLogStore store = new FaultyLogStore(honest);

    /** The kinds, and what a table has to be like to get them. */
    enum Kind {
        CLASSIC(Set.of(), "classic", CheckpointSettings.defaults()),
        MULTI_PART(Set.of(), "classic", CheckpointSettings.defaults().withActionsPerPart(600)),
        CLASSIC_WITH_DELETION_VECTORS(
                Set.of("deletionVectors"),
                "classic",
                CheckpointSettings.defaults().withActionsPerPart(600)),
        CLASSIC_OF_A_V2_TABLE(
                Set.of("v2Checkpoint"), "classic", CheckpointSettings.defaults().withActionsPerPart(600)),
        V2_JSON_INLINE(
                Set.of("v2Checkpoint"), "v2", CheckpointSettings.defaults().withInlineActions(10_000)),
        V2_PARQUET_INLINE(
                Set.of("v2Checkpoint"),
                "v2",
                CheckpointSettings.defaults().withInlineActions(10_000).withManifest(V2Checkpoint.Encoding.PARQUET)),
        V2_JSON_SIDECARS(
                Set.of("v2Checkpoint"),
                "v2",
                CheckpointSettings.defaults().withInlineActions(0).withActionsPerSidecar(300)),
        V2_PARQUET_SIDECARS(
                Set.of("v2Checkpoint"),
                "v2",
                CheckpointSettings.defaults().withActionsPerSidecar(700).withManifest(V2Checkpoint.Encoding.PARQUET));

        @SuppressWarnings("ImmutableEnumChecker")
        private final Set<String> features;

        private final String policy;

        @SuppressWarnings("ImmutableEnumChecker")
        private final CheckpointSettings settings;

        Kind(Set<String> features, String policy, CheckpointSettings settings) {
            this.features = features;
            this.policy = policy;
            this.settings = settings;
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLost(Kind kind) throws IOException {
        writeCommits(kind, Map.of());
        DeltaLog log = log(kind);
        LogSnapshot before = LogSnapshot.cast(log.latestSnapshot());
        Set<String> files = fileActions(before);
        assertThat(files).hasSize(FILES + 3);
        assertThat(log.checkpoint(before)).isTrue();
        assertThat(log.checkpoint(before)).isFalse();
        assertThat(checkpointFiles()).hasSize(kind == Kind.MULTI_PART ? 5 : 1);
        assertThat(honest.folder("_sidecars").names())
                .hasSize(kind == Kind.V2_JSON_SIDECARS ? 12 : kind == Kind.V2_PARQUET_SIDECARS ? 4 : 0);

        removeCommits();
        LogSnapshot after = LogSnapshot.cast(log(kind).latestSnapshot());
        assertThat(after.state()).isEqualTo(before.state());
        assertThat(after.state().transactions()).hasSize(150);
        assertThat(fileActions(after)).isEqualTo(files);
        assertThat(after.segment().checkpoint()).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void aCheckpointOnTopOfACheckpointLosesNothing(Kind kind) throws IOException {
        writeCommits(kind, Map.of("delta.checkpoint.writeStatsAsJson", "false"));
        DeltaLog log = log(kind);
        log.checkpoint(log.latestSnapshot());
        removeCommits();
        Snapshot next = log.newTransaction(log.latestSnapshot(), Operation.WRITE)
                .remove(TestTable.tombstone("f17", NOW))
                .commit()
                .snapshot();
        Set<String> files = fileActions(LogSnapshot.cast(log(kind).latestSnapshot()));
        assertThat(log.checkpoint(next)).isTrue();
        removeCommits();
        assertThat(fileActions(LogSnapshot.cast(log(kind).latestSnapshot()))).isEqualTo(files);
        assertThat(files).hasSize(FILES + 3).noneMatch(line -> line.contains("\"add\":{\"path\":\"f17\""));
    }

    @ParameterizedTest
    @EnumSource(names = {"MULTI_PART", "V2_JSON_SIDECARS", "V2_PARQUET_INLINE"})
    void aFileThatCannotBeWrittenLeavesTheTableAsItWas(Kind kind) throws IOException {
        writeCommits(kind, Map.of());
        DeltaLog log = log(kind);
        Set<String> files = fileActions(LogSnapshot.cast(log.latestSnapshot()));
        store.on(LogOperation.PUT, name -> name.contains("parquet"))
                .afterSkipping(kind == Kind.V2_PARQUET_INLINE ? 0 : 2)
                .failBefore();
        assertThatThrownBy(() -> log.checkpoint(log.latestSnapshot()))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("scripted failure");
        assertThat(honest.names()).doesNotContain("_last_checkpoint");
        assertThat(fileActions(LogSnapshot.cast(log.latestSnapshot()))).isEqualTo(files);
        assertThat(log.checkpoint(log.latestSnapshot())).isTrue();
        removeCommits();
        assertThat(fileActions(LogSnapshot.cast(log(kind).latestSnapshot()))).isEqualTo(files);
    }

    @ParameterizedTest
    @CsvSource({"V2_JSON_INLINE, 0, 0", "V2_JSON_SIDECARS, 2503, 12"})
    void theTagsTellWhatBelongsToTheCheckpoint(Kind kind, String sidecarActions, int sidecars) throws IOException {
        writeCommits(kind, Map.of());
        log(kind).checkpoint(log(kind).latestSnapshot());
        List<Action> manifest = new String(honest.read(checkpointFiles().get(0)).orElseThrow(), StandardCharsets.UTF_8)
                .lines()
                .flatMap(line -> ActionJson.parse(line).stream())
                .toList();
        List<Long> sizes = manifest.stream()
                .filter(SidecarFile.class::isInstance)
                .map(action -> ((SidecarFile) action).sizeInBytes())
                .toList();
        assertThat(sizes).hasSize(sidecars);
        long bytes = sizes.stream().mapToLong(Long::longValue).sum();
        assertThat(((CheckpointMetadata) manifest.get(0)).tags())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "sidecarNumActions",
                        sidecarActions,
                        "sidecarSizeInBytes",
                        Long.toString(bytes),
                        "numOfAddFiles",
                        "2500"));
    }

    @Test
    void theHintOfAV2CheckpointHoldsItsManifest() throws IOException {
        Kind kind = Kind.V2_PARQUET_SIDECARS;
        writeCommits(kind, Map.of());
        log(kind).checkpoint(log(kind).latestSnapshot());
        String hint = new String(honest.read("_last_checkpoint").orElseThrow(), StandardCharsets.UTF_8);
        assertThat(hint)
                .contains(
                        "\"numOfAddFiles\":2500",
                        "\"v2Checkpoint\":{\"path\":\"" + checkpointFiles().get(0))
                .contains("\"sidecarFiles\":[{\"path\":\"")
                .doesNotContain("nonFileActions");
    }

    private DeltaLog log(Kind kind) {
        TestTable table = TestTable.in(store);
        return new DeltaLog(table.storage(), table.components().withCheckpointSettings(kind.settings));
    }

    /** Versions 0 to 3: state, files, removed files, the same file with a deletion vector. */
    private void writeCommits(Kind kind, Map<String, String> more) throws IOException {
        Map<String, String> configuration = new HashMap<>(more);
        configuration.put("delta.checkpointPolicy", kind.policy);
        configuration.put("delta.checkpointInterval", "1000");
        Set<String> writerFeatures = new TreeSet<>(kind.features);
        writerFeatures.add("domainMetadata");
        List<Action> state = new ArrayList<>();
        state.add(
                kind.features.isEmpty()
                        ? new Protocol(1, 7, Optional.empty(), Optional.of(new TreeSet<>(writerFeatures)))
                        : Protocol.features(kind.features, writerFeatures));
        Metadata metadata = TestTable.metadata(configuration);
        state.add(metadata);
        for (int i = 0; i < 150; i++) {
            state.add(new SetTransaction("app-" + i, i, i % 2 == 0 ? OptionalLong.empty() : OptionalLong.of(NOW)));
            state.add(new DomainMetadata("domain-" + i, "{\"n\":" + i + "}", false));
        }
        put(0, state);
        List<Action> files = new ArrayList<>();
        for (int i = 0; i < FILES + 1; i++) {
            files.add(TestTable.file("f" + i));
        }
        put(1, files);
        put(
                2,
                List.of(
                        TestTable.tombstone("f" + FILES, NOW),
                        TestTable.tombstone("gone", NOW),
                        TestTable.tombstone("expired", NOW - 10_000_000_000L)));
        put(3, List.of(TestTable.tombstone("f0", NOW), withVector("f0")));
    }

    private static AddFile withVector(String path) {
        return new AddFile(
                path,
                PartitionValues.none(),
                100,
                1,
                true,
                Optional.of("{\"numRecords\":10,\"tightBounds\":false}"),
                Map.of("tag", "value"),
                Optional.of(new DeletionVectorDescriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", OptionalInt.of(4), 40, 6)),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    private void put(long version, List<Action> actions) throws IOException {
        StringBuilder lines = new StringBuilder("{\"commitInfo\":{\"operation\":\"TEST\"}}\n");
        actions.forEach(action -> lines.append(ActionJson.write(action)).append('\n'));
        honest.putIfAbsent(
                LogFile.commit(version).fileName(),
                LogContent.of(lines.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private void removeCommits() {
        honest.names().stream().filter(name -> name.matches("[0-9]{20}\\.json")).forEach(honest::delete);
    }

    private List<String> checkpointFiles() {
        return honest.names().stream()
                .filter(name -> name.contains(".checkpoint."))
                .toList();
    }

    /** As lines of a checkpoint; fails on duplicates. */
    private static Set<String> fileActions(LogSnapshot snapshot) {
        Set<String> lines = new TreeSet<>();
        try (ActionIterator actions = snapshot.filesAndTombstones()) {
            while (actions.hasNext()) {
                String line = ActionJson.write(actions.next()).replace("\"dataChange\":true", "\"dataChange\":false");
                if (!line.contains("expired") && !lines.add(line)) {
                    throw new AssertionError("twice: " + line);
                }
            }
        }
        return lines;
    }
}
