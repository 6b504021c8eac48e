/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether the job was restored from a checkpoint older than what the table holds of it.
 * Rows after that checkpoint will be written again; they are in the table already, and since their
 * files and checkpoint ids differ from those of the first time, no id tells which.
 */
final class RewindCheck {
    private static final Logger LOG = LoggerFactory.getLogger(RewindCheck.class);

    private final SinkSpec spec;

    RewindCheck(SinkSpec spec) {
        this.spec = spec;
    }

    /**
     * True when the table is ahead and the user accepts duplicates.
     *
     * @throws InvalidRequestException when the table is ahead and the user does not
     */
    boolean isRewound(String applicationId, long restoredCheckpoint) {
        OptionalLong inTable = committedCheckpoint(applicationId);
        if (inTable.isEmpty() || inTable.getAsLong() <= restoredCheckpoint) {
            return false;
        }
        if (spec.settings().onRewind() == OnRewind.ACCEPT_DUPLICATES) {
            LOG.warn(
                    "Restored from checkpoint {}, but the table {} already holds checkpoint {} of this sink."
                            + " Going on under a new application id: rows after checkpoint {} land a second time.",
                    restoredCheckpoint,
                    spec.tablePath(),
                    inTable.getAsLong(),
                    restoredCheckpoint);
            return true;
        }
        throw new InvalidRequestException(
                "The job was restored from checkpoint " + restoredCheckpoint
                        + ", but the table already holds checkpoint " + inTable.getAsLong()
                        + " of this sink: rows after checkpoint " + restoredCheckpoint + " would land a second time",
                spec.context()
                        .with("applicationId", applicationId)
                        .with("restoredCheckpoint", restoredCheckpoint)
                        .with("committedCheckpoint", inTable.getAsLong()),
                "Restore from checkpoint " + inTable.getAsLong() + " or a later one; or set "
                        + DeltaSinkOptions.ON_REWIND.key() + " to " + OnRewind.ACCEPT_DUPLICATES
                        + " to go on from the older one and have those rows twice.");
    }

    private OptionalLong committedCheckpoint(String applicationId) {
        try (DeltaLog log = DeltaLogs.open(spec)) {
            Optional<Snapshot> table = log.latestSnapshotIfExists();
            return table.isPresent() ? table.get().transactionVersion(applicationId) : OptionalLong.empty();
        }
    }
}
