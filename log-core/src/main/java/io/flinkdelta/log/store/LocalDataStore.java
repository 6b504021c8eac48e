/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/**
 * The data files of a table on the local file system, without {@code .crc} files. Absolute paths of
 * another scheme are read through Hadoop.
 */
public final class LocalDataStore implements DataStore {
    private final Path root;
    private final HadoopDataStore hadoop;

    /**
     * A store on one table.
     *
     * @param root the table's folder, which need not be there yet
     * @param hadoop for absolute paths of other schemes
     */
    public LocalDataStore(Path root, Configuration hadoop) {
        this.root = root.toAbsolutePath().normalize();
        this.hadoop = new HadoopDataStore(new org.apache.hadoop.fs.Path("file", null, this.root.toString()), hadoop);
    }

    @Override
    public String location() {
        return "file:" + root;
    }

    @Override
    public OutputFile create(String path) {
        return DataPlace.isAbsoluteUri(path) ? hadoop.create(path) : create(file(path));
    }

    @Override
    public InputFile open(String path) throws IOException {
        return DataPlace.isAbsoluteUri(path) ? hadoop.open(path) : open(file(path));
    }

    @Override
    public boolean delete(String path) throws IOException {
        return DataPlace.isAbsoluteUri(path) ? hadoop.delete(path) : delete(file(path));
    }

    @Override
    public long modificationTime(String path) throws IOException {
        return DataPlace.isAbsoluteUri(path) ? hadoop.modificationTime(path) : modificationTime(file(path));
    }

    private Path file(String path) {
        return LocalPaths.resolve(root, path).normalize();
    }

    static OutputFile create(Path file) {
        return new LocalOutputFile(file);
    }

    static InputFile open(Path file) throws IOException {
        return LocalInputFile.of(file);
    }

    static boolean delete(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a folder, not a file");
        }
        boolean deleted = Files.deleteIfExists(file);
        LocalPaths.deleteChecksum(file);
        return deleted;
    }

    static long modificationTime(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (NoSuchFileException e) {
            throw LocalInputFile.missing(file, e);
        }
    }
}
