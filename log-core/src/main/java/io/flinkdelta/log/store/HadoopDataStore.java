/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/**
 * The data files of a table on any file system of Hadoop's. Local files that an absolute path names
 * are opened without Hadoop, as {@link LocalDataStore} does.
 */
public final class HadoopDataStore implements DataStore {
    private final Path root;
    private final Configuration hadoop;

    /**
     * A store on one table.
     *
     * @param root the table's folder with its scheme, which need not be there yet
     */
    public HadoopDataStore(Path root, Configuration hadoop) {
        this.root = root;
        this.hadoop = hadoop;
    }

    @Override
    public String location() {
        return root.toString();
    }

    @Override
    public OutputFile create(String path) {
        Path file = DataPlace.resolve(root, path);
        return DataPlace.isLocal(file) ? LocalDataStore.create(local(file)) : new HadoopFileToWrite(file, hadoop);
    }

    @Override
    public InputFile open(String path) throws IOException {
        Path file = DataPlace.resolve(root, path);
        return DataPlace.isLocal(file)
                ? LocalDataStore.open(local(file))
                : HadoopInputFile.fromStatus(fileSystem(file).getFileStatus(file), hadoop);
    }

    @Override
    public boolean delete(String path) throws IOException {
        Path file = DataPlace.resolve(root, path);
        return DataPlace.isLocal(file)
                ? LocalDataStore.delete(local(file))
                : fileSystem(file).delete(file, false);
    }

    @Override
    public long modificationTime(String path) throws IOException {
        Path file = DataPlace.resolve(root, path);
        return DataPlace.isLocal(file)
                ? LocalDataStore.modificationTime(local(file))
                : fileSystem(file).getFileStatus(file).getModificationTime();
    }

    private FileSystem fileSystem(Path file) throws IOException {
        return file.getFileSystem(hadoop);
    }

    private static java.nio.file.Path local(Path file) {
        return LocalPaths.absolute(file.toUri().getPath());
    }
}
