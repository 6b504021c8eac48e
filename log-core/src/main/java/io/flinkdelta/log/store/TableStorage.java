/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.error.ErrorContext;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The storage of one table: its log and its data files, chosen by the scheme of the path. Every
 * scheme that Hadoop knows can be read; one without a known put-if-absent is refused on the first
 * write, with what to set.
 *
 * @param tablePath the table as shown to users: an absolute local path, or a URI as Spark takes it
 *     (not percent-encoded), without a trailing slash
 */
public record TableStorage(String tablePath, LogStore log, DataStore data) {
    private static final String LOG_FOLDER = "_delta_log";

    /**
     * Opens nothing yet but the file system; the table need not be there.
     *
     * @param path a local path or a URI, read as {@code spark.read.load(path)} reads it: not
     *     percent-encoded; without a scheme it is on {@code fs.defaultFS}
     * @throws io.flinkdelta.log.error.InvalidRequestException when this is no path, or its scheme is
     *     unknown to Hadoop
     */
    public static TableStorage open(String path, Configuration hadoop) {
        Path root = TablePaths.qualify(path, hadoop);
        String shown = DataPlace.isLocal(root) ? root.toUri().getPath() : TablePaths.shown(root.toString());
        try {
            boolean mounted = "viewfs".equals(root.toUri().getScheme());
            return open(shown, mounted ? TablePaths.behindMounts(root, root.getFileSystem(hadoop)) : root, hadoop);
        } catch (IOException e) {
            throw StorageErrors.of(e, ErrorContext.table(shown), shown, "open the table");
        }
    }

    /** {@code table=...}, to start an error's context with. */
    public ErrorContext context() {
        return ErrorContext.table(tablePath);
    }

    private static TableStorage open(String shown, Path root, Configuration hadoop) throws IOException {
        LogStoreChoice choice = LogStoreChoice.of(new Path(root, LOG_FOLDER), hadoop, ErrorContext.table(shown));
        DataStore data = DataPlace.isLocal(root)
                ? new LocalDataStore(LocalPaths.absolute(root.toUri().getPath()), hadoop)
                : new HadoopDataStore(root, hadoop);
        TableStorage storage = new TableStorage(shown, choice.log(), data);
        return choice.refusal().map(storage::readOnly).orElse(storage);
    }

    private TableStorage readOnly(WriteRefusal refusal) {
        return new TableStorage(tablePath, new ReadOnlyLogStore(log, refusal), new ReadOnlyDataStore(data, refusal));
    }
}
