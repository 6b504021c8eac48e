/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongFunction;
import org.apache.flink.api.common.operators.ProcessingTimeService;

/**
 * Closes files that get too old though no row comes any more that would notice it. At most one timer
 * is set; it fires in the task's thread, and what fails then fails the task.
 */
final class RollTimer {
    private final ProcessingTimeService service;
    private final long interval;
    private LongFunction<OptionalLong> closeOld;
    private ScheduledFuture<?> timer;

    RollTimer(ProcessingTimeService service, Duration interval) {
        this.service = service;
        this.interval = interval.toMillis();
    }

    /** @param action closes what is too old at a time, and tells when the next file will be */
    void closesWith(LongFunction<OptionalLong> action) {
        closeOld = action;
    }

    /** A file was opened at {@code now}, epoch milliseconds. */
    void opened(long now) {
        if (interval > 0 && timer == null) {
            set(now + interval);
        }
    }

    private void set(long time) {
        timer = service.registerTimer(time, at -> {
            timer = null;
            closeOld.apply(service.getCurrentProcessingTime()).ifPresent(this::set);
        });
    }
}
