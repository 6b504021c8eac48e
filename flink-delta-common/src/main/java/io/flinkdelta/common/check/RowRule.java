/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.check;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import org.apache.flink.table.data.RowData;

/**
 * A condition on rows that are complete. One thread.
 *
 * @param kind what the table calls it: a CHECK constraint, an invariant of a column, a generated column
 * @param condition true for rows that may be written; false and null are violations
 */
record RowRule(String kind, RowExpression condition) {

    /**
     * Checks one row.
     *
     * @throws InvalidRequestException naming the table, the rule, its expression and the values it looks at
     */
    void check(RowData row) {
        Object value = condition.evaluate(row);
        if (!Boolean.TRUE.equals(value)) {
            ErrorContext where = condition.describe(row).with("result", value == null ? "null" : value);
            throw new InvalidRequestException(
                    "A row violates " + kind + " of the table.",
                    where,
                    "Correct the row before the sink or filter it out, or change the table.");
        }
    }
}
