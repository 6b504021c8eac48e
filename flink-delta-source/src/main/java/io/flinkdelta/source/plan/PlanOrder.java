/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import java.util.List;
import java.util.Objects;

/**
 * What a place inside of a version depends on besides the version: a job that is built otherwise cannot go on from it.
 *
 * @param timeColumn by whose times files come, by its physical name; empty without one
 * @param primaryKey by which the changes of a commit belong together
 */
public record PlanOrder(String timeColumn, CommitReading reading, List<String> primaryKey) {
    public PlanOrder {
        Objects.requireNonNull(timeColumn, "timeColumn");
        Objects.requireNonNull(reading, "reading");
        primaryKey = List.copyOf(primaryKey);
    }

    /**
     * Whether a place that was found in this order is one in another.
     *
     * @throws InvalidRequestException when it is inside of a version, and the order is another
     */
    public void requireSame(PlanOrder other, PlanPosition position, ErrorContext table) {
        boolean same = position instanceof InChanges at
                ? at.units() == 0 || equals(other)
                : ((InSnapshot) position).after().isEmpty() || timeColumn.equals(other.timeColumn);
        if (!same) {
            throw new InvalidRequestException(
                    "The state was taken in the midst of a version, of which this job would read the files in another"
                            + " order.",
                    table.with("version", position.version())
                            .with("state", this)
                            .with("job", other),
                    "Restore it with scan.watermark-column, scan.commit-reading and scan.primary-key as they were, let the"
                            + " job read the version to its end, and change them then; or start without state.");
        }
    }
}
