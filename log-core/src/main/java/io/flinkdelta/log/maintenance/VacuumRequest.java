/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What {@link Vacuum} is to do.
 *
 * @param retention how old a file must be to be deleted; empty for {@code delta.deletedFileRetentionDuration}
 * @param forced whether the retention may be shorter than the table's
 * @param dryRun whether files are only named
 * @param recorded whether the table's history tells of it, by one commit before and one after the deletion
 */
public record VacuumRequest(Optional<Duration> retention, boolean forced, boolean dryRun, boolean recorded) {
    public VacuumRequest {
        Objects.requireNonNull(retention, "retention");
    }

    /** As the table's properties have it. */
    public static VacuumRequest ofTable() {
        return new VacuumRequest(Optional.empty(), false, false, true);
    }

    /** Files younger than this stay; refused when the table's own retention is longer. */
    public VacuumRequest retaining(Duration newRetention) {
        return new VacuumRequest(Optional.of(newRetention), forced, dryRun, recorded);
    }

    /**
     * Takes a retention that is shorter than the table's. Only for a table that nobody writes or reads
     * meanwhile: files that writers have not committed yet, and those of older versions, are not safe from it.
     */
    public VacuumRequest force() {
        return new VacuumRequest(retention, true, dryRun, recorded);
    }

    /** Deletes nothing. */
    public VacuumRequest asDryRun() {
        return new VacuumRequest(retention, forced, true, recorded);
    }

    /** Commits nothing. */
    public VacuumRequest withoutRecord() {
        return new VacuumRequest(retention, forced, dryRun, false);
    }
}
