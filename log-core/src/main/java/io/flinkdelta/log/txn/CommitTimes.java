/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.replay.LogSegments;
import io.flinkdelta.log.snapshot.InCommitTimestamps;
import io.flinkdelta.log.snapshot.LogSnapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The in-commit timestamps of the commits that are to be made (PROTOCOL.md, "Writer Requirements for
 * In-Commit Timestamps"). The commit before is looked up in the log only when the snapshot does not know its
 * time: below a checkpoint that is all there is of a version, and when the timestamps are turned on. Any thread.
 */
final class CommitTimes {
    private final LogSegments segments;

    CommitTimes(LogSegments segments) {
        this.segments = segments;
    }

    /**
     * The one of the commit on top of {@code base}, epoch milliseconds: {@code nowMillis}, but later than that of
     * the commit before; empty when the table has none.
     *
     * @param base empty for a new table
     * @param metadata of the table with the commit
     * @throws CorruptLogException when no time is later than that of the commit before
     */
    OptionalLong next(Optional<LogSnapshot> base, Metadata metadata, long nowMillis) {
        if (!InCommitTimestamps.areOn(metadata)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.max(nowMillis, base.map(this::laterThan).orElse(0L)));
    }

    private long laterThan(LogSnapshot base) {
        long time = timeOf(base);
        if (time == Long.MAX_VALUE) {
            throw new CorruptLogException(
                    "The in-commit timestamp of a commit is the largest of all: no commit can be later.",
                    base.storage().context().with("version", base.version()),
                    "Turn " + TableProperties.IN_COMMIT_TIMESTAMPS + " off, and on again for times from then on.");
        }
        return time + 1;
    }

    private long timeOf(LogSnapshot base) {
        if (InCommitTimestamps.apply(base.metadata(), base.version())) {
            return base.timestamp();
        }
        // Of a commit of our own the snapshot knows when it began to be written, not when that had ended.
        Long written =
                segments.list(base.version(), base.version()).commitTimes().get(base.version());
        return written == null ? base.timestamp() : Math.max(written, base.timestamp());
    }

    /**
     * {@code after} with the version and the time since when the table has in-commit timestamps, if it has older
     * commits without.
     *
     * @param before the metadata below the commit, empty for a new table
     * @param version of the commit
     * @param inCommitTimestamp of the commit
     */
    Metadata withEnablement(Optional<Metadata> before, Metadata after, long version, OptionalLong inCommitTimestamp) {
        if (before.isEmpty() || inCommitTimestamp.isEmpty()) {
            return after;
        }
        Map<String, String> configuration = new HashMap<>(after.configuration());
        if (!InCommitTimestamps.areOn(before.get())) {
            configuration.put(InCommitTimestamps.ENABLEMENT_VERSION, Long.toString(version));
            configuration.put(InCommitTimestamps.ENABLEMENT_TIMESTAMP, Long.toString(inCommitTimestamp.getAsLong()));
        } else {
            keep(InCommitTimestamps.ENABLEMENT_VERSION, before.get(), configuration);
            keep(InCommitTimestamps.ENABLEMENT_TIMESTAMP, before.get(), configuration);
        }
        return after.withConfiguration(configuration);
    }

    private static void keep(String property, Metadata before, Map<String, String> configuration) {
        String value = before.configuration().get(property);
        if (value != null) {
            configuration.put(property, value);
        }
    }
}
