/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.plan;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanPosition.InSnapshot;
import io.flinkdelta.source.split.DeltaSplit;
import io.flinkdelta.source.split.SplitContent.DerivedChanges;
import io.flinkdelta.source.split.SplitPosition;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * What a place inside of a version depends on besides the version: a job that is built otherwise cannot go on from it.
 *
 * @param timeColumn by whose times files come, by its physical name; empty without one
 * @param primaryKey by which the changes of a commit belong together
 * @param rows a fingerprint of the columns and rows that are compared to find changes; empty where none are looked for
 */
public record PlanOrder(String timeColumn, CommitReading reading, List<String> primaryKey, String rows) {
    public PlanOrder {
        Objects.requireNonNull(timeColumn, "timeColumn");
        Objects.requireNonNull(reading, "reading");
        primaryKey = List.copyOf(primaryKey);
        Objects.requireNonNull(rows, "rows");
    }

    /**
     * Whether a place that was found in this order is one in another.
     *
     * @throws InvalidRequestException when it is inside of a version, and the order is another
     */
    public void requireSame(PlanOrder other, PlanPosition position, ErrorContext table) {
        boolean same = position instanceof InChanges at
                ? at.units() == 0 || samePlaces(other)
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

    private boolean samePlaces(PlanOrder other) {
        return timeColumn.equals(other.timeColumn) && reading == other.reading && primaryKey.equals(other.primaryKey);
    }

    /**
     * Whether splits that were begun in this order can be read to their end in another: changes that were looked for among
     * other rows are others.
     *
     * @throws InvalidRequestException when they cannot
     */
    public void requireSameChanges(PlanOrder other, Collection<DeltaSplit> splits, ErrorContext table) {
        boolean same = primaryKey.equals(other.primaryKey) && rows.equals(other.rows);
        for (DeltaSplit split : splits) {
            boolean begun = split.content() instanceof DerivedChanges
                    && !split.position().equals(SplitPosition.START);
            if (begun && !same) {
                throw new InvalidRequestException(
                        "The state was taken in the midst of the changes of a commit, which this job would look for among"
                                + " other columns or rows.",
                        table.with("version", split.version()),
                        "Restore it with the columns, the filter and scan.primary-key as they were, let the job read the"
                                + " commit to its end, and change them then; or start without state.");
            }
        }
    }
}
