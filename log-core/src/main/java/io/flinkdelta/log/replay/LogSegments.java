/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.replay;

import io.flinkdelta.log.checkpoint.LastCheckpoint;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.replay.LogListing.Answer;
import io.flinkdelta.log.replay.LogListing.Found;
import io.flinkdelta.log.replay.LogListing.Missing;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.store.LogStore.LogEntry;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds {@link LogSegment}s: reads the hint at the last checkpoint and lists the log once from there.
 * When the hint is missing, broken or misleading the whole log is listed instead. A listing is no
 * snapshot of a folder: a file may be missed while a later one is seen, so a gap is believed only when
 * a listing that began after the first had ended shows the same one; another one may just have come up. Any thread.
 */
public final class LogSegments {
    private static final Logger LOG = LoggerFactory.getLogger(LogSegments.class);

    private final LogStore log;
    private final ErrorContext table;

    public LogSegments(LogStore log, ErrorContext table) {
        this.log = log;
        this.table = table;
    }

    /** The newest version, or empty when the folder holds no log. */
    public Optional<LogSegment> latest() {
        return latest(any -> true);
    }

    /** As {@link #latest()}, with the checkpoints only that are {@code usable}. */
    public Optional<LogSegment> latest(Predicate<CheckpointFiles> usable) {
        Hint hint = hint(Long.MAX_VALUE);
        if (hint.version().isPresent()) {
            LogListing listing = settled(hint.version().getAsLong(), LogListing::firstNeeded);
            OptionalLong newest = listing.newestVersion();
            if (newest.isPresent() && listing.segment(newest.getAsLong(), usable) instanceof Found found) {
                return Optional.of(found.segment());
            }
        }
        LogListing listing = settled(0, LogListing::firstNeeded);
        warn(hint);
        OptionalLong newest = listing.newestVersion();
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        Answer answer = listing.segment(newest.getAsLong(), usable);
        if (answer instanceof Found found) {
            return Optional.of(found.segment());
        }
        throw missing(listing, newest.getAsLong(), (Missing) answer);
    }

    /**
     * Version {@code version}.
     *
     * @throws InvalidRequestException when it is not there, naming the versions that are
     * @throws CorruptLogException when there is a gap in the log
     */
    public LogSegment at(long version) {
        return at(version, any -> true);
    }

    /** As {@link #at(long)}, with the checkpoints only that are {@code usable}. */
    public LogSegment at(long version, Predicate<CheckpointFiles> usable) {
        Hint hint = hint(version);
        if (hint.version().isPresent()
                && list(hint.version().getAsLong(), version).segment(version, usable) instanceof Found found) {
            return found.segment();
        }
        if (version >= 0 && list(0, version).segment(version, usable) instanceof Found found) {
            warn(hint);
            return found.segment();
        }
        LogListing all = list(0, Long.MAX_VALUE);
        OptionalLong newest = all.newestVersion();
        if (newest.isEmpty()) {
            throw noTable(table);
        }
        if (version < 0 || version > newest.getAsLong()) {
            throw outOfRange("The table has no version " + version + ".", all);
        }
        Answer answer = all.segment(version, usable);
        if (answer instanceof Found found) {
            return found.segment();
        }
        throw missing(all, version, (Missing) answer);
    }

    /**
     * How to replay the newest version, listing from the one after {@code known} only: {@code known}
     * itself when there is nothing newer. Missing are the commits that a clean-up took before they were
     * seen: the log has to be read anew then.
     */
    public Answer after(LogSegment known) {
        long next = known.version() + 1;
        LogListing listing = settled(next, any -> next);
        OptionalLong newest = listing.newestVersion();
        if (newest.isEmpty()) {
            return new Found(known);
        }
        return listing.isWhole(next, newest.getAsLong())
                ? new Found(listing.onTopOf(known, newest.getAsLong()))
                : new Missing(next, newest.getAsLong());
    }

    /**
     * The modification times of the commits from version {@code known} on, epoch milliseconds, by version. That of
     * {@code known} itself may be missing, since a clean-up may have taken it; all are when there is no version as new.
     * Empty when commits after it are not there any more.
     */
    public Optional<NavigableMap<Long, Long>> commitsFrom(long known) {
        LogListing listing = settled(known, any -> known + 1);
        OptionalLong newest = listing.newestVersion();
        boolean whole =
                newest.isEmpty() || newest.getAsLong() <= known || listing.isWhole(known + 1, newest.getAsLong());
        return whole ? Optional.of(listing.commitTimes()) : Optional.empty();
    }

