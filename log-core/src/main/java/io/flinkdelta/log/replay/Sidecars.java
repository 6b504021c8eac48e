/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

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

    /** As they were named. */
    List<CheckpointFile> files() {
        return List.copyOf(files);
    }
}
