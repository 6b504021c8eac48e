/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;

/**
 * The files of one table's {@code _delta_log} folder, or of a folder in it. The contract, run against every
 * implementation, is {@code LogStoreContract}:
 *
 * <ol>
 *   <li>{@link #putIfAbsent} has exactly one winner for each name, and nobody ever sees a part of
 *       the content.
 *   <li>What was put is seen by every later read and listing of every process.
 *   <li>Listings are in the order of the names' UTF-8 bytes.
 * </ol>
 *
 * <p>All methods may be called from any thread. An {@link IOException} means that the storage failed
 * and, but for {@link PutOutcome#UNKNOWN}, that nothing was changed.
 */
public interface LogStore {

    /** The folder as a URI, not percent-encoded (as Hadoop and Spark show it), for error messages. */
    String location();

    /**
     * The files directly in the folder whose names are not below {@code firstName}, ascending. A
     * missing folder is an empty one. The stream must be closed.
     */
    Stream<LogEntry> listFrom(String firstName) throws IOException;

    /** The whole content, or empty when there is no such file. */
    Optional<byte[]> read(String name) throws IOException;

    /** Random access for Parquet, or empty when there is no such file. */
    Optional<InputFile> open(String name) throws IOException;

    /**
     * Creates {@code name} with {@code content}, atomically, if it is not there; creates the folder
     * if it is missing.
     *
     * @throws IOException when nothing was created, and it is known that nothing will be
     */
    PutOutcome putIfAbsent(String name, LogContent content) throws IOException;

    /** Creates or replaces {@code name}; for hints such as {@code _last_checkpoint} only. */
    void overwrite(String name, LogContent content) throws IOException;

    /** Deletes {@code name} if it is there; true when it was. */
    boolean delete(String name) throws IOException;

    /**
     * Deletes the temporary files that writers of this kind of store left in the folder when they crashed.
     *
     * @param before epoch milliseconds; younger ones may belong to a writer that is at work
     * @return how many there were
     */
    int deleteTemporary(long before) throws IOException;

    /** The folder {@code name} in this one, such as {@code _sidecars}; it need not be there. */
    LogStore folder(String name);

    /** A file of the log folder: its name, size in bytes, modification time in epoch milliseconds. */
    record LogEntry(String name, long size, long modificationTime) {}

    /** What {@link #putIfAbsent} came to. */
    enum PutOutcome {
        /** It was not there; it is now, with our content. */
        CREATED,
        /** It was there; nothing was changed. */
        EXISTS,
        /** The answer was lost: it may be there with our content, now or a little later. */
        UNKNOWN
    }
}
