/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses that grow exponentially, each a random part of the longest one, so that rivals part ways. One thread. */
final class Backoff {
    private static final int MAX_DOUBLINGS = 20;

    private final CommitSettings settings;
    private final RandomGenerator random;
    private int failures;

    /** After failures of the storage. */
    Backoff(CommitSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
    }

    /** The next pause. */
    Duration next() {
        long longest = Math.min(
                settings.firstBackoff().toNanos() << Math.min(failures, MAX_DOUBLINGS),
                settings.maxBackoff().toNanos());
        failures++;
        return Duration.ofNanos(longest / 2 + (longest < 2 ? 0 : random.nextLong(longest / 2 + 1)));
    }
}
