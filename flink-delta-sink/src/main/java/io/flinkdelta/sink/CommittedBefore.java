/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.CommitInfo;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.snapshot.HistoryEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that a committable which the table's {@code txn} says to be committed really is. It is
 * not when two jobs were started from one savepoint: they share the application id and count their
 * checkpoints alike, so that one's commit looks like the other's, and the rows of one would be lost.
 */
final class CommittedBefore {
    private static final Logger LOG = LoggerFactory.getLogger(CommittedBefore.class);
    /** How many commits are looked at, in steps: nearly always it is one of the last. */
    private static final List<Integer> DEPTHS = List.of(20, 200, 2_000, 20_000);

    private final SinkSpec spec;
    private final DeltaLog log;

    CommittedBefore(SinkSpec spec, DeltaLog log) {
        this.spec = spec;
        this.log = log;
    }

    /**
     * Returns when the history shows the commit of {@code committable}, or shows nothing of its
     * application any more.
     *
     * @throws InvalidRequestException when the history shows that another commit took its place
     */
    void require(DeltaCommittable committable) {
        for (int depth : DEPTHS) {
            List<HistoryEntry> newest = log.history(OptionalInt.of(depth));
            Optional<CommitInfo> found = newest.stream()
                    .flatMap(entry -> entry.commitInfo().stream())
                    .filter(commit -> isOfApplication(commit, committable))
                    .filter(commit -> checkpointId(commit) <= committable.checkpointId())
                    .findFirst();
            if (found.isPresent()) {
                requireSame(found.get(), committable);
                return;
            }
            if (newest.size() < depth) {
                break;
            }
        }
        LOG.warn(
                "{} counts as committed to {} by its txn; the history does not reach back to the commit itself",
                committable,
                spec.tablePath());
    }

    private void requireSame(CommitInfo commit, DeltaCommittable committable) {
        boolean same = checkpointId(commit) == committable.checkpointId()
                && commit.toJson().path(DeltaCommitter.COMMITTABLE_ID).asText().equals(committable.id());
        if (!same) {
            throw new InvalidRequestException(
                    "Another job commits under the application id of this one; rows of checkpoint "
                            + committable.checkpointId() + " are not in the table, though the table has seen a"
                            + " checkpoint of that number",
                    spec.context()
                            .with("applicationId", committable.applicationId())
                            .with("checkpoint", committable.checkpointId())
                            .with("txnId", commit.txnId().orElse(null)),
                    "Were two jobs started from one savepoint? Run one of them; start the other one anew from the"
                            + " savepoint with " + DeltaSinkOptions.ON_REWIND.key() + " = "
                            + OnRewind.ACCEPT_DUPLICATES + ", which gives it an application id of its own.");
        }
    }

    private static boolean isOfApplication(CommitInfo commit, DeltaCommittable committable) {
        return parameter(commit, "queryId").asText().equals(committable.applicationId());
    }

    private static long checkpointId(CommitInfo commit) {
        return parameter(commit, "epochId").asLong(Long.MAX_VALUE);
    }

    private static JsonNode parameter(CommitInfo commit, String name) {
        return commit.toJson().path("operationParameters").path(name);
    }
}
