/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import java.time.Duration;

/**
 * How long a commit tries.
 *
 * @param maxRaces how many times another writer may take the version that we wanted
 * @param maxStorageFailures how many times in a row the storage may fail to do what we ask
 * @param firstBackoff the longest pause after the first failure; doubled with each further one
 * @param maxBackoff the longest pause
 * @param unknownOutcomeWait how long to look for a commit of ours whose outcome is unknown
 */
public record CommitSettings(
        int maxRaces, int maxStorageFailures, Duration firstBackoff, Duration maxBackoff, Duration unknownOutcomeWait) {
    public CommitSettings {
        if (maxRaces < 1 || maxStorageFailures < 1 || firstBackoff.isNegative() || unknownOutcomeWait.isNegative()) {
            throw new IllegalArgumentException("not settings of a commit: " + maxRaces + ", " + maxStorageFailures
                    + ", " + firstBackoff + ", " + unknownOutcomeWait);
        }
    }

    /** 1000 races, 5 storage failures, pauses of 10 ms to 5 s, a minute for an unknown outcome. */
    public static CommitSettings defaults() {
        return new CommitSettings(1000, 5, Duration.ofMillis(10), Duration.ofSeconds(5), Duration.ofMinutes(1));
    }
}
