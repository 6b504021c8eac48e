/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.simulation;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/** A clock that goes wrong by always the same. */
final class SimulatedClock extends Clock {
    private final LongSupplier time;
    private final long skewMillis;

    SimulatedClock(LongSupplier time, long skewMillis) {
        this.time = time;
        this.skewMillis = skewMillis;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(time.getAsLong() + skewMillis);
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
