/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses that grow exponentially, each a random part of the longest one, so that rivals part ways. One thread. */
final class Backoff {
    private final CommitSettings settings;
    private final RandomGenerator random;
    private final int maxDoublings;
    private int failures;

    private Backoff(CommitSettings settings, RandomGenerator random, int maxDoublings) {
        this.settings = settings;
        this.random = random;
        this.maxDoublings = maxDoublings;
    }

    /** After failures of the storage. */
    static Backoff ofFailures(CommitSettings settings, RandomGenerator random) {
        return new Backoff(settings, random, 20);
    }

    /** After lost races: soon again, since somebody made progress. */
    static Backoff ofRaces(CommitSettings settings, RandomGenerator random) {
        return new Backoff(settings, random, 5);
    }

    /** The next pause. */
    Duration next() {
        long longest = Math.min(
                settings.firstBackoff().toNanos() << Math.min(failures, maxDoublings),
                settings.maxBackoff().toNanos());
        failures++;
        return Duration.ofNanos(longest / 2 + (longest < 2 ? 0 : random.nextLong(longest / 2 + 1)));
    }
}
