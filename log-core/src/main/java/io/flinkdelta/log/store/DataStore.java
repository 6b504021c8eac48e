/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/**
 * The data files of one table. Paths are decoded (no percent-encoding), relative to the table or
 * absolute with or without a scheme. Any thread.
 */
public interface DataStore {

    /** The table's folder as a URI, not percent-encoded; with a slash and a name it is an absolute path. */
    String location();

    /** A new file; its folders are made as needed. Fails in {@code create} when it is there already. */
    OutputFile create(String path);

    /** An existing file. {@code FileNotFoundException} when it is missing. */
    InputFile open(String path) throws IOException;

    /** Deletes the file if it is there; true when it was. */
    boolean delete(String path) throws IOException;

    /** Epoch milliseconds. */
    long modificationTime(String path) throws IOException;

    /**
     * What is directly in a folder, hidden files too, in no order; a missing folder is an empty one. The stream
     * must be closed, and may throw an {@link java.io.UncheckedIOException}.
     *
     * @param folder relative to the table, even where it looks like a URI; empty for the table's own
     */
    Stream<DataEntry> list(String folder) throws IOException;

    /**
     * Deletes those of the files that are there, in as few requests as the storage can do with.
     *
     * @param paths of files, not of folders; relative to the table as {@link #list} names them, even where one
     *     looks like a URI
     * @param failures hears of each file that cannot be deleted
     * @throws IOException when a request for many files failed, or when {@code failures} ends it; some of the files
     *     may have been deleted
     */
    void deleteAll(List<String> paths, DeletionFailures failures) throws IOException;

    /** Deletes a folder, named as for {@link #list}, if it is there and empty; true when it was. */
    boolean deleteEmptyFolder(String folder) throws IOException;

    /**
     * What a folder holds.
     *
     * @param size in bytes, of a file
     * @param modificationTime epoch milliseconds, of a file
     */
    record DataEntry(String name, Kind kind, long size, long modificationTime) {}

    /** Hears of files that cannot be deleted while others are. */
    @FunctionalInterface
    interface DeletionFailures {
        /**
         * Lets the deletion go on, or ends it by an exception.
         *
         * @param path as it was given
         */
        void add(String path, IOException failure) throws IOException;
    }

    /** Of what is in a folder. */
    enum Kind {
        FILE,
        FOLDER,
        /** A link, which may lead out of the table, or nothing that a table has. */
        OTHER
    }
}
