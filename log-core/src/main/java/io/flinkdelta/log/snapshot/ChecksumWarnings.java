/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import io.flinkdelta.log.checkpoint.FileTotals;
import io.flinkdelta.log.checkpoint.VersionChecksum;
import io.flinkdelta.log.index.FileIndex;
import io.flinkdelta.log.replay.LogSegment;
import io.flinkdelta.log.replay.TableState;
import io.flinkdelta.log.snapshot.ChecksumCheck.Difference;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of a version checksum that differs from the files that were read: a table is what its log says, but
 * its owner should know. Never an error. Any thread.
 */
final class ChecksumWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(ChecksumWarnings.class);

    private final TableStorage storage;

    ChecksumWarnings(TableStorage storage) {
        this.storage = storage;
    }

    /**
     * Compares the checksum of the segment's version, if the listing gives reason to look for one.
     *
     * @param state of the version
     * @param index the files of the version, of which only what is counted already is compared
     * @return what was warned of
     */
    List<Difference> compare(LogSegment segment, TableState state, FileIndex index) {
        if (!mayHaveChecksum(segment)) {
            return List.of();
        }
        FileTotals files =
                new FileTotals(index.fileCount(), index.sizeInBytes(), OptionalLong.empty(), OptionalLong.empty());
        List<Difference> differences = differences(segment.version(), state, files);
        for (Difference difference : differences) {
            LOG.warn(
                    "The checksum of a version differs from its log: {} [{}]",
                    difference,
                    storage.context().with("version", segment.version()));
        }
        return differences;
    }

    /** Beside a checkpoint it was not looked for. */
    private static boolean mayHaveChecksum(LogSegment segment) {
        return segment.commits() == 0 || segment.checksum().equals(OptionalLong.of(segment.version()));
    }

    private List<Difference> differences(long version, TableState state, FileTotals files) {
        try {
            return VersionChecksum.read(storage.log(), version)
                    .map(checksum -> ChecksumCheck.differences(checksum, state, files))
                    .orElse(List.of());
        } catch (IOException e) {
            LOG.warn("The checksum of version {} of {} cannot be read, nor compared", version, storage.context(), e);
            return List.of();
        }
    }
}
