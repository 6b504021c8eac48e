/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import java.util.List;
import java.util.Optional;

/**
 * What a vacuum found that nobody needs, or what of it was deleted.
 *
 * @param files in no order
 * @param folders that were empty, the inner ones first
 * @param foldersSeen how many folders were looked into, the table's own included
 */
record UnwantedFiles(List<UnwantedFile> files, List<String> folders, long foldersSeen) {
    UnwantedFiles {
        files = List.copyOf(files);
        folders = List.copyOf(folders);
    }

    long bytes() {
        return files.stream().mapToLong(UnwantedFile::size).sum();
    }

    long count() {
        return (long) files.size() + folders.size();
    }

    VacuumedTable ofVersion(long version, Optional<UndeletedFiles> undeleted) {
        return new VacuumedTable(
                version, files.stream().map(UnwantedFile::path).toList(), folders, bytes(), foldersSeen, undeleted);
    }
}
