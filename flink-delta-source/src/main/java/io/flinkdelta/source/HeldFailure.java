/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An error that a version of the table is, whenever it is read: a schema that the job cannot go on with, say. It is held
 * back until everything before that version has been read and a complete checkpoint has it, so that those rows are out
 * and whoever goes on from there begins with the version. One thread.
 */
final class HeldFailure {
    private static final Logger LOG = LoggerFactory.getLogger(HeldFailure.class);
    /** How often to look whether the job makes checkpoints at all, which nobody tells an enumerator. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    /** The same of a job that ends: a batch job makes none. */
    private static final Duration PATIENCE_OF_BOUNDED = Duration.ofMinutes(1);
    /** How many times of patience a job that has made a checkpoint may take for the next one. */
    private static final int LONGEST_INTERVAL = 144;

    /** Null while there is none. */
    private RuntimeException failure;

    private boolean checkpoints;
    private int patienceWithoutCheckpoint;

    /** @param checkpoints whether the job is known to make any */
    HeldFailure(boolean checkpoints) {
        this.checkpoints = checkpoints;
    }

    /** @param bounded whether the job ends by itself */
    static Duration patience(boolean bounded) {
        return bounded ? PATIENCE_OF_BOUNDED : PATIENCE;
    }

    /** Whether the job is known to make checkpoints. */
    boolean awaitsCheckpoints() {
        return checkpoints;
    }

    boolean isHeld() {
        return failure != null;
    }

    void hold(RuntimeException newFailure) {
        failure = newFailure;
        LOG.warn("The table cannot be read on; the job fails when all that comes before is through", newFailure);
    }

    void checkpointBegun() {
        checkpoints = true;
        patienceWithoutCheckpoint = 0;
    }

    /** As long as {@link #patience} says has passed since the failure or the last call. */
    void patiencePassed() {
        patienceWithoutCheckpoint++;
    }

    /**
     * Everything before the failure has been read.
     *
     * @param covered whether a complete checkpoint has it
     * @throws RuntimeException the failure, if there is one and its time has come
     */
    void allRead(boolean covered) {
        int patience = checkpoints ? LONGEST_INTERVAL : 1;
        if (failure != null && (covered || patienceWithoutCheckpoint >= patience)) {
            throw failure;
        }
    }
}
