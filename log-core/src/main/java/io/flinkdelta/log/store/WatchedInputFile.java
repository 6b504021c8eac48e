/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Marks the failures of the storage under a reader of Parquet: what else goes wrong is due to the content,
 * be it an IOException or not. As many threads as the file below allows.
 */
public final class WatchedInputFile implements InputFile {
    private final InputFile file;

    /** Watches {@code file}. */
    public WatchedInputFile(InputFile file) {
        this.file = file;
    }

    /** What the storage failed with, if that is why {@code failure} came. */
    public static Optional<IOException> storageFailure(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof StorageFailure ofStorage) {
                return Optional.of(ofStorage.failure);
            }
        }
        return Optional.empty();
    }

    @Override
    public long getLength() throws IOException {
        return watch(file::getLength);
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        return new WatchedStream(watch(file::newStream));
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private static <T> T watch(Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (EOFException e) {
            throw e; // The content names a place that is not there.
        } catch (IOException e) {
            throw new StorageFailure(e);
        }
    }

    private static final class StorageFailure extends IOException {
        private final IOException failure;

        StorageFailure(IOException failure) {
            super(failure.getMessage(), failure);
            this.failure = failure;
        }
    }

    @FunctionalInterface
    private interface Call<T> {
        T run() throws IOException;
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    private final class WatchedStream extends SeekableInputStream {
        private final SeekableInputStream in;

        WatchedStream(SeekableInputStream in) {
            this.in = in;
        }

        private void watchAll(Action action) throws IOException {
            watch(() -> {
                action.run();
                return null;
            });
        }

        @Override
        public long getPos() throws IOException {
            return watch(in::getPos);
        }

        @Override
        public void seek(long position) throws IOException {
            if (position < 0 || position > file.getLength()) {
                throw new EOFException("no position in the file: " + position);
            }
            watchAll(() -> in.seek(position));
        }

        @Override
        public int read() throws IOException {
            return watch(in::read);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return watch(() -> in.read(bytes, offset, length));
        }

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            return watch(() -> in.read(buffer));
        }

        @Override
        public void readFully(byte[] bytes) throws IOException {
            watchAll(() -> in.readFully(bytes));
        }

        @Override
        public void readFully(byte[] bytes, int offset, int length) throws IOException {
            watchAll(() -> in.readFully(bytes, offset, length));
        }

        @Override
        public void readFully(ByteBuffer buffer) throws IOException {
            watchAll(() -> in.readFully(buffer));
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
