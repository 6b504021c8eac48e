/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Long texts that have no common shape, a few of them compressed together. */
final class DeflatedTexts implements TextColumn {
    private static final int TEXTS_PER_CHUNK = 16;
    private static final int BUFFER_BYTES = 8192;

    private final byte[][] chunks;
    private final int[] inflatedBytes;

    private DeflatedTexts(byte[][] chunks, int[] inflatedBytes) {
        this.chunks = chunks;
        this.inflatedBytes = inflatedBytes;
    }

    static DeflatedTexts of(TextList texts) {
        List<byte[]> chunks = new ArrayList<>();
        int[] inflatedBytes = new int[(texts.size() + TEXTS_PER_CHUNK - 1) / TEXTS_PER_CHUNK];
        for (int first = 0; first < texts.size(); first += TEXTS_PER_CHUNK) {
            int end = Math.min(first + TEXTS_PER_CHUNK, texts.size());
            ByteList inflated = new ByteList();
            for (int i = first; i < end; i++) {
                byte[] length = ByteBuffer.allocate(Integer.BYTES)
                        .putInt(texts.length(i))
                        .array();
                inflated.add(length, 0, length.length);
                inflated.add(texts.bytes(), texts.start(i), texts.length(i));
            }
            inflatedBytes[chunks.size()] = inflated.size();
            chunks.add(deflate(inflated));
        }
        return new DeflatedTexts(chunks.toArray(byte[][]::new), inflatedBytes);
    }

    private static byte[] deflate(ByteList bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(bytes.array(), 0, bytes.size());
            deflater.finish();
            ByteList deflated = new ByteList();
            byte[] buffer = new byte[BUFFER_BYTES];
            while (!deflater.finished()) {
                deflated.add(buffer, 0, deflater.deflate(buffer));
            }
            return deflated.toArray();
        } finally {
            deflater.end();
        }
    }

    @Override
    public void append(int index, Scratch scratch) {
        int number = index / TEXTS_PER_CHUNK;
        byte[] chunk = scratch.chunk(this, number);
        if (chunk == null) {
            chunk = inflate(number);
            scratch.keepChunk(this, number, chunk);
        }
        ByteBuffer texts = ByteBuffer.wrap(chunk);
        for (int i = index % TEXTS_PER_CHUNK; i > 0; i--) {
            int length = texts.getInt();
            texts.position(texts.position() + length);
        }
        int length = texts.getInt();
        scratch.text().add(chunk, texts.position(), length);
    }

    private byte[] inflate(int number) {
        Inflater inflater = new Inflater();
        try {
            byte[] inflated = new byte[inflatedBytes[number]];
            inflater.setInput(chunks[number]);
            int done = 0;
            while (done < inflated.length && !inflater.finished()) {
                done += inflater.inflate(inflated, done, inflated.length - done);
            }
            return inflated;
        } catch (DataFormatException e) {
            throw new IllegalStateException("compressed in this process, and no longer readable", e);
        } finally {
            inflater.end();
        }
    }

    @Override
    public long heapBytes() {
        long bytes = 24 + 16 + 4L * inflatedBytes.length + 16 + 4L * chunks.length;
        for (byte[] chunk : chunks) {
            bytes += 16 + chunk.length;
        }
        return bytes;
    }
}
