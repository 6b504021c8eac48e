/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A file of the local file system, as it was when this object was made. */
final class LocalInputFile implements InputFile {
    private final Path path;
    private final long length;

    private LocalInputFile(Path path, long length) {
        this.path = path;
        this.length = length;
    }

    static LocalInputFile of(Path path) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw missing(path, e);
        }
        if (attributes.isDirectory()) {
            throw new IOException(path + " is a folder, not a file");
        }
        return new LocalInputFile(path, attributes.size());
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        try {
            return new LocalInputStream(path);
        } catch (NoSuchFileException e) {
            throw missing(path, e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    static FileNotFoundException missing(Path path, Throwable cause) {
        FileNotFoundException missing = new FileNotFoundException(path.toString());
        missing.initCause(cause);
        return missing;
    }
}
