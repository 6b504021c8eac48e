/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A file that lies in memory and never changes. */
final class InMemoryFile implements InputFile {
    private final String path;
    private final byte[] bytes;
    private final long modificationTime;

    InMemoryFile(String path, byte[] bytes, long modificationTime) {
        this.path = path;
        this.bytes = bytes;
        this.modificationTime = modificationTime;
    }

    byte[] copyOfBytes() {
        return bytes.clone();
    }

    long modificationTime() {
        return modificationTime;
    }

    @Override
    public long getLength() {
        return bytes.length;
    }

    @Override
    public SeekableInputStream newStream() {
        return new Stream(new Bytes(bytes));
    }

    @Override
    public String toString() {
        return path;
    }

    private static final class Bytes extends ByteArrayInputStream {
        Bytes(byte[] bytes) {
            super(bytes);
        }

        int position() {
            return pos;
        }

        void position(long position) throws IOException {
            if (position < 0 || position > count) {
                throw new IOException("cannot seek to " + position + " in " + count + " bytes");
            }
            pos = (int) position;
        }
    }

    private static final class Stream extends DelegatingSeekableInputStream {
        private final Bytes bytes;

        Stream(Bytes bytes) {
            super(bytes);
            this.bytes = bytes;
        }

        @Override
        public long getPos() {
            return bytes.position();
        }

        @Override
        public void seek(long position) throws IOException {
            bytes.position(position);
        }
    }
}
