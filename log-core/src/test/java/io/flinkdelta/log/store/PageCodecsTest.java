/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages as Parquet's own codecs compress them. */
class PageCodecsTest {
    private static final byte[] PAGE = page();

    private final PlainParquetConfiguration configuration = new PlainParquetConfiguration();
    private final CodecFactory parquet = new CodecFactory(configuration, 1 << 16);
    private final PageCodecs codecs = new PageCodecs(configuration);

    @AfterEach
    void release() {
        codecs.release();
        parquet.release();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    void pagesOfEachCodecAreRead(CompressionCodecName codec) throws IOException {
        byte[] compressed = compressed(codec, PAGE);
        BytesInputDecompressor pages = codecs.getDecompressor(codec);

        assertThat(copy(pages.decompress(BytesInput.from(compressed), PAGE.length)))
                .isEqualTo(PAGE);
    }

    @Test
    void aPageMayLieAnywhereInABufferOrOutsideOfTheHeap() throws IOException {
        byte[] compressed = compressed(CompressionCodecName.SNAPPY, PAGE);
        ByteBuffer direct = ByteBuffer.allocateDirect(compressed.length + 20);
        direct.position(7).put(compressed, 0, compressed.length).flip().position(7);
        byte[] heap = new byte[compressed.length + 20];
        System.arraycopy(compressed, 0, heap, 7, compressed.length);
        BytesInputDecompressor pages = codecs.getDecompressor(CompressionCodecName.SNAPPY);

        assertThat(copy(pages.decompress(BytesInput.from(direct), PAGE.length))).isEqualTo(PAGE);
        assertThat(copy(pages.decompress(BytesInput.from(ByteBuffer.wrap(heap, 7, compressed.length)), PAGE.length)))
                .isEqualTo(PAGE);
        assertThat(copy(pages.decompress(
                        BytesInput.concat(
                                BytesInput.from(compressed, 0, 100),
                                BytesInput.from(compressed, 100, compressed.length - 100)),
                        PAGE.length)))
                .isEqualTo(PAGE);
    }

    @Test
    void aPageIsReadIntoABuffer() throws IOException {
        byte[] compressed = compressed(CompressionCodecName.SNAPPY, PAGE);
        for (ByteBuffer from : new ByteBuffer[] {ByteBuffer.wrap(compressed), direct(compressed)}) {
            ByteBuffer into = ByteBuffer.allocate(PAGE.length);
            codecs.getDecompressor(CompressionCodecName.SNAPPY).decompress(from, compressed.length, into, PAGE.length);

            assertThat(into.array()).isEqualTo(PAGE);
        }
    }

    @Test
    void aPageOfAnotherSizeOrDamagedIsAnError() throws IOException {
        byte[] compressed = compressed(CompressionCodecName.SNAPPY, PAGE);
        BytesInputDecompressor pages = codecs.getDecompressor(CompressionCodecName.SNAPPY);

        assertThatThrownBy(() -> pages.decompress(BytesInput.from(compressed), PAGE.length - 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(PAGE.length + " bytes instead of " + (PAGE.length - 1));
        assertThatThrownBy(() -> pages.decompress(
                        BytesInput.from(Arrays.copyOf(compressed, compressed.length / 2)), PAGE.length))
                .isInstanceOf(IOException.class);
    }

    private byte[] compressed(CompressionCodecName codec, byte[] plain) throws IOException {
        return copy(parquet.getCompressor(codec).compress(BytesInput.from(plain)));
    }

    private static byte[] copy(BytesInput bytes) throws IOException {
        return bytes.toInputStream().readAllBytes();
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static byte[] page() {
        byte[] page = new byte[100_000];
        new Random(1).nextBytes(page);
        Arrays.fill(page, 10_000, 60_000, (byte) 'a');
        return page;
    }
}
