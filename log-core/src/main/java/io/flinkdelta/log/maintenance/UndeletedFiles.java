/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.error.DeltaException;
import java.util.List;
import java.util.Objects;

/**
 * What a {@link Vacuum} was to delete and the storage did not let it. The next vacuum tries again.
 *
 * @param paths of files and folders, relative to the table, decoded; not empty
 * @param reason why the first of them was not deleted, with the remedy and how many there are
 */
public record UndeletedFiles(List<String> paths, DeltaException reason) {
    public UndeletedFiles {
        paths = List.copyOf(paths);
        Objects.requireNonNull(reason, "reason");
    }
}
