/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import java.time.Duration;

/** Lets time pass between two attempts. */
@FunctionalInterface
public interface Sleeper {
    void sleep(Duration duration) throws InterruptedException;

    /** Blocks the calling thread. */
    static Sleeper ofThread() {
        return duration -> Thread.sleep(duration.toMillis(), duration.toNanosPart() % 1_000_000);
    }
}
