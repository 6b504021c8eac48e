/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Parquet's codecs, but for Snappy, which nearly all files of Delta tables have: its pages are decompressed into one new array
 * each, without Hadoop's streams and the two buffers outside of the heap that these fill for each page. One thread.
 */
public final class PageCodecs implements CompressionCodecFactory {
    /** More than a page of 1 MiB, which is the usual one. */
    private static final int PAGE_SIZE = 1 << 20;

    private final ParquetConfiguration configuration;
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

    private static final class SnappyPages implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput compressed, int size) throws IOException {
            byte[] plain = new byte[size];
            uncompress(compressed.toByteBuffer(HeapByteBufferAllocator.getInstance(), heap -> {}), plain);
            return BytesInput.from(plain);
        }

        @Override
        public void decompress(ByteBuffer compressed, int compressedSize, ByteBuffer plain, int size)
                throws IOException {
            byte[] page = new byte[size];
            uncompress(compressed.slice().limit(compressedSize), page);
            plain.put(page);
        }

        private static void uncompress(ByteBuffer compressed, byte[] plain) throws IOException {
            ByteBuffer page = compressed.hasArray() ? compressed : copy(compressed);
            int offset = page.arrayOffset() + page.position();
            // Before it is written, for what lies behind an array that is too short is nobody's.
            int size = Snappy.uncompressedLength(page.array(), offset, page.remaining());
            if (size != plain.length) {
                throw new IOException("a page has " + size + " bytes instead of " + plain.length);
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
