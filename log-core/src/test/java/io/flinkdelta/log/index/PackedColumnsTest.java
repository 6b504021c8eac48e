/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is put into a column comes out the same, in whichever form it is held. */
class PackedColumnsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 31, 32, 33, 62, 63, 64})
    void numbersOfEveryWidth(int bits) {
        Random random = new Random(bits);
        for (int count : new int[] {0, 1, 2, 63, 64, 65, 1000}) {
            long[] values = new long[count];
            long base = random.nextLong();
            for (int i = 0; i < count; i++) {
                values[i] = base + (bits == 0 ? 0 : random.nextLong() >>> (64 - bits));
            }
            PackedLongs packed = PackedLongs.of(values, count);
            for (int i = 0; i < count; i++) {
                assertThat(packed.get(i)).isEqualTo(values[i]);
            }
            assertThat(packed.heapBytes()).isLessThanOrEqualTo(64 + (long) (count + 1) * (bits + 1) / 8);
        }
        assertThat(PackedLongs.of(new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, 2)
                        .get(1))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("texts: the same, few, with digits, UUIDs, unlike each other, empty, beyond ASCII")
    void texts() {
        Random random = new Random(1);
        for (IntFunction<String> generator : List.<IntFunction<String>>of(
                i -> "",
                i -> "same",
                i -> "p=" + i % 7,
                i -> "2024-01-%02dT00:00:00.%03dZ".formatted(i % 28 + 1, i % 1000),
                i -> "part-%05d-%s-c000.snappy.parquet".formatted(i, new UUID(random.nextLong(), random.nextLong())),
                i -> new UUID(random.nextLong(), random.nextLong()).toString().toUpperCase(Locale.ROOT),
                i -> "x" + "9".repeat(i % 25),
                i -> "0".repeat(i % 4) + i,
                i -> "\u00e9\ud83d\ude00".repeat(i % 3) + i,
                i -> Double.toString(random.nextGaussian()),
                i -> i == 40 ? "another" : "n" + i,
                i -> "\u0000\n\"\\" + i)) {
            for (int count : new int[] {0, 1, 7, 8, 100, 1000}) {
                requireSame(IntStream.range(0, count).mapToObj(generator).toList());
            }
        }
    }

    private static void requireSame(List<String> texts) {
        TextList list = new TextList();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            list.add(bytes, 0, bytes.length);
        }
        TextColumn column = list.pack();
        Scratch scratch = new Scratch();
        for (int i = 0; i < texts.size(); i++) {
            assertThat(column.get(i, scratch)).isEqualTo(texts.get(i));
        }
    }

    @Test
    @DisplayName("long texts without a common shape are compressed, and read in any order")
    void deflated() {
        Random random = new Random(2);
        List<String> texts = IntStream.range(0, 100)
                .mapToObj(i -> "{\"a\":[" + "1,".repeat(200) + random.nextInt() + "]")
                .toList();
        ShapedTexts.Builder builder = new ShapedTexts.Builder(JsonShapes::scan, 64);
        texts.forEach(text -> builder.add(text.getBytes(StandardCharsets.UTF_8), 0, text.length()));
        ShapedTexts column = builder.build();
        assertThat(column.shapes()).isZero();
        assertThat(column.heapBytes()).isLessThan(100 * 100);
        Scratch scratch = new Scratch();
        for (int i = 0; i < 1000; i++) {
            int index = random.nextInt(texts.size());
            assertThat(column.get(index, scratch)).isEqualTo(texts.get(index));
        }
    }

    @Test
    @DisplayName("JSON, well-formed or not, comes out byte for byte; like objects share one shape")
    void json() {
        List<String> texts = new ArrayList<>(List.of(
                "{}",
                "",
                "{\"a\":1}",
                "{\"a\":-1}",
                "{\"a\":-0}",
                "{\"a\":007}",
                "{\"a\":1e5,\"b\":1.50}",
                "{\"a\":9223372036854775807}",
                "{\"a\":-9223372036854775808}",
                "{\"a\":-9223372036854775807}",
                "{\"a\":99999999999999999999}",
                "{ \"a\" : 1 , \"b\":\t\"x\\\"y\\\\\" }",
                "{\"a\":\"\",\"b\":null,\"c\":true}",
                "{\"a:1\":2,\"b\\\"\":\":3\"}",
                "{\"a\":{\"b\":{\"c\":\"\ud83d\ude00\"}}}",
                "{\"a\":[1,2]}",
                "{\"a\":\"open",
                "{\"a\":",
                "{\"a\":-}",
                "{\"a\":1-2}",
                "1",
                "\"text\"",
                "::1:2",
                "{\"a\":\"\\u0000\u0000\"}"));
        for (int i = 0; i < 200; i++) {
            texts.add("{\"numRecords\":" + i + ",\"minValues\":{\"s\":\"v" + i + "\"}}");
        }
        ShapedTexts.Builder builder = new ShapedTexts.Builder(JsonShapes::scan, 64);
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            builder.add(bytes, 0, bytes.length);
        }
        ShapedTexts column = builder.build();
        Scratch scratch = new Scratch();
        for (int i = 0; i < texts.size(); i++) {
            assertThat(column.get(i, scratch)).isEqualTo(texts.get(i));
        }
        assertThat(column.shapeOf(texts.size() - 1)).isEqualTo(column.shapeOf(texts.size() - 200));
        assertThat(column.shapes()).isLessThan(24);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @DisplayName("mutilated JSON comes out byte for byte")
    void mutilatedJson(long seed) {
        Random random = new Random(seed);
        String text = "{\"numRecords\":12,\"minValues\":{\"a\":\"x\\\\\",\"b\":-1.5e-7},\"nullCount\":{\"a\":0}}";
        ShapedTexts.Builder builder = new ShapedTexts.Builder(JsonShapes::scan, 64);
        List<byte[]> texts = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) "{}[]\":,\\-.0123456789aeE \n".charAt(random.nextInt(24));
            }
            int length = random.nextInt(10) == 0 ? random.nextInt(bytes.length) : bytes.length;
            texts.add(java.util.Arrays.copyOf(bytes, length));
            builder.add(bytes, 0, length);
        }
        ShapedTexts column = builder.build();
        Scratch scratch = new Scratch();
        for (int i = 0; i < texts.size(); i++) {
            assertThat(column.get(i, scratch))
                    .as("seed %s", seed)
                    .isEqualTo(new String(texts.get(i), StandardCharsets.UTF_8));
        }
    }
}
