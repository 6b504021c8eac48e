/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.file.LogFile;
import java.util.List;

/**
 * A complete checkpoint: all its files were seen in a listing.
 *
 * @param parts one file, or all parts of a multi-part checkpoint, all of one version
 */
public record CheckpointFiles(List<LogFile> parts) {
    public CheckpointFiles {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || !isOneVersion(parts)) {
            throw new IllegalArgumentException("no checkpoint: " + parts);
        }
    }

    private static boolean isOneVersion(List<LogFile> parts) {
        long version = parts.get(0).version();
        return parts.stream().allMatch(part -> part.version() == version);
    }

    public long version() {
        return parts.get(0).version();
    }
}
