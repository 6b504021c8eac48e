/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import java.util.Optional;

/**
 * The files of the log from which one version is replayed: a checkpoint, if there is one, and the
 * commits after it. Made by {@link LogListing} and by commits of our own. It promises:
 *
 * <ol>
 *   <li>The checkpoint is complete and not above {@link #version()}.
 *   <li>Every commit from {@link #firstCommit()} to {@link #version()} was in the log when the segment
 *       was made; there is no gap.
 *   <li>Without a checkpoint the commits begin at version 0.
 * </ol>
 *
 * <p>The commits are a range, not a list, so that a segment is small however long the log is.
 *
 * @param timeMillis when the file of the version was written, epoch milliseconds
 */
public record LogSegment(Optional<CheckpointFiles> checkpoint, long version, long timeMillis) {
    public LogSegment {
        if (version < 0 || checkpoint.filter(files -> files.version() > version).isPresent()) {
            throw new IllegalArgumentException("no segment: version " + version + " of " + checkpoint);
        }
    }

    /** The first commit after the checkpoint; above {@link #version()} when the checkpoint is all there is. */
    public long firstCommit() {
        return checkpoint.map(files -> files.version() + 1).orElse(0L);
    }

    /** How many commits have to be read. */
    public long commits() {
        return version - firstCommit() + 1;
    }

    /** This segment from another spelling of its base. */
    LogSegment withCheckpoint(Optional<CheckpointFiles> other) {
        return new LogSegment(other, version, timeMillis);
    }

    /** This segment and the commit after it. */
    public LogSegment next(long commitTimeMillis) {
        return new LogSegment(checkpoint, version + 1, commitTimeMillis);
    }
}
