/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.CommittedVersion;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

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

    /**
     * The rows of a version; empty when it is gone and that is no error.
     *
     * @throws InvalidRequestException when it is gone, or there never was such a version
     */
    Optional<Snapshot> snapshot(long version) {
        return find(version, log::snapshotAt);
    }

    /** As {@link #snapshot}, with the commit that made it. */
    Optional<CommittedVersion> committed(long version) {
        return find(
                version,
                number -> new CommittedVersion(log.snapshotAt(number), log.commitFile(OptionalLong.of(number))));
    }

    private <T> Optional<T> find(long version, LongFunction<T> lookup) {
        try {
            return Optional.of(lookup.apply(version));
        } catch (InvalidRequestException e) {
            if (!failOnDataLoss && version <= log.latestSnapshot().version()) {
                return Optional.empty();
            }
            throw new InvalidRequestException(
                    "A version that is to be read is not there any more, or not yet: " + e.problem(),
                    table.with("version", version).with(e.context()),
                    "Start without state from a version that is there; or set scan.fail-on-data-loss = false to go on"
                            + " with the oldest one and lose what came before it. Keep the log for longer"
                            + " (delta.logRetentionDuration) than the job may be down.",
                    e);
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
