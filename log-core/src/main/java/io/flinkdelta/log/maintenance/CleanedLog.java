/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a clean-up of the log did.
 *
 * @param keptFrom the version of the checkpoint below which everything was expired; empty when nothing was
 * @param deleted the names of the deleted files in the order of their deletion, sidecars with their folder
 * @param deletedTemporary how many files of crashed writers were deleted
 */
public record CleanedLog(OptionalLong keptFrom, List<String> deleted, int deletedTemporary) {
    public CleanedLog {
        deleted = List.copyOf(deleted);
    }
}