    /**
     * The whole log; a gap in it was seen twice.
     *
     * @throws InvalidRequestException when there is no table
     */
    public LogListing all() {
        LogListing all = settled(0, LogListing::firstNeeded);
        if (all.newestVersion().isEmpty()) {
            throw noTable(table);
        }
        return all;
    }

    /**
     * The oldest version of {@link #all} from which on each can be read.
     *
     * @throws CorruptLogException when there is none, because the log has a gap
     */
    public long earliestVersion(LogListing all) {
        OptionalLong earliest = all.earliestVersion();
        if (earliest.isPresent()) {
            return earliest.getAsLong();
        }
        long newest = all.newestVersion().orElseThrow();
        throw missing(all, newest, (Missing) all.segment(newest, any -> true));
    }

    /**
     * What the log folder shows from {@code from} on, with no gap but those that an earlier listing had as well.
     *
     * @param firstNeeded the first version that must be in the listing
     */
    private LogListing settled(long from, ToLongFunction<LogListing> firstNeeded) {
        Set<Long> missed = new HashSet<>();
        while (true) {
            LogListing listing = list(from, Long.MAX_VALUE);
            Set<Long> gaps = listing.gaps(firstNeeded.applyAsLong(listing));
            if (missed.containsAll(gaps)) {
                return listing;
            }
            missed.addAll(gaps);
        }
    }

    /** What the log folder shows from {@code from} up to {@code upTo}. */
    public LogListing list(long from, long upTo) {
        try (Stream<LogEntry> entries = log.listFrom(LogFile.listFrom(from))) {
            return LogListing.of(entries, upTo);
        } catch (IOException e) {
            throw StorageErrors.of(e, table, log.location(), "list the log");
        }
    }

    /** No log in the folder. */
    public static InvalidRequestException noTable(ErrorContext table) {
        return new InvalidRequestException(
                "This is not a Delta table: its _delta_log folder is missing or holds no commit.",
                table,
                "Check the path, or create the table first.");
    }

    /** {@code problem}, and which versions there are. */
    public InvalidRequestException outOfRange(String problem, LogListing all) {
        ErrorContext where = table;
        if (all.earliestVersion().isPresent()) {
            where = where.with("earliestVersion", all.earliestVersion().getAsLong());
        }
        if (all.newestVersion().isPresent()) {
            where = where.with("latestVersion", all.newestVersion().getAsLong());
        }
        return new InvalidRequestException(problem, where, "Ask for a version in this range.");
    }

    /** From which version on to list, if that is known, or why it is not. */
    private record Hint(OptionalLong version, Optional<IOException> failure) {}

    private Hint hint(long notAbove) {
        try {
            OptionalLong version = LastCheckpoint.read(log).stream()
                    .mapToLong(LastCheckpoint::version)
                    .filter(found -> found <= notAbove)
                    .findFirst();
            return new Hint(version, Optional.empty());
        } catch (IOException e) {
            return new Hint(OptionalLong.empty(), Optional.of(e));
        }
    }

    /** When the log could be listed: otherwise the error about that says all. */
    private void warn(Hint hint) {
        hint.failure()
                .ifPresent(failure -> LOG.warn(
                        "Cannot read {} of {}; the whole log is listed instead",
                        LogFile.LAST_CHECKPOINT,
                        table,
                        failure));
    }

    private DeltaException missing(LogListing listing, long version, Missing missing) {
        boolean noBase =
                missing.first() == 0 && listing.checkpointAtOrBelow(version).isEmpty();
        OptionalLong earliest = listing.earliestVersion();
        if (noBase && earliest.isPresent() && earliest.getAsLong() > version) {
            return outOfRange("Version " + version + " of the table has been cleaned up.", listing);
        }
        String which = missing.first() == missing.last()
                ? "version " + missing.first()
                : "versions " + missing.first() + " to " + missing.last();
        String problem = noBase
                ? "The log has no checkpoint to begin from and misses " + which + "."
                : "The log has a gap: " + which + " missing.";
        return new CorruptLogException(
                problem,
                table.with("missingVersion", missing.first())
                        .with("file", LogFile.commit(missing.first()).fileName()),
                "Restore the missing files of _delta_log from a copy.");
    }
}
