/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.protocol.RowTracking;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What kind of table it is. All have deletion vectors.
 *
 * @param tracked whether it tracks its rows and has in-commit timestamps
 * @param changeFeed whether it has a change data feed
 * @param v2 whether its checkpoints are of the V2 spec
 * @param checksums whether commits leave version checksums behind
 * @param actionsPerFile of a sidecar at most
 */
record TableSetup(
        boolean tracked,
        boolean changeFeed,
        boolean v2,
        boolean checksums,
        int inlineActions,
        int actionsPerFile,
        int checkpointInterval,
        Duration logRetention,
        Duration fileRetention) {
    /** The start of 2027, in the afternoon. */
    static final long START_MILLIS = 1_798_812_000_000L;

    /** By how much the clocks of two processes may differ. */
    static final long TOLERANCE_MILLIS = 2 * SimulatedProcess.LONGEST_SKEW.toMillis();

    static TableSetup of(Random random) {
        return new TableSetup(
                random.nextInt(3) > 0,
                random.nextInt(4) == 0,
                random.nextInt(3) == 0,
                random.nextInt(4) > 0,
                random.nextInt(20),
                8 + random.nextInt(20),
                2 + random.nextInt(8),
                Duration.ofHours(6 + random.nextInt(42)),
                Duration.ofHours(12 + random.nextInt(42)));
    }

    /** Without checkpoints and checksums; nothing expires. */
    static TableSetup plain(boolean tracked) {
        return new TableSetup(tracked, false, false, false, 0, 100, 1000, Duration.ofDays(1000), Duration.ofDays(1000));
    }

    Protocol protocol() {
        Set<String> readers = new TreeSet<>(Set.of("deletionVectors"));
        if (v2) {
            readers.add("v2Checkpoint");
        }
        Set<String> writers = new TreeSet<>(readers);
        writers.add("domainMetadata");
        if (tracked) {
            writers.addAll(Set.of("inCommitTimestamp", "rowTracking"));
        }
        if (changeFeed) {
            writers.add("changeDataFeed");
        }
        return Protocol.features(readers, writers);
    }

    Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>();
        properties.put("delta.enableDeletionVectors", "true");
        properties.put("delta.checkpointInterval", Integer.toString(checkpointInterval));
        properties.put("delta.logRetentionDuration", "interval " + logRetention.toHours() + " hours");
        properties.put("delta.deletedFileRetentionDuration", "interval " + fileRetention.toHours() + " hours");
        if (tracked) {
            properties.put("delta.enableInCommitTimestamps", "true");
            properties.put(RowTracking.ENABLE, "true");
            properties.put(RowTracking.ROW_ID_COLUMN, DataFiles.ROW_IDS);
        }
        if (changeFeed) {
            properties.put("delta.enableChangeDataFeed", "true");
        }
        if (v2) {
            properties.put("delta.checkpointPolicy", "v2");
        }
        return properties;
    }
}
