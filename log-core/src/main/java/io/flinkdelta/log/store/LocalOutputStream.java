/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.apache.parquet.io.PositionOutputStream;

/**
 * A buffered stream to a local file that knows its position. Small writes gather in a buffer, which
 * is only held while there is something in it, so that an idle open file costs no memory; large
 * writes go to the file directly. Errors name the file. One thread at a time.
 */
final class LocalOutputStream extends PositionOutputStream {
    private static final int BUFFER_SIZE = 64 * 1024;
    /** Bounds the direct memory that the JDK keeps for each thread that writes from the heap. */
    private static final int MOST_AT_ONCE = 256 * 1024;
    /** To make a folder that a vacuum may delete while it is empty, before there is a file in it. */
    private static final int ATTEMPTS = 20;

    private final Path path;
    private final FileChannel channel;
    private ByteBuffer buffer;
    private long written;

    private LocalOutputStream(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Opens the file for writing, making its folders when they are missing. */
    static LocalOutputStream open(Path path, StandardOpenOption... how) throws IOException {
        Set<StandardOpenOption> options = new HashSet<>(Set.of(how));
        options.add(StandardOpenOption.WRITE);
        for (int attempt = 0; ; attempt++) {
            try {
                if (attempt > 0) {
                    Files.createDirectories(path.getParent());
                }
                return new LocalOutputStream(path, FileChannel.open(path, options));
            } catch (NoSuchFileException e) {
                if (attempt == ATTEMPTS) {
                    throw noFolder(path, e);
                }
            }
        }
    }

    /** As in {@code /proc}, where a folder that is to be made is said to be missing. */
    private static IOException noFolder(Path path, NoSuchFileException failure) {
        return new IOException(
                path + ": its folder cannot be made", new UnsupportedOperationException("no folders", failure));
    }

    @Override
    public long getPos() {
        return written + (buffer == null ? 0 : buffer.position());
    }

    @Override
    public void write(int b) throws IOException {
        ByteBuffer room = room(1);
        room.put((byte) b);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        if (length < BUFFER_SIZE) {
            room(length).put(bytes, start, length);
            return;
        }
        flush();
        for (int done = 0; done < length; ) {
            int piece = Math.min(length - done, MOST_AT_ONCE);
            writeThrough(ByteBuffer.wrap(bytes, start + done, piece));
            done += piece;
        }
    }

    @Override
    public void flush() throws IOException {
        if (buffer != null) {
            writeThrough(buffer.flip());
            buffer = null;
        }
    }

    /** Makes sure that what was written survives a crash of the machine. */
    void force() throws IOException {
        flush();
        try {
            channel.force(false);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            flush();
        }
    }

    private ByteBuffer room(int length) throws IOException {
        if (buffer == null) {
            buffer = ByteBuffer.allocate(BUFFER_SIZE);
        } else if (buffer.remaining() < length) {
            writeThrough(buffer.flip());
            buffer.clear();
        }
        return buffer;
    }

    private void writeThrough(ByteBuffer bytes) throws IOException {
        try {
            while (bytes.hasRemaining()) {
                written += channel.write(bytes);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private IOException failed(IOException cause) {
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new IOException("cannot write " + path + ": " + reason, cause);
    }
}
