/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.DataStore;
import io.flinkdelta.log.store.StorageErrors;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one vacuum could not delete. Files that the storage refuses to delete, as for want of a permission, do not
 * end it, however many there are. Failures without such a reason do after a few: then the storage is down.
 * Any thread.
 */
final class FailedDeletions implements DataStore.DeletionFailures {
    /** Each of them was tried several times already by the client of a storage that can be down. */
    private static final int MOST_UNEXPLAINED = 20;

    private final ErrorContext where;
    private final String location;
    private final Set<String> paths = new LinkedHashSet<>();
    /** Null as long as there is none; the others would take much memory. */
    private IOException first;

    private int unexplained;

    /**
     * In one table.
     *
     * @param location of its folder
     */
    FailedDeletions(ErrorContext where, String location) {
        this.where = where;
        this.location = location;
    }

    @Override
    public synchronized void add(String path, IOException failure) throws IOException {
        paths.add(path);
        first = first == null ? failure : first;
        boolean explained = !(StorageErrors.of(failure, where, path, "delete") instanceof StorageUnavailableException);
        unexplained += explained ? 0 : 1;
        if (unexplained == MOST_UNEXPLAINED || failure instanceof InterruptedIOException) {
            throw failure;
        }
    }

    synchronized boolean contains(String path) {
        return paths.contains(path);
    }

    /**
     * All of them, if there are any.
     *
     * @param deleted how many files and folders were deleted
     */
    synchronized Optional<UndeletedFiles> among(long deleted) {
        return paths.stream().findFirst().map(path -> {
            String doing = "delete " + paths.size() + " of the " + (paths.size() + deleted)
                    + " files and folders that the table does not need any more";
            return new UndeletedFiles(List.copyOf(paths), StorageErrors.of(first, where, location + "/" + path, doing));
        });
    }
}
