/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** A folder below a table, which need not be there, to try its storage in; closing removes all that it made. */
public final class ProbeFolder implements Closeable {
    private final FileSystem files;
    /** The table's folder and those around it that were not there, the inner ones first. */
    private final List<Path> missing = new ArrayList<>();

    private final Path path;

    /**
     * Makes nothing yet.
     *
     * @param table its folder with its scheme
     */
    public ProbeFolder(Path table, Configuration hadoop) throws IOException {
        this.files = table.getFileSystem(hadoop);
        this.path = new Path(table, "_probe-" + UUID.randomUUID());
        for (Path folder = table; folder != null && isMissing(folder); folder = folder.getParent()) {
            missing.add(folder);
        }
    }

    /** The folder, as if it were a table. */
    public Path path() {
        return path;
    }

    /** A folder stays that others have put something into meanwhile. */
    @Override
    public void close() throws IOException {
        files.delete(path, true);
        for (Path folder : missing) {
            if (!isEmpty(folder)) {
                return;
            }
            files.delete(folder, false);
        }
    }

    /** What this user may not look at, it will not make. */
    private boolean isMissing(Path folder) throws IOException {
        try {
            return !files.exists(folder);
        } catch (AccessDeniedException | AccessControlException e) {
            return false;
        }
    }

    /** Object stores have no folder without a file in it. */
    private boolean isEmpty(Path folder) throws IOException {
        try {
            return files.listStatus(folder).length == 0;
        } catch (FileNotFoundException e) {
            return true;
        }
    }
}
