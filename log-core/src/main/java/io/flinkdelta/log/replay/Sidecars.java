/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.action.CheckpointMetadata;
import io.flinkdelta.log.action.SidecarFile;
import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The sidecars that the file of a checkpoint names, each once. One thread. */
final class Sidecars {
    private final CheckpointFile manifest;
    private final ErrorContext table;
    private final Set<CheckpointFile> files = new LinkedHashSet<>();

    Sidecars(CheckpointFile manifest, ErrorContext table) {
        this.manifest = manifest;
        this.table = table;
    }

    /**
     * Takes in one more.
     *
     * @throws CorruptLogException when it was named before: its files would be there twice
     */
    CheckpointFile add(SidecarFile sidecar) {
        CheckpointFile file = CheckpointFile.of(sidecar, manifest.version(), manifest.where(table));
        if (!files.add(file)) {
            throw new CorruptLogException(
                    "A checkpoint names a sidecar twice.",
                    manifest.where(table).with("sidecar", sidecar.path()),
                    "Restore the checkpoint from a copy, or delete it if all commits before it are still there.");
        }
        return file;
    }

    /**
     * Passes sidecars that are all there, as far as {@code metadata} tells.
     *
     * @param filesInManifest whether the manifest holds live files or tombstones itself
     * @throws CorruptLogException when some are not named: their files would be missing
     */
    void requireAll(CheckpointMetadata metadata, boolean filesInManifest) {
        long bytes = files.stream()
                .mapToLong(file -> file.sizeInBytes().orElseThrow())
                .sum();
        boolean fewer = bytes < metadata.sidecarBytes().orElse(0);
        boolean none = files.isEmpty()
                && (metadata.sidecarActions().orElse(0) > 0
                        || (!filesInManifest && metadata.addFiles().orElse(0) > 0));
        if (fewer || none) {
            throw new CorruptLogException(
                    "A checkpoint does not name all of its sidecars.",
                    manifest.where(table).with("sidecars", files.size()).with("sidecarSizeInBytes", bytes),
                    "Restore the checkpoint from a copy, or delete it if all commits before it are still there.");
        }
    }

    /** As they were named. */
    List<CheckpointFile> files() {
        return List.copyOf(files);
    }
}
