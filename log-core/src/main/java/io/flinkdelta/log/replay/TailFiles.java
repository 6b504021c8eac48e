/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.Compacted;
import io.flinkdelta.log.store.LogStore;
import java.util.HashSet;
import java.util.NoSuchElementException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commits of a {@link LogSegment} from the newest to the oldest, read one at a time; a compacted file
 * takes the place of those that it stands for, unless it turns out to be damaged. One thread.
 */
public final class TailFiles {
    private static final Logger LOG = LoggerFactory.getLogger(TailFiles.class);

    private final LogStore log;
    private final ErrorContext table;
    private final LogSegment segment;
    private final Set<Compacted> damaged = new HashSet<>();
    private long next;
    private LogFile current;

    /** At the newest commit of {@code segment}. */
    public TailFiles(LogStore log, ErrorContext table, LogSegment segment) {
        this.log = log;
        this.table = table;
        this.segment = segment;
        this.next = segment.version();
    }

    public boolean hasNext() {
        return next >= segment.firstCommit();
    }

    /** The newest version of which not all was read, if reading the last file failed. */
    public long unread() {
        return current.version();
    }

    /**
     * The next older file.
     *
     * @throws io.flinkdelta.log.error.CorruptLogException when it is missing or empty
     * @throws io.flinkdelta.log.error.StorageUnavailableException when it cannot be read
     */
    public CommitFile next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        while (true) {
            LogFile file = segment.endingAt(next);
            current = damaged.contains(file) ? LogFile.commit(next) : file;
            next = (current instanceof Compacted compacted ? compacted.first() : current.version()) - 1;
            try {
                return CommitFile.read(log, current, table);
            } catch (DeltaException e) {
                if (!passOver(e)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Goes back to the commits that the last file stands for, because reading it failed: what was read of
     * it are the last words on their files, so that nothing has to be taken back.
     *
     * @return false when the last file was a commit
     */
    public boolean passOver(DeltaException failure) {
        if (!(current instanceof Compacted compacted)) {
            return false;
        }
        LOG.warn("Passing over {} of {}", compacted.fileName(), table, failure);
        damaged.add(compacted);
        next = compacted.last();
        return true;
    }
}
