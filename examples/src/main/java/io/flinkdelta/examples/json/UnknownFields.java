/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.json;

/** What becomes of a field of a JSON object for which the row has no column. */
public enum UnknownFields {
    /** The record is broken: nothing is lost unseen. */
    FAIL,
    /** The field is left out. */
    IGNORE
}
