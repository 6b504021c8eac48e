/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GiveWayTest {
    private static final Duration CATCH_UP = Duration.ofMillis(200);

    private final Hands clock = new Hands();
    private final GiveWay giveWay = new GiveWay(clock, new SplittableRandom(1));

    @Test
    void whoIsAloneNeverWaits() {
        for (int commit = 0; commit < 100; commit++) {
            assertThat(giveWay.pause()).isZero();
            clock.pass(Duration.ofMillis(50));
            giveWay.landed();
        }
    }

    @Test
    void whereCatchingUpIsQuickNobodyWaits() {
        for (int commit = 0; commit < 100; commit++) {
            assertThat(giveWay.pause()).isZero();
            meetOthers(Duration.ofMillis(5));
            giveWay.landed();
        }
    }

    /** A turn is over after half of a catching up; the pauses are as long as one on average. */
    @Test
    void aTurnIsFollowedByAPause() {
        int commits = 0;
        Duration paused = Duration.ZERO;
        int turns = 1000;
        for (int turn = 0; turn < turns; turn++) {
            meetOthers(CATCH_UP);
            giveWay.landed();
            commits++;
            Duration pause = giveWay.pause();
            while (pause.isZero()) {
                clock.pass(Duration.ofMillis(25));
                giveWay.landed();
                commits++;
                pause = giveWay.pause();
            }
            assertThat(pause).isLessThanOrEqualTo(CATCH_UP.multipliedBy(2));
            paused = paused.plus(pause);
        }
        assertThat(commits).isBetween(5 * turns, 6 * turns);
        assertThat(paused.dividedBy(turns)).isBetween(Duration.ofMillis(180), Duration.ofMillis(220));
    }

    @Test
    void aPauseIsNotLongerThanASecond() {
        for (int turn = 0; turn < 1000; turn++) {
            meetOthers(Duration.ofMinutes(1));
            giveWay.landed();
            clock.pass(Duration.ofSeconds(0));
            assertThat(giveWay.pause()).isLessThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    /** A checkpoint's time apart, the others have long had their turn. */
    @Test
    void whatHasPassedSinceTheCommitCounts() {
        meetOthers(CATCH_UP);
        giveWay.landed();
        clock.pass(CATCH_UP.multipliedBy(2));
        assertThat(giveWay.pause()).isZero();
    }

    @Test
    void othersAreForgotten() {
        meetOthers(CATCH_UP);
        clock.pass(Duration.ofSeconds(11));
        giveWay.landed();
        clock.pass(Duration.ofMillis(150));
        assertThat(giveWay.pause()).isZero();
    }

    @Test
    void aClockThatGoesBackMakesNobodyWaitLong() {
        meetOthers(CATCH_UP);
        giveWay.landed();
        clock.pass(Duration.ofMillis(150));
        giveWay.landed();
        clock.pass(Duration.ofHours(-1));
        for (int commit = 0; commit < 10; commit++) {
            assertThat(giveWay.pause()).isLessThanOrEqualTo(CATCH_UP.multipliedBy(2));
            clock.pass(Duration.ofMillis(150));
            giveWay.landed();
        }
    }

    private void meetOthers(Duration catchUp) {
        long start = clock.millis();
        clock.pass(catchUp);
        giveWay.caughtUp(start);
    }

    /** A clock that is set by hand. */
    private static final class Hands extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
