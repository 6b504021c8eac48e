/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;

/**
 * Rows of one live file that a commit hides.
 *
 * @param file as it is before the commit
 * @param rows positions in the file, none of them hidden before
 */
public record HiddenRows(AddFile file, DeletionVector rows) {
    /** The same rows and more of the same file. */
    HiddenRows and(HiddenRows more) {
        return new HiddenRows(file, rows.union(more.rows));
    }
}
