/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import java.time.Clock;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkCommitterMetricGroup;

/** The metrics of the committer, described in {@code docs/metrics.md}. */
final class CommitterMetrics {
    static final String COMMIT_DURATION = "lastCommitDurationMs";
    static final String COMMITTED_FILES = "committedFiles";
    static final String COMMITTED_BYTES = "committedBytes";
    static final String COMMITTED_ROWS = "committedRows";
    static final String LAST_COMMITTED_VERSION = "lastCommittedVersion";
    static final String TIME_SINCE_LAST_COMMIT = "timeSinceLastCommitMs";
    /** What the gauges show before the first commit. */
    static final long NONE = -1;

    private final Clock clock;
    private final Counter files;
    private final Counter bytes;
    private final Counter rows;
    private volatile long durationMillis = NONE;
    private volatile long version = NONE;
    private volatile long committedAt = NONE;

    CommitterMetrics(SinkCommitterMetricGroup group, Clock clock) {
        this.clock = clock;
        this.files = group.counter(COMMITTED_FILES);
        this.bytes = group.counter(COMMITTED_BYTES);
        this.rows = group.counter(COMMITTED_ROWS);
        group.gauge(COMMIT_DURATION, () -> durationMillis);
        group.gauge(LAST_COMMITTED_VERSION, () -> version);
        group.gauge(TIME_SINCE_LAST_COMMIT, () -> committedAt == NONE ? NONE : clock.millis() - committedAt);
    }

    void committed(DeltaCommittable committable, long committedVersion, long millis) {
        files.inc(committable.files().size());
        bytes.inc(committable.bytes());
        rows.inc(committable.rows());
        durationMillis = millis;
        version = committedVersion;
        committedAt = clock.millis();
    }
}
