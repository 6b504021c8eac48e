/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.checkpoint.CheckpointActions;
import io.flinkdelta.log.checkpoint.CheckpointContent;
import io.flinkdelta.log.checkpoint.CheckpointSource;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.CheckpointFiles;
import io.flinkdelta.log.replay.CheckpointManifests;
import io.flinkdelta.log.replay.CommitFile;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.snapshot.SnapshotReader;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.StorageErrors;
import io.flinkdelta.log.store.TableStorage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the part of a log that is older than {@code delta.logRetentionDuration} (PROTOCOL.md,
 * "Metadata Cleanup"). It promises:
 *
 * <ol>
 *   <li>Every version that was the newest at some time since the midnight (UTC) that the retention goes
 *       back to stays readable, and so do those between it and the checkpoint before it.
 *   <li>Only what lies below that checkpoint is deleted, and only after the whole checkpoint was read.
 *   <li>Whatever is left after any single deletion is a log that begins later: a crash, or a storage that
 *       fails, does no harm, and the next clean-up goes on.
 *   <li>What a {@link Consumer} still needs stays, however old it is.
 *   <li>A sidecar goes when no checkpoint names it and it is older than the retention and than a day.
 * </ol>
 *
 * <p>A reader that is at work is protected by age alone: it has the time of the retention to read what it
 * found in a listing. A table whose protocol this build may not write is left alone. Any thread.
 */
public final class LogCleanup {
    private static final Logger LOG = LoggerFactory.getLogger(LogCleanup.class);
    private static final Duration LONGEST_WRITE = Duration.ofDays(1);
    private static final String PROTECTED_BEFORE = "delta.requireCheckpointProtectionBeforeVersion";

    private final TableStorage storage;
    private final Clock clock;
    private final Consumers consumers;
    private final AtomicReference<Instant> lastCutoff = new AtomicReference<>();

    public LogCleanup(TableStorage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
        this.consumers = new Consumers(storage, clock);
    }

    /**
     * Deletes what is expired, whatever {@code delta.enableExpiredLogCleanup} says.
     *
     * @param newest the newest version of the table
     * @throws io.flinkdelta.log.error.UnsupportedFeatureException when this build may not write the table
     * @throws CorruptLogException when the checkpoint that would have to stay cannot be read; nothing is deleted
     * @throws io.flinkdelta.log.error.StorageUnavailableException when the storage fails on the way
     */
    public CleanedLog cleanUp(LogSnapshot newest) {
        return cleanUp(newest, false);
    }

    /**
     * What {@link #cleanUp} would delete, but for the files of crashed writers, which it counts only as it
     * deletes them. Changes nothing; the errors are the same.
     */
    public CleanedLog expired(LogSnapshot newest) {
        return cleanUp(newest, true);
    }

    private CleanedLog cleanUp(LogSnapshot newest, boolean dryRun) {
        ErrorContext where = storage.context().with("version", newest.version());
        ProtocolCheck.requireWritable(newest.protocol(), newest.metadata(), where);
        TableProperties properties = TableProperties.ofTable(newest.metadata().configuration(), where);
        Instant now = clock.instant();
        Instant cutoff = consumers.spare(midnight(now.minus(properties.logRetention())));
        try {
            ExpiredLog log = list();
            OptionalLong boundary = boundary(log, cutoff, newest);
            List<String> deleted = new ArrayList<>();
            if (boundary.isPresent()) {
                deleted.addAll(below(boundary.getAsLong(), log, newest, dryRun));
            }
            List<String> sidecars = new SidecarReferences(storage)
                    .unreferenced(earlier(cutoff, midnight(now.minus(LONGEST_WRITE))), boundary.orElse(0));
            deleted.addAll(delete(sidecars(), LogFile.SIDECAR_FOLDER + "/", sidecars, dryRun));
            return new CleanedLog(
                    deleted.isEmpty() ? OptionalLong.empty() : boundary, deleted, dryRun ? 0 : deleteTemporary(now));
        } catch (IOException e) {
            throw StorageErrors.of(e, where, storage.log().location(), "clean up the log");
        }
    }

    private List<String> below(long boundary, ExpiredLog log, LogSnapshot newest, boolean dryRun) throws IOException {
        List<String> expired = log.below(boundary, isProtected(newest));
        if (!expired.isEmpty()) {
            CheckpointFiles oldest = requireReadable(log, boundary);
            if (!dryRun) {
                new ClassicNamedManifest(storage).writeIfMissing(log, oldest, newest.metadata());
            }
        }
        return delete(storage.log(), "", expired, dryRun);
    }

    private int deleteTemporary(Instant now) throws IOException {
        long crashed = now.minus(LONGEST_WRITE).toEpochMilli();
        return storage.log().deleteTemporary(crashed) + sidecars().deleteTemporary(crashed);
    }

