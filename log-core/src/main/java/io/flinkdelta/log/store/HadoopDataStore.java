/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
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

    @Override
    public Stream<DataEntry> list(String folder) throws IOException {
        Path path = DataPlace.inside(root, folder);
        try {
            RemoteIterator<FileStatus> statuses = fileSystem(path).listStatusIterator(path);
            return new HadoopListing(statuses).stream();
        } catch (FileNotFoundException e) {
            return Stream.empty();
        }
    }

    @Override
    public void deleteAll(List<String> paths, DeletionFailures failures) throws IOException {
        FileSystem files = fileSystem(root);
        try (BulkDelete requests = files.createBulkDelete(files.makeQualified(root))) {
            for (int from = 0; from < paths.size(); from += requests.pageSize()) {
                Map<Path, String> page = new HashMap<>();
                paths.subList(from, Math.min(paths.size(), from + requests.pageSize()))
                        .forEach(path -> page.put(files.makeQualified(DataPlace.inside(root, path)), path));
                for (Map.Entry<Path, String> failure : requests.bulkDelete(page.keySet())) {
                    failures.add(page.get(files.makeQualified(failure.getKey())), new IOException(failure.getValue()));
                }
            }
        }
    }

    /** How a folder that is not empty fails is each file system's own. */
    @Override
    public boolean deleteEmptyFolder(String folder) throws IOException {
        Path path = DataPlace.inside(root, folder);
        try {
            return fileSystem(path).delete(path, false);
        } catch (IOException e) {
            try (Stream<DataEntry> entries = list(folder)) {
                if (entries.findAny().isPresent()) {
                    return false;
                }
            }
            throw e;
        }
    }

    private FileSystem fileSystem(Path file) throws IOException {
        return file.getFileSystem(hadoop);
    }

    private static java.nio.file.Path local(Path file) {
        return LocalPaths.absolute(file.toUri().getPath());
    }
}
