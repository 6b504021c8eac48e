/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * In how many threads the files of a checkpoint are read.
 *
 * @param executor runs tasks on other threads than the caller's; tasks that it leaves waiting or refuses
 *     are done by the caller
 * @param threads at most so many at once, the caller's included
 */
public record ReadParallelism(Executor executor, int threads) {
    public ReadParallelism {
        Objects.requireNonNull(executor, "executor");
        if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads);
        }
    }

    /** In the caller's thread only. */
    public static ReadParallelism none() {
        return new ReadParallelism(Runnable::run, 1);
    }
}
