/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.store.LogStore;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segment that a version is replayed from, and another one when its checkpoint cannot be read: from
 * another checkpoint of the same version, an older one, or the commits alone. One thread.
 */
public final class SegmentChoice {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentChoice.class);

    private final LogStore log;
    private final ErrorContext table;
    private final long wanted;
    private final List<CheckpointFiles> unreadable = new ArrayList<>();
    private LogSegment segment;

    /** Begins with {@code segment}. */
    public SegmentChoice(LogStore log, ErrorContext table, LogSegment segment) {
        this.log = log;
        this.table = table;
        this.wanted = segment.version();
        this.segment = segment;
    }

    /** The present one. */
    public LogSegment segment() {
        return segment;
    }

    /**
     * Turns to a segment without the checkpoints that could not be read.
     *
     * @param failure why the present one's cannot
     * @param version that the new segment is of
     * @throws DeltaException {@code failure}, when the log has no other way to that version
     */
    public void passOverCheckpoint(DeltaException failure, long version) {
        CheckpointFiles broken = segment.checkpoint().orElseThrow(() -> failure);
        unreadable.add(broken);
        segment = anew(failure, version);
        LOG.warn("Passing over the checkpoint {} of {}", broken.parts(), table, failure);
    }

    /**
     * Turns to what a clean-up has left of the wanted version: a checkpoint that was written since, and the commits
     * after it.
     *
     * @param failure why the present segment cannot be read
     * @param unread the newest version of which not all was read; the checkpoint is not older
     * @throws DeltaException {@code failure}, when there is no such checkpoint
     */
    public void turnToNewerCheckpoint(DeltaException failure, long unread) {
        segment.checkpoint().ifPresent(unreadable::add);
        LogSegment newer = anew(failure, wanted);
        if (newer.checkpoint().isEmpty() || newer.checkpoint().get().version() < unread) {
            throw failure;
        }
        segment = newer;
        LOG.info(
                "Going on from the checkpoint {} of {}",
                newer.checkpoint().get().parts(),
                table,
                failure);
    }

    private LogSegment anew(DeltaException failure, long version) {
        try {
            return new LogSegments(log, table)
                    .at(version, files -> unreadable.stream().noneMatch(files::isSameAs));
        } catch (DeltaException nothingElse) {
            failure.addSuppressed(nothingElse);
            throw failure;
        }
    }
}