    /**
     * Cleans up if the table wants it ({@code delta.enableExpiredLogCleanup}) and this object has not done so
     * since the last midnight: before the next one nothing more expires.
     */
    void afterCheckpoint(LogSnapshot newest) {
        TableProperties properties = TableProperties.ofTable(newest.metadata().configuration(), storage.context());
        Instant cutoff = midnight(clock.instant().minus(properties.logRetention()));
        if (properties.expiredLogCleanup() && !cutoff.equals(lastCutoff.get())) {
            cleanUp(newest);
            lastCutoff.set(cutoff);
        }
    }

    private LogStore sidecars() {
        return storage.log().folder(LogFile.SIDECAR_FOLDER);
    }

    private ExpiredLog list() throws IOException {
        try (Stream<LogEntry> entries = storage.log().listFrom(LogFile.listFrom(0))) {
            return new ExpiredLog(entries.toList());
        }
    }

    private static Instant midnight(Instant time) {
        return time.truncatedTo(ChronoUnit.DAYS);
    }

    private static Instant earlier(Instant left, Instant right) {
        return left.isBefore(right) ? left : right;
    }

    /** Up to where everything may go; nothing, if that were only a part of a protected history. */
    private OptionalLong boundary(ExpiredLog log, Instant cutoff, LogSnapshot newest) {
        OptionalLong boundary = log.boundary(cutoff.toEpochMilli(), version -> timeOf(version, log, newest.metadata()));
        boolean isPart = boundary.isPresent() && boundary.getAsLong() < protectedBefore(newest);
        return isPart ? OptionalLong.empty() : boundary;
    }

    /** The later of both times, for a table with in-commit timestamps: nothing goes too early by either. */
    private long timeOf(long version, ExpiredLog log, Metadata metadata) {
        long fileTime = log.fileTime(version);
        if (!TableProperties.ofTable(metadata.configuration(), storage.context())
                .inCommitTimestamps()) {
            return fileTime;
        }
        return CommitFile.read(storage.log(), version, storage.context())
                .commitInfo()
                .map(CommitInfo::inCommitTimestamp)
                .orElse(OptionalLong.empty())
                .stream()
                .map(inCommit -> Math.max(inCommit, fileTime))
                .findFirst()
                .orElse(fileTime);
    }

    /**
     * The history before this version is to be cleaned up in one go or not at all (table feature
     * checkpointProtection), for some of it may need features that the table has dropped since.
     */
    private static long protectedBefore(LogSnapshot newest) {
        if (!isProtected(newest)) {
            return 0;
        }
        String version = newest.metadata().configuration().getOrDefault(PROTECTED_BEFORE, "0");
        try {
            return Long.parseLong(version.strip());
        } catch (NumberFormatException e) {
            throw new CorruptLogException(
                    "A table property is no version.",
                    newest.storage()
                            .context()
                            .with("property", PROTECTED_BEFORE)
                            .with("value", version),
                    "Correct the property with a client that knows it.",
                    e);
        }
    }

    private static boolean isProtected(LogSnapshot newest) {
        return newest.protocol().hasWriterFeature("checkpointProtection");
    }

    /** Reads all of the version that the log is to begin with, from its checkpoint. */
    private CheckpointFiles requireReadable(ExpiredLog log, long boundary) {
        LogSnapshot oldest = new SnapshotReader(storage).at(boundary);
        CheckpointFiles checkpoint = oldest.segment()
                .checkpoint()
                .filter(files -> files.version() == boundary)
                .orElseThrow(() -> unreadable(log, boundary));
        // Not as the files of a version, for which an older checkpoint would do that is about to be deleted.
        for (CheckpointSource file :
                new CheckpointManifests(storage.log(), storage.context()).fileActions(checkpoint)) {
            try (CheckpointActions actions = file.actions(CheckpointContent.FILES_AND_TOMBSTONES)) {
                actions.forEachRemaining(action -> {});
            }
        }
        return checkpoint;
    }

    /** Why a checkpoint was passed over: a storage that fails for a moment makes no checkpoint a broken one. */
    private DeltaException unreadable(ExpiredLog log, long boundary) {
        ErrorContext where = storage.context().with("version", boundary);
        try {
            new CheckpointManifests(storage.log(), storage.context())
                    .readState(log.checkpointAtOrBelow(boundary).orElseThrow(), action -> {});
        } catch (CorruptLogException e) {
            return new CorruptLogException(
                    "The checkpoint that the log would begin with after its clean-up cannot be read.",
                    where,
                    "Nothing was deleted. Delete the files of the checkpoint, whose version can still be read"
                            + " from the files before it; the next clean-up begins with another one.",
                    e);
        }
        return new StorageUnavailableException(
                "The checkpoint that the log would begin with after its clean-up could not be read at once.",
                where,
                "Nothing was deleted. Clean up again.");
    }

    private static List<String> delete(LogStore folder, String prefix, List<String> names, boolean dryRun)
            throws IOException {
        List<String> deleted = new ArrayList<>();
        for (String name : names) {
            if (dryRun || folder.delete(name)) {
                deleted.add(prefix + name);
            }
        }
        if (!dryRun && !names.isEmpty()) {
            LOG.info("Deleted {} expired files of {}", names.size(), folder.location());
        }
        return deleted;
    }
}
