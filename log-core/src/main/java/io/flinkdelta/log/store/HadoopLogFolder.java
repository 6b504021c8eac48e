/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import io.flinkdelta.log.store.LogStore.LogEntry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;

/** The reading half of a log folder on any file system of Hadoop's. */
record HadoopLogFolder(Path folder, FileSystem files, Configuration hadoop) {
    private static final int READ_ATTEMPTS = 10;
    /** Of a file that is known to have been replaced, and that another writer may replace at once again. */
    private static final int REPLACED_ATTEMPTS = 100;

    /** As it may be shown. */
    String location() {
        return TablePaths.shown(folder.toString());
    }

    /** @throws IOException when Hadoop has no file system for it, or cannot start it */
    static HadoopLogFolder of(Path folder, Configuration hadoop) throws IOException {
        FileSystem files = folder.getFileSystem(hadoop);
        return new HadoopLogFolder(files.makeQualified(folder), files, hadoop);
    }

    Path file(String name) {
        return file(folder, name);
    }

    /** Whatever characters are in the name. */
    static Path file(Path folder, String name) {
        return new Path(
                folder.toUri().getScheme(),
                folder.toUri().getAuthority(),
                folder.toUri().getPath() + "/" + name);
    }

    Stream<LogEntry> listFrom(String firstName) throws IOException {
        List<LogEntry> entries = new ArrayList<>();
        try {
            RemoteIterator<FileStatus> statuses = files.listStatusIterator(folder);
            while (statuses.hasNext()) {
                FileStatus status = statuses.next();
                String name = status.getPath().getName();
                if (status.isFile()
                        && !FileNames.isHidden(name)
                        && FileNames.UTF8_ORDER.compare(name, firstName) >= 0) {
                    entries.add(new LogEntry(name, status.getLen(), status.getModificationTime()));
                }
            }
        } catch (FileNotFoundException e) {
            return Stream.empty();
        } catch (UnsupportedOperationException e) { // Over HTTP, say.
            throw new IOException(files.getScheme() + " has no listings", e);
        }
        entries.sort(Comparator.comparing(LogEntry::name, FileNames.UTF8_ORDER));
        return entries.stream();
    }

    /** The names of the temporary files that are older than {@code before}, epoch milliseconds. */
    List<String> temporary(long before) throws IOException {
        List<String> names = new ArrayList<>();
        try {
            RemoteIterator<FileStatus> statuses = files.listStatusIterator(folder);
            while (statuses.hasNext()) {
                FileStatus status = statuses.next();
                String name = status.getPath().getName();
                if (status.isFile() && FileNames.isTemporary(name) && status.getModificationTime() < before) {
                    names.add(name);
                }
            }
        } catch (FileNotFoundException e) {
            return List.of();
        }
        return names;
    }

    boolean delete(String name) throws IOException {
        return files.delete(file(name), false);
    }

    HadoopLogFolder folder(String name) {
        return new HadoopLogFolder(file(name), files, hadoop);
    }

    /**
     * A file that is replaced while it is read, as {@code _last_checkpoint} is, can lose its blocks under
     * the reader (HDFS: "Blocklist has changed") or not be the one any more that was opened (S3A): it is
     * read from the beginning again. What fails before it is open is repeated by the client itself.
     */
    Optional<byte[]> read(String name) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try (FSDataInputStream in = files.open(file(name))) {
                Optional<byte[]> content = readFully(in, attempt);
                if (content.isPresent()) {
                    return content;
                }
            } catch (FileNotFoundException e) {
                return Optional.empty();
            }
        }
    }

    /** Empty when it failed and is to be tried again. */
    private static Optional<byte[]> readFully(FSDataInputStream in, int attempt) throws IOException {
        try {
            return Optional.of(in.readAllBytes());
        } catch (FileNotFoundException | AccessControlException e) {
            throw e;
        } catch (IOException e) {
            if (attempt >= (ObjectStoreFailure.isConditionNotMet(e) ? REPLACED_ATTEMPTS : READ_ATTEMPTS)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    Optional<InputFile> open(String name) throws IOException {
        try {
            return Optional.of(HadoopInputFile.fromStatus(files.getFileStatus(file(name)), hadoop));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }
}
