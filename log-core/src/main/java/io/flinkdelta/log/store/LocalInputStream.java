/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Random access to a local file. Small reads (footers, indexes) come from a read-ahead buffer, large
 * ones go to the caller's memory directly. One thread at a time.
 */
final class LocalInputStream extends SeekableInputStream {
    private static final int READ_AHEAD = 8 * 1024;
    /** Bounds the direct memory that the JDK keeps for each thread that reads into the heap. */
    private static final int MOST_AT_ONCE = 256 * 1024;

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(READ_AHEAD).limit(0);
    /** The place in the file of the byte after the buffer's last. */
    private long bufferEnd;

    LocalInputStream(Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
    }

    @Override
    public long getPos() {
        return bufferEnd - buffer.remaining();
    }

    @Override
    public void seek(long position) throws IOException {
        if (position < 0) {
            throw new EOFException("cannot seek to " + position + " in " + path);
        }
        long bufferStart = bufferEnd - buffer.limit();
        if (position >= bufferStart && position <= bufferEnd) {
            buffer.position((int) (position - bufferStart));
        } else {
            buffer.limit(0);
            bufferEnd = position;
        }
    }

    @Override
    public int read() throws IOException {
        return buffer.hasRemaining() || fill() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int start, int length) throws IOException {
        return read(ByteBuffer.wrap(bytes, start, length));
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        if (!buffer.hasRemaining()) {
            if (target.remaining() >= READ_AHEAD) {
                return readThrough(target);
            }
            if (!fill()) {
                return -1;
            }
        }
        int count = Math.min(buffer.remaining(), target.remaining());
        target.put(buffer.slice(buffer.position(), count));
        buffer.position(buffer.position() + count);
        return count;
    }

    @Override
    public void readFully(byte[] bytes) throws IOException {
        readFully(ByteBuffer.wrap(bytes));
    }

    @Override
    public void readFully(byte[] bytes, int start, int length) throws IOException {
        readFully(ByteBuffer.wrap(bytes, start, length));
    }

    @Override
    public void readFully(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            if (read(target) < 0) {
                throw new EOFException(path + " ends at " + getPos() + ", " + target.remaining() + " bytes too early");
            }
        }
    }

    @Override
    public int available() throws IOException {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, channel.size() - getPos()));
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = Math.max(0, Math.min(count, channel.size() - getPos()));
        seek(getPos() + skipped);
        return skipped;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private int readThrough(ByteBuffer target) throws IOException {
        int count;
        if (target.isDirect()) {
            count = channel.read(target, bufferEnd);
        } else {
            ByteBuffer piece = target.slice(target.position(), Math.min(target.remaining(), MOST_AT_ONCE));
            count = channel.read(piece, bufferEnd);
            target.position(target.position() + Math.max(0, count));
        }
        buffer.limit(0);
        bufferEnd += Math.max(0, count);
        return count;
    }

    private boolean fill() throws IOException {
        buffer.clear();
        int count = channel.read(buffer, bufferEnd);
        buffer.flip();
        bufferEnd += Math.max(0, count);
        return count > 0;
    }
}
