/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds versions of a table that are to be read, and those that are left where a clean-up has taken some. One thread. */
final class CommitLookup {
    private final DeltaLog log;
    private final ErrorContext table;
    private final boolean failOnDataLoss;

    /** @param failOnDataLoss whether it is an error that a version has gone */
    CommitLookup(DeltaLog log, ErrorContext table, boolean failOnDataLoss) {
        this.log = log;
        this.table = table;
        this.failOnDataLoss = failOnDataLoss;
    }

    /** What became of the search for a commit. */
    sealed interface Answer {}

    record There(CommittedVersion version) implements Answer {}

    /** @param newest which is older */
    record NotYet(Snapshot newest) implements Answer {}

    /** It is gone, and that is no error. */
    record Lost() implements Answer {}

    /**
     * The rows of a version; empty when it is gone and that is no error.
     *
     * @throws InvalidRequestException when it is gone, or there never was such a version
     */
    Optional<Snapshot> snapshot(long version) {
        try {
            return Optional.of(log.snapshotAt(version));
        } catch (InvalidRequestException e) {
            requireMayBeLost(version, log.latestSnapshot(), e);
            return Optional.empty();
        }
    }

    /**
     * A version with the commit that made it. What comes after it does not matter, not even whether it can be read.
     *
     * @throws InvalidRequestException when it is gone
     */
    Answer committed(long version) {
        try {
            return there(version);
        } catch (InvalidRequestException e) {
            Snapshot newest = log.latestSnapshot();
            return version > newest.version() ? new NotYet(newest) : committedBefore(version, newest);
        }
    }

    /** It is gone, unless it has come since it was looked for. */
    private Answer committedBefore(long version, Snapshot newest) {
        try {
            return there(version);
        } catch (InvalidRequestException e) {
            requireMayBeLost(version, newest, e);
            return new Lost();
        }
    }

    private There there(long version) {
        return new There(new CommittedVersion(log.snapshotAt(version), log.commitFile(OptionalLong.of(version))));
    }

    private void requireMayBeLost(long version, Snapshot newest, InvalidRequestException reason) {
        if (failOnDataLoss || version > newest.version()) {
            throw new InvalidRequestException(
                    "A version that is to be read is not there any more, or not yet: " + reason.problem(),
                    table.with("version", version).with(reason.context()),
                    "Start without state from a version that is there; or set scan.fail-on-data-loss = false to go on"
                            + " with the oldest one and lose what came before it. Keep the log for longer"
                            + " (delta.logRetentionDuration) than the job may be down, or let the job tell what it needs"
                            + " (scan.consumer-id).",
                    reason);
        }
    }

    /** The oldest version, at {@code wanted} or after, whose commit is there; or that will be the next one. */
    long oldestSince(long wanted) {
        long oldest = Math.max(wanted, log.earliestVersion());
        // Of a version that has a checkpoint the commit may have been cleaned up.
        try {
            log.commitFile(OptionalLong.of(oldest));
            return oldest;
        } catch (InvalidRequestException e) {
            return oldest <= log.latestSnapshot().version() ? oldest + 1 : oldest;
        }
    }
}
