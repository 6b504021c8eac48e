/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.checkpoint.ActionIterator;
import io.flinkdelta.log.checkpoint.LastCheckpoint;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.store.LogStore;
import java.io.IOException;
import java.util.Optional;

/** About how many actions the checkpoint of a snapshot will hold: decides only over how many files it is spread. */
final class CheckpointSize {
    private CheckpointSize() {}

    /** Those of the last checkpoint, as its hint has them, and the lines of the commits since; never too few but for clean-ups. */
    static long estimate(LogSnapshot snapshot) throws IOException {
        LogStore log = snapshot.storage().log();
        LogSegment segment = snapshot.segment();
        long actions = 0;
        if (segment.checkpoint().isPresent()) {
            Optional<LastCheckpoint> hint = LastCheckpoint.read(log)
                    .filter(last -> last.size() >= 0
                            && last.version() == segment.checkpoint().get().version());
            if (hint.isEmpty()) {
                return count(snapshot);
            }
            actions = hint.get().size();
        }
        for (long version = segment.firstCommit(); version <= segment.version(); version++) {
            actions += lines(log.read(LogFile.commit(version).fileName()).orElse(new byte[0]));
        }
        return actions;
    }

    private static long count(LogSnapshot snapshot) {
        long actions = 0;
        try (ActionIterator files = snapshot.filesAndTombstones()) {
            while (files.hasNext()) {
                files.next();
                actions++;
            }
        }
        return actions;
    }

    private static long lines(byte[] content) {
        long lines = 0;
        for (byte each : content) {
            if (each == '\n') {
                lines++;
            }
        }
        return lines;
    }
}
