/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parquet's own decoder gets back what was encoded. */
class HybridEncodingTest {
    private static final int ROUNDS = 20;

    static IntStream bitWidths() {
        return IntStream.rangeClosed(0, 31);
    }

    @ParameterizedTest
    @MethodSource("bitWidths")
    @DisplayName("runs and mixed values of every bit width come back")
    void mixed(int bitWidth) throws IOException {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            int[] values = new int[random.nextInt(2_000)];
            int position = 0;
            while (position < values.length) {
                int run = random.nextBoolean() ? 1 : 1 + random.nextInt(40);
                int value = (int) (random.nextLong() & (1L << bitWidth) - 1);
                int end = Math.min(values.length, position + run);
                Arrays.fill(values, position, end, value);
                position = end;
            }
            assertThat(decode(encode(values, bitWidth), values.length, bitWidth))
                    .as("seed %d", seed)
                    .isEqualTo(values);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 63 * 8, 64 * 8, 64 * 8 + 1, 100_000})
    @DisplayName("one run and one long stretch without runs come back, the run in a few bytes")
    void uniform(int count) throws IOException {
        int[] same = new int[count];
        Arrays.fill(same, 3);
        byte[] encoded = encode(same, 2);
        assertThat(decode(encoded, count, 2)).isEqualTo(same);
        assertThat(encoded.length).isLessThanOrEqualTo(4);

        int[] alternating = IntStream.range(0, count).map(i -> i % 2).toArray();
        assertThat(decode(encode(alternating, 2), count, 2)).isEqualTo(alternating);
    }

    private static byte[] encode(int[] values, int bitWidth) {
        GrowingBytes out = new GrowingBytes(1);
        new HybridEncoding().encode(values, values.length, bitWidth, out);
        return Arrays.copyOf(out.array(), out.size());
    }

    private static int[] decode(byte[] encoded, int count, int bitWidth) throws IOException {
        RunLengthBitPackingHybridDecoder decoder =
                new RunLengthBitPackingHybridDecoder(bitWidth, ByteBufferInputStream.wrap(ByteBuffer.wrap(encoded)));
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = decoder.readInt();
        }
        return values;
    }
}
