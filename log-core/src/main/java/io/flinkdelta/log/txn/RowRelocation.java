/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import io.flinkdelta.log.action.AddFile;
import java.io.IOException;
import java.util.List;

/**
 * Finds rows again whose file was rewritten by another commit that changed no data (OPTIMIZE, REORG), so that a commit
 * which hides them can go on top of that one. Given by a committer who knows its rows by a key. Where the table tracks
 * its rows, their ids tell, and this is not asked. Called on the committing thread.
 */
@FunctionalInterface
public interface RowRelocation {
    /**
     * Where the rows are now. A row that is not found, or that may be several, is left out, which makes the other
     * commit a conflict: nothing is guessed.
     *
     * @param rows in the file that is gone; it is still in the storage, unless VACUUM was quicker than its retention
     * @param rewritten the files that the other commit added
     * @throws IOException when a file cannot be read
     */
    List<HiddenRows> locate(HiddenRows rows, List<AddFile> rewritten) throws IOException;
}
