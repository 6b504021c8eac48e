/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Parquet's codecs, but for Snappy, which nearly all files of Delta tables have: its pages are decompressed into one array
 * each, without Hadoop's streams and the two buffers outside of the heap that these fill for each page. Arrays that are
 * given back serve again: new ones of this size cost as much as the decompression. One thread.
 */
public final class PageCodecs implements CompressionCodecFactory {
    /** More than a page of 1 MiB, which is the usual one. */
    private static final int PAGE_SIZE = 1 << 20;

    /** About as many columns as are read side by side. */
    private static final int MAX_FREE = 32;

    private final ParquetConfiguration configuration;
    private final Deque<byte[]> free = new ArrayDeque<>();
    /** Null until a file has another codec. */
    private CodecFactory others;

    /** As {@code configuration} says, which is also that of the reader. */
    public PageCodecs(ParquetConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return codec == CompressionCodecName.SNAPPY ? new SnappyPages() : others().getDecompressor(codec);
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return others().getCompressor(codec);
    }

    /**
     * Takes the bytes back that a Snappy page was decompressed into.
     *
     * @param page which nobody looks at any more
     */
    public void giveBack(ByteBuffer page) {
        if (page.arrayOffset() > 0) {
            throw new IllegalArgumentException("a part of an array");
        }
        if (free.size() == MAX_FREE) {
            free.removeFirst();
        }
        free.addLast(page.array());
    }

    /** The one given back last is tried only, since pages of one file are of much the same size. */
    private byte[] array(int size) {
        byte[] last = free.pollLast();
        return last == null || last.length < size ? new byte[size] : last;
    }

    private CodecFactory others() {
        if (others == null) {
            others = new CodecFactory(configuration, PAGE_SIZE);
        }
        return others;
    }

    @Override
    public void release() {
        if (others != null) {
            others.release();
        }
    }

    private final class SnappyPages implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput compressed, int size) throws IOException {
            byte[] plain = array(size);
            uncompress(compressed.toByteBuffer(HeapByteBufferAllocator.getInstance(), heap -> {}), plain, size);
            return BytesInput.from(ByteBuffer.wrap(plain, 0, size));
        }

        @Override
        public void decompress(ByteBuffer compressed, int compressedSize, ByteBuffer plain, int size)
                throws IOException {
            byte[] page = new byte[size];
            uncompress(compressed.slice().limit(compressedSize), page, size);
            plain.put(page);
        }

        private static void uncompress(ByteBuffer compressed, byte[] plain, int expected) throws IOException {
            ByteBuffer page = compressed.hasArray() ? compressed : copy(compressed);
            int offset = page.arrayOffset() + page.position();
            // Before it is written, for what lies behind an array that is too short is nobody's.
            int size = Snappy.uncompressedLength(page.array(), offset, page.remaining());
            if (size != expected) {
                throw new IOException("a page has " + size + " bytes instead of " + expected);
            }
            Snappy.uncompress(page.array(), offset, page.remaining(), plain, 0);
        }

        private static ByteBuffer copy(ByteBuffer bytes) {
            return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
        }

        @Override
        public void release() {
            // Holds nothing.
        }
    }
}
