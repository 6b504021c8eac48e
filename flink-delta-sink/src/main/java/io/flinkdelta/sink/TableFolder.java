/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.sink;

import io.flinkdelta.common.table.HadoopConfigurations;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.store.StorageErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** The folder where a new table is to be. */
final class TableFolder {
    private static final String LOG_FOLDER = "_delta_log";

    private TableFolder() {}

    /**
     * A table is not made around files that are there already: other clients would not take them for
     * rows of the table, and VACUUM would delete them. Files that a name marks as hidden do not count.
     * A folder in which somebody has begun a log meanwhile counts as free.
     *
     * @throws InvalidRequestException when there is a file, or a folder with files
     */
    static void requireFree(SinkSpec spec) {
        Configuration hadoop = HadoopConfigurations.load(spec.hadoopOptions());
        try {
            Path folder = new Path(spec.tablePath());
            FileSystem files = folder.getFileSystem(hadoop);
            Optional<Path> found = firstVisible(files, folder);
            // In this order: another subtask may make the table meanwhile, the log first and then data files.
            if (found.isPresent() && !files.exists(new Path(folder, LOG_FOLDER))) {
                throw notFree(spec, folder, found.get());
            }
        } catch (FileNotFoundException e) {
            return;
        } catch (IOException e) {
            throw StorageErrors.of(e, spec.context(), spec.tablePath(), "look at the folder of the table");
        }
    }

    private static InvalidRequestException notFree(SinkSpec spec, Path folder, Path found) {
        return new InvalidRequestException(
                found.equals(folder)
                        ? "The path of the table is a file"
                        : "The path of the table holds files, and no table",
                spec.context().with("file", found),
                "Choose another path, move the files away, or convert them to a table first.");
    }

    private static Optional<Path> firstVisible(FileSystem files, Path folder) throws IOException {
        FileStatus status = files.getFileStatus(folder);
        if (!status.isDirectory()) {
            return Optional.of(folder);
        }
        RemoteIterator<FileStatus> inside = files.listStatusIterator(folder);
        while (inside.hasNext()) {
            Path path = inside.next().getPath();
            if (!path.getName().startsWith("_") && !path.getName().startsWith(".")) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }
}
