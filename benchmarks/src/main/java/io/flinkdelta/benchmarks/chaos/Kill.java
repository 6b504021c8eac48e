/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.chaos;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What is killed, and when.
 *
 * @param pause after the kill before it
 * @param moment that is waited for after the pause
 * @param delay from the moment to the kill
 */
record Kill(Target target, Duration pause, Moment moment, Duration delay) {
    private static final int MAX_DELAY_MILLIS = 60;

    /** Who ends without warning. */
    enum Target {
        TASK_MANAGER(8),
        JOB_MANAGER(5),
        JOB_AND_TASK_MANAGERS(3),
        SECOND_WRITER(4),
        /** Not killed: held for so long that the job goes on without it; then it goes on, too, where it was. */
        STALLED_TASK_MANAGER(3);

        private final int weight;

        Target(int weight) {
            this.weight = weight;
        }
    }

    /** Where in the course of a commit. */
    enum Moment {
        /** Anywhere. */
        ANY,
        /** A writer of the job begins a data file. */
        DATA_FILE,
        /** A checkpoint is complete; its rows are not committed, or just now. */
        CHECKPOINT,
        /** Somebody begins to write to the log. */
        LOG_ENTRY,
        /** The job has made a new version; nobody has been told. */
        COMMIT
    }

    /**
     * Before any checkpoint can be complete: the job begins anew, without state. If it had committed anything by then,
     * that would be in the table twice.
     */
    static Kill first() {
        return new Kill(Target.JOB_AND_TASK_MANAGERS, Duration.ZERO, Moment.DATA_FILE, Duration.ZERO);
    }

    /** Any of them; the pauses are between a quarter and seven quarters of {@code average}. */
    static Kill next(RandomGenerator random, Duration average) {
        Duration pause = Duration.ofMillis((long) (average.toMillis() * (0.25 + 1.5 * random.nextDouble())));
        Moment[] moments = Moment.values();
        Moment moment = moments[random.nextInt(moments.length)];
        int delay = random.nextBoolean() ? 0 : random.nextInt(MAX_DELAY_MILLIS);
        return new Kill(target(random), pause, moment, Duration.ofMillis(delay));
    }

    private static Target target(RandomGenerator random) {
        int weights = 0;
        for (Target target : Target.values()) {
            weights += target.weight;
        }
        int drawn = random.nextInt(weights);
        for (Target target : Target.values()) {
            drawn -= target.weight;
            if (drawn < 0) {
                return target;
            }
        }
        throw new IllegalStateException("weights do not add up");
    }
}
