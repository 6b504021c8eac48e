/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A folder below a table, which need not be there, to try its storage in; closing removes all that it made. */
public final class ProbeFolder implements Closeable {
    private final Path table;
    private final FileSystem files;
    private final boolean tableWasThere;
    private final Path path;

    /**
     * Makes nothing yet.
     *
     * @param table its folder with its scheme
     */
    public ProbeFolder(Path table, Configuration hadoop) throws IOException {
        this.table = table;
        this.files = table.getFileSystem(hadoop);
        this.tableWasThere = files.exists(table);
        this.path = new Path(table, "_probe-" + UUID.randomUUID());
    }

    /** The folder, as if it were a table. */
    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        files.delete(path, true);
        if (!tableWasThere && files.exists(table)) {
            files.delete(table, false);
        }
    }
}
