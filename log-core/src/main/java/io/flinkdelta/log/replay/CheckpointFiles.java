/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.checkpoint.CheckpointFile;
import io.flinkdelta.log.file.LogFile;
import java.util.List;
import java.util.Optional;

/**
 * A complete checkpoint: all its files in the log folder were seen in a listing. Of a checkpoint in one
 * file only that file itself says where the live files and tombstones are, in it or in sidecars
 * (PROTOCOL.md, "V2 Spec"); {@link CheckpointManifests} finds out.
 *
 * @param parts the files in the log folder: one, or all parts of a multi-part checkpoint, all of one
 *     version; they hold everything but the files
 * @param fileActions the files that hold the live files and tombstones, each file action once; empty
 *     while the checkpoint has not been read
 */
public record CheckpointFiles(List<LogFile> parts, Optional<List<CheckpointFile>> fileActions) {
    public CheckpointFiles {
        parts = List.copyOf(parts);
        fileActions = fileActions.map(List::copyOf);
        if (parts.isEmpty() || !isOneVersion(parts)) {
            throw new IllegalArgumentException("no checkpoint: " + parts);
        }
    }

    /** As a listing shows it: of several parts each holds file actions, for these follow the V1 spec. */
    public static CheckpointFiles listed(List<LogFile> parts) {
        return new CheckpointFiles(
                parts,
                parts.size() == 1
                        ? Optional.empty()
                        : Optional.of(parts.stream().map(CheckpointFile::of).toList()));
    }

    private static boolean isOneVersion(List<LogFile> parts) {
        long version = parts.get(0).version();
        return parts.stream().allMatch(part -> part.version() == version);
    }

    public long version() {
        return parts.get(0).version();
    }

    /** Whether both are the same checkpoint, read or not. */
    public boolean isSameAs(CheckpointFiles other) {
        return parts.equals(other.parts);
    }

    CheckpointFiles withFileActions(List<CheckpointFile> files) {
        return new CheckpointFiles(parts, Optional.of(files));
    }
}
