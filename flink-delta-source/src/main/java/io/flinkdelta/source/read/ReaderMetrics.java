/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.source.split.DeltaSplit;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.metrics.MetricNames;

/** What a reader reports (FLIP-33); see docs/metrics.md. Gauges are asked for by any thread. */
final class ReaderMetrics {
    /** Before the first rows. */
    private static final long UNKNOWN = -1;

    private final Clock clock;
    private final Counter bytesIn;
    private final AtomicLong pendingBytes = new AtomicLong();
    private final Optional<Counter> lostFiles;
    private volatile long fetchLag = UNKNOWN;
    private volatile long emitDelay = UNKNOWN;

    /** @param failOnDataLoss whether no file is passed over */
    ReaderMetrics(boolean failOnDataLoss, SourceReaderContext context, Clock clock) {
        this.clock = clock;
        this.lostFiles = failOnDataLoss
                ? Optional.empty()
                : Optional.of(context.metricGroup().counter("lostFiles"));
        this.bytesIn = context.metricGroup().getIOMetricGroup().getNumBytesInCounter();
        context.metricGroup().setPendingBytesGauge(pendingBytes::get);
        context.metricGroup().gauge("commitToEmitDelay", () -> emitDelay);
        context.metricGroup().gauge(MetricNames.CURRENT_FETCH_EVENT_TIME_LAG, () -> fetchLag);
    }

    /** Counts the files that are not there any more and are passed over; empty when they are errors. */
    Optional<Counter> lostFiles() {
        return lostFiles;
    }

    /** In the thread that emits. */
    void assigned(DeltaSplit split) {
        pendingBytes.addAndGet(split.length());
    }

    /** In the thread that emits. */
    void finished(DeltaSplit split) {
        pendingBytes.addAndGet(-split.length());
        bytesIn.inc(split.length());
    }

    /** Rows of the split were read; in the thread that reads. */
    void fetched(DeltaSplit split) {
        fetchLag = clock.millis() - split.timestampMillis();
    }

    /** Rows of the split were given to the job; in the thread that emits. */
    void emitted(DeltaSplit split) {
        emitDelay = clock.millis() - split.timestampMillis();
    }
}
