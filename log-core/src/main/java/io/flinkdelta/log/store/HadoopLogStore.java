/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;

/** A log folder on a file system of Hadoop's: all but how a file is created. */
abstract class HadoopLogStore implements LogStore {
    final HadoopLogFolder folder;

    HadoopLogStore(HadoopLogFolder folder) {
        this.folder = folder;
    }

    @Override
    public final String location() {
        return folder.location();
    }

    @Override
    public Stream<LogEntry> listFrom(String firstName) throws IOException {
        return folder.listFrom(firstName);
    }

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        return folder.read(name);
    }

    @Override
    public final Optional<InputFile> open(String name) throws IOException {
        return folder.open(name);
    }

    @Override
    public final boolean delete(String name) throws IOException {
        return folder.delete(FileNames.requireFileName(name));
    }
}
