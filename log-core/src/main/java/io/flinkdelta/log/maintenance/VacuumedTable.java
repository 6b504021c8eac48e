/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import java.util.List;
import java.util.Optional;

/**
 * What a {@link Vacuum} deleted, or in a dry run would have deleted. Paths are relative to the table, decoded.
 *
 * @param version the version of the table whose files were spared
 * @param files in no order
 * @param folders that were empty, the inner ones first
 * @param bytes of the files together, as they were listed
 * @param foldersSeen how many folders were looked into, the table's own included
 * @param undeleted what the storage did not let it delete, while it deleted the others; empty in a dry run
 */
public record VacuumedTable(
        long version,
        List<String> files,
        List<String> folders,
        long bytes,
        long foldersSeen,
        Optional<UndeletedFiles> undeleted) {
    public VacuumedTable {
        files = List.copyOf(files);
        folders = List.copyOf(folders);
    }
}
