/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

/** What becomes of a record that is not a row of the table. */
public enum BrokenRecords {
    /** The job fails at once, without restarts, with an error that names the record. */
    FAIL,
    /** The record is left out, counted in the metric {@code brokenRecordsSkipped}, the first ones logged. */
    SKIP
}
