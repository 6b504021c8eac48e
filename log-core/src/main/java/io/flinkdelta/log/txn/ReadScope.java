/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

/** What of the table a transaction looked at to find what it writes. */
public enum ReadScope {
    /** Nothing: a blind append. */
    NOTHING,
    /** The files that it removes. */
    REMOVED_FILES,
    /** Every file. */
    WHOLE_TABLE
}
