/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.Planned;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/** What an enumerator reports; see docs/metrics.md. Written by its thread, read by any. */
final class EnumeratorMetrics {
    /** Before the first look at the table. */
    private static final long UNKNOWN = -1;

    private volatile long currentVersion = UNKNOWN;
    private volatile long newestVersion = UNKNOWN;
    private volatile long versionsBehind = UNKNOWN;
    private volatile long lostVersions;
    /** Up to which there are splits, all of them finished if {@link #oldestOpen} is not older. */
    private long firstUnplanned;

    private long oldestOpen = Long.MAX_VALUE;
    private long last = Long.MAX_VALUE;

    EnumeratorMetrics(SplitEnumeratorMetricGroup group, SplitAssigner assigner) {
        // A coordinator may be without metrics.
        if (group != null) {
            group.setUnassignedSplitsGauge(() -> (long) assigner.size().splits());
            group.gauge("pendingFiles", () -> assigner.size().files());
            group.gauge("pendingBytes", () -> assigner.size().bytes());
            group.gauge("currentVersion", () -> currentVersion);
            group.gauge("versionsBehind", () -> versionsBehind);
            group.gauge("lostVersions", () -> lostVersions);
        }
    }

    /** Counts when it is known what of it is {@link #open}. */
    void planned(Planned planned) {
        PlanPosition position = planned.position();
        boolean untouched = position instanceof InChanges at && at.units() == 0;
        currentVersion = untouched ? position.version() - 1 : position.version();
        lostVersions = planned.lostVersions();
        firstUnplanned = position.version();
        last = planned.last().orElse(Long.MAX_VALUE);
        newestVersion = Math.max(newestVersion, currentVersion);
    }

    /** @param version that the table has */
    void seen(long version) {
        newestVersion = Math.max(newestVersion, version);
        count();
    }

    /** @param version the oldest one of which a split is not finished; none if it is not planned either */
    void open(long version) {
        oldestOpen = version;
        count();
    }

    private void count() {
        if (isSeen()) {
            long finished = Math.min(oldestOpen, firstUnplanned) - 1;
            versionsBehind = Math.max(0, Math.min(newestVersion, last) - finished);
        }
    }

    /** Whether the table was looked at. */
    boolean isSeen() {
        return newestVersion != UNKNOWN;
    }

    /** Looks further than the planner may have been let. Any thread. */
    long newestVersion(DeltaLog log) {
        return isSeen() ? log.newestVersion(newestVersion) : UNKNOWN;
    }
}
