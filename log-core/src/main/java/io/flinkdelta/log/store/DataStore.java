/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
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
}
