/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source;

import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.Planned;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/** What an enumerator reports; see docs/metrics.md. */
final class EnumeratorMetrics {
    /** Before the first look at the table. */
    private static final long UNKNOWN = -1;

    private volatile long currentVersion = UNKNOWN;
    private volatile long newestVersion = UNKNOWN;
    private volatile long lostVersions;

    EnumeratorMetrics(SplitEnumeratorMetricGroup group, SplitAssigner assigner) {
        // A coordinator may be without metrics.
        if (group != null) {
            group.setUnassignedSplitsGauge(() -> (long) assigner.size().splits());
            group.gauge("pendingFiles", () -> assigner.size().files());
            group.gauge("pendingBytes", () -> assigner.size().bytes());
            group.gauge("currentVersion", () -> currentVersion);
            group.gauge("versionsBehind", () -> Math.max(0, newestVersion - currentVersion));
            group.gauge("lostVersions", () -> lostVersions);
        }
    }

    void planned(Planned planned) {
        PlanPosition position = planned.position();
        boolean untouched = position instanceof InChanges at && at.units() == 0;
        currentVersion = untouched ? position.version() - 1 : position.version();
        newestVersion = Math.max(newestVersion, planned.newestVersion());
        lostVersions = planned.lostVersions();
    }
}
