/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
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

    @SuppressWarnings("StreamResourceLeak") // The caller closes it.
    @Override
    public Stream<DataEntry> list(String folder) throws IOException {
        try {
            return Files.list(file(folder)).flatMap(LocalDataStore::entry);
        } catch (NoSuchFileException e) {
            return Stream.empty();
        }
    }

    /** Empty when it has been deleted meanwhile. */
    private static Stream<DataEntry> entry(Path path) {
        try {
            BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return Stream.of(new DataEntry(
                    path.getFileName().toString(),
                    kind(is.isRegularFile(), is.isDirectory()),
                    is.size(),
                    is.lastModifiedTime().toMillis()));
        } catch (NoSuchFileException e) {
            return Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Kind kind(boolean isFile, boolean isFolder) {
        if (isFile) {
            return Kind.FILE;
        }
        return isFolder ? Kind.FOLDER : Kind.OTHER;
    }

    @Override
    public void deleteAll(List<String> paths, DeletionFailures failures) throws IOException {
        for (String path : paths) {
            try {
                delete(file(path));
            } catch (IOException e) {
                failures.add(path, e);
            }
        }
    }

    @Override
    public boolean deleteEmptyFolder(String folder) throws IOException {
        Path path = file(folder);
        try {
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
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
