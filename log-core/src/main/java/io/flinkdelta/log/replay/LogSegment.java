/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.file.LogFile.Compacted;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The files of the log from which one version is replayed: a checkpoint, if there is one, and the
 * commits after it, some of which compacted files may stand for. Made by {@link LogListing} and by
 * commits of our own. It promises:
 *
 * <ol>
 *   <li>The checkpoint is complete and not above {@link #version()}.
 *   <li>Every commit from {@link #firstCommit()} to {@link #version()} was in the log when the segment
 *       was made; there is no gap.
 *   <li>Without a checkpoint the commits begin at version 0.
 *   <li>The compacted files stand for commits of this range, each for others.
 * </ol>
 *
 * <p>The commits are a range, not a list, so that a segment is small however long the log is.
 *
 * @param compacted ascending
 * @param checksum the newest version of this range that a checksum file was seen of
 * @param timeMillis when the file of the version was written, epoch milliseconds
 */
public record LogSegment(
        Optional<CheckpointFiles> checkpoint,
        List<Compacted> compacted,
        OptionalLong checksum,
        long version,
        long timeMillis) {
    public LogSegment {
        compacted = List.copyOf(compacted);
        if (version < 0 || checkpoint.filter(files -> files.version() > version).isPresent()) {
            throw new IllegalArgumentException("no segment: version " + version + " of " + checkpoint);
        }
        long covered = checkpoint.map(CheckpointFiles::version).orElse(-1L);
        for (Compacted file : compacted) {
            if (file.first() <= covered || file.last() > version) {
                throw new IllegalArgumentException(
                        "no segment: " + file.fileName() + " after " + covered + " up to " + version);
            }
            covered = file.last();
        }
    }

    /** Without compacted files and checksums. */
    public LogSegment(Optional<CheckpointFiles> checkpoint, long version, long timeMillis) {
        this(checkpoint, List.of(), OptionalLong.empty(), version, timeMillis);
    }

    /** The first commit after the checkpoint; above {@link #version()} when the checkpoint is all there is. */
    public long firstCommit() {
        return checkpoint.map(files -> files.version() + 1).orElse(0L);
    }

    /** How many commits there are after the checkpoint. */
    public long commits() {
        return version - firstCommit() + 1;
    }

    /** How many files have to be read for the commits from {@code first} on. */
    long tailFiles(long first) {
        long spared = compacted.stream()
                .filter(file -> file.first() >= first)
                .mapToLong(LogSegment::saved)
                .sum();
        return version - first + 1 - spared;
    }

    /** How many reads the compacted file spares. */
    static long saved(Compacted file) {
        return file.last() - file.first();
    }

    /** The file to read for the commits from {@code first} on. */
    LogFile beginningAt(long first) {
        return compacted.stream()
                .filter(file -> file.first() == first)
                .findFirst()
                .map(LogFile.class::cast)
                .orElseGet(() -> LogFile.commit(first));
    }

    /** The file to read for the commits up to {@code last}, see {@link TailFiles}. */
    LogFile endingAt(long last) {
        return compacted.stream()
                .filter(file -> file.last() == last)
                .findFirst()
                .map(LogFile.class::cast)
                .orElseGet(() -> LogFile.commit(last));
    }

    /** This segment with what was learned from its checkpoint. */
    LogSegment withCheckpoint(CheckpointFiles read) {
        return new LogSegment(Optional.of(read), compacted, checksum, version, timeMillis);
    }

    /** This segment and the commit after it. */
    public LogSegment next(long commitTimeMillis) {
        return new LogSegment(checkpoint, compacted, checksum, version + 1, commitTimeMillis);
    }
}
