/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.snapshot.Snapshot;

/** Reads the rows of a table, which is not the log's business, for requests that depend on them. */
@FunctionalInterface
public interface RowCheck {

    /**
     * The number of rows for which a condition is not true: false, or null.
     *
     * @param table the version to be read
     * @param expression the condition in SQL
     * @throws io.flinkdelta.log.error.DeltaException when the condition cannot be evaluated or the rows cannot be read
     */
    long countViolations(Snapshot table, String expression);
}
