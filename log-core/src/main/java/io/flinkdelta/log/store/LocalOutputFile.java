/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file of the local file system to be written; its folders are made as needed. */
final class LocalOutputFile implements OutputFile {
    private final Path path;

    LocalOutputFile(Path path) {
        this.path = path;
    }

    /**
     * Opens the new file.
     *
     * @throws FileAlreadyExistsException when it is there already
     */
    @Override
    public PositionOutputStream create(long blockSize) throws IOException {
        return LocalOutputStream.open(path, StandardOpenOption.CREATE_NEW);
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSize) throws IOException {
        LocalPaths.deleteChecksum(path);
        return LocalOutputStream.open(path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return -1;
    }

    @Override
    public String getPath() {
        return path.toString();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
