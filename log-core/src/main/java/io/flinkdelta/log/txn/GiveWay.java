/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Lets those catch up who lost a race. Whoever has just committed knows the newest version without reading anything,
 * and where reading takes long, as on an object store, could take every next version as well, while the others read
 * what it committed. So a writer that met others lately commits for a turn, half as long as its own catching up takes;
 * then it waits, on average as long as that takes, and goes on from the newest version. Passing the turn on so costs a
 * part of the time that does not depend on the store. Who commits less often than that, or alone, or to a store that is
 * quick to read, never waits. Any thread.
 */
final class GiveWay {
    /** How long others are remembered that were met. */
    private static final Duration MEMORY = Duration.ofSeconds(10);
    /** Who catches up this quickly needs no help. */
    private static final Duration QUICK = Duration.ofMillis(5);

    private static final Duration LONGEST = Duration.ofSeconds(1);
    /** A turn is this part of a catching up: shorter ones are passed on too often, longer ones starve the others. */
    private static final int TURN_PART = 2;
    /** Of what a new measurement counts, one part in so many. */
    private static final int SMOOTHING = 4;

    private final Clock clock;
    private final RandomGenerator random;
    /** Of the last commit, epoch milliseconds. */
    private long landed;
    /** When the first commit landed since others were let through; 0 for none since. */
    private long turnStarted;
    /** 0 for never. */
    private long metOthers;

    private long catchUpMillis;

    GiveWay(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** A commit landed. */
    synchronized void landed() {
        landed = clock.millis();
        turnStarted = turnStarted == 0 ? landed : turnStarted;
    }

    /** Another writer took a version that was wanted; since {@code startMillis} its commits were read. */
    synchronized void caughtUp(long startMillis) {
        metOthers = clock.millis();
        long took = Math.max(0, metOthers - startMillis);
        catchUpMillis = catchUpMillis == 0 ? took : (catchUpMillis * (SMOOTHING - 1) + took) / SMOOTHING;
    }

    /** How long to wait before the next commit; what was committed meanwhile is to be looked for then, unless zero. */
    synchronized Duration pause() {
        long now = clock.millis();
        if (turnStarted == 0 || isAlone(now) || now - turnStarted < catchUpMillis / TURN_PART) {
            return Duration.ZERO;
        }
        turnStarted = 0;
        long longest = Math.min(2 * catchUpMillis, LONGEST.toMillis());
        // A clock may go back.
        long waited = Math.max(0, now - landed);
        return Duration.ofMillis(Math.max(0, random.nextLong(longest + 1) - waited));
    }

    private boolean isAlone(long now) {
        long since = now - metOthers;
        return since < 0 || since > MEMORY.toMillis() || catchUpMillis <= QUICK.toMillis();
    }
}
