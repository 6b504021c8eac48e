/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.store.DataStore;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A store whose files can hold a few bytes only. */
record FullDisk(DataStore delegate, int capacity) implements DataStore {
    @Override
    public String location() {
        return delegate.location();
    }

    @Override
    public OutputFile create(String path) {
        OutputFile file = delegate.create(path);
        return new OutputFile() {
            @Override
            public PositionOutputStream create(long blockSize) throws IOException {
                return new LimitedStream(file.create(blockSize));
            }

            @Override
            public PositionOutputStream createOrOverwrite(long blockSize) throws IOException {
                return new LimitedStream(file.createOrOverwrite(blockSize));
            }

            @Override
            public boolean supportsBlockSize() {
                return file.supportsBlockSize();
            }

            @Override
            public long defaultBlockSize() {
                return file.defaultBlockSize();
            }
        };
    }

    @Override
    public InputFile open(String path) throws IOException {
        return delegate.open(path);
    }

    @Override
    public boolean delete(String path) throws IOException {
        return delegate.delete(path);
    }

    @Override
    public long modificationTime(String path) throws IOException {
        return delegate.modificationTime(path);
    }

    @Override
    public Stream<DataEntry> list(String folder) throws IOException {
        return delegate.list(folder);
    }

    @Override
    public void deleteAll(List<String> paths, DeletionFailures failures) throws IOException {
        delegate.deleteAll(paths, failures);
    }

    @Override
    public boolean deleteEmptyFolder(String folder) throws IOException {
        return delegate.deleteEmptyFolder(folder);
    }

    private final class LimitedStream extends DelegatingPositionOutputStream {
        private final PositionOutputStream stream;

        LimitedStream(PositionOutputStream stream) {
            super(stream);
            this.stream = stream;
        }

        @Override
        public long getPos() throws IOException {
            return stream.getPos();
        }

        @Override
        public void write(int value) throws IOException {
            reserve(1);
            stream.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            reserve(length);
            stream.write(bytes, offset, length);
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            write(bytes, 0, bytes.length);
        }

        private void reserve(int length) throws IOException {
            if (stream.getPos() + length > capacity) {
                throw new IOException("No space left on device");
            }
        }
    }
}
