/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.checkpoint.CheckpointActions;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** What the tags of the V2 checkpoints that other writers made tell is what is there: none of them counts as damaged. */
class SharedV2CheckpointsTest {
    private final SharedTables tables = SharedTables.find();

    @Test
    void theTagsAgreeWithTheSidecars() throws IOException {
        List<Path> manifests = new ArrayList<>();
        for (Path folder : List.of(tables.golden(""), tables.spark(""))) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.filter(SharedV2CheckpointsTest::isV2Checkpoint).forEach(manifests::add);
            }
        }
        assertThat(manifests).hasSizeGreaterThanOrEqualTo(6);
        int tagged = 0;
        for (Path manifest : manifests) {
            tagged += check(manifest) ? 1 : 0;
        }
        assertThat(tagged).isGreaterThanOrEqualTo(5);
    }

    private static boolean isV2Checkpoint(Path file) {
        return file.getParent().endsWith("_delta_log")
                && LogFile.parse(file.getFileName().toString())
                        .filter(LogFile.V2Checkpoint.class::isInstance)
                        .isPresent();
    }

    /** Whether the checkpoint has tags. */
    private static boolean check(Path path) {
        TableStorage table = TableStorage.open(path.getParent().getParent().toString(), new Configuration(false));
        LogFile manifest = LogFile.parse(path.getFileName().toString()).orElseThrow();
        List<Action> state = actions(table, CheckpointFile.of(manifest), CheckpointContent.STATE);
        CheckpointMetadata metadata = state.stream()
                .filter(CheckpointMetadata.class::isInstance)
                .map(CheckpointMetadata.class::cast)
                .findFirst()
                .orElseThrow();
        List<CheckpointFile> sidecars = new CheckpointManifests(table.log(), table.context())
                .resolve(CheckpointFiles.listed(List.of(manifest))).fileActions().orElseThrow().stream()
                        .filter(CheckpointFile::sidecar)
                        .toList();
        if (metadata.sidecarBytes().isEmpty()) {
            return false;
        }
        List<Action> files = sidecars.stream()
                .flatMap(file -> actions(table, file, CheckpointContent.FILES_AND_TOMBSTONES).stream())
                .toList();
        assertThat(sidecars.stream()
                        .mapToLong(file -> file.sizeInBytes().orElseThrow())
                        .sum())
                .as(path.toString())
                .isEqualTo(metadata.sidecarBytes().getAsLong());
        assertThat(files).as(path.toString()).hasSize((int)
                metadata.sidecarActions().orElseThrow());
        assertThat(files.stream().filter(AddFile.class::isInstance).count())
                .as(path.toString())
                .isEqualTo(metadata.addFiles().orElseThrow());
        return true;
    }

    private static List<Action> actions(TableStorage table, CheckpointFile file, CheckpointContent content) {
        try (CheckpointActions actions = file.open(table.log(), content, table.context())) {
            return actions.stream().toList();
        }
    }
}
