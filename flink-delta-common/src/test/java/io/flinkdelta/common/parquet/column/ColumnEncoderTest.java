/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet.column;

import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What we encode, Parquet's own reader reads, and the statistics are those of Parquet's own writer. */
class ColumnEncoderTest {
    private static final PageLimits LIMITS = new PageLimits(1 << 20, 20_000, 1 << 20);
    private static final PageLimits SMALL = new PageLimits(2_000, 300, 4_000);
    private static final int FIXED_BYTES = 12;

    /** A physical type and random values of it out of {@code distinct}. */
    private record Column(MessageType message, Function<Random, Object> values) {}

    static Stream<Arguments> columns() {
        return IntStream.of(1, 50, 3_000, Integer.MAX_VALUE)
                .boxed()
                .flatMap(distinct -> Stream.of(
                        arguments("int32", distinct, flat(INT32), random -> number(random, distinct)),
                        arguments("int64", distinct, flat(INT64), random -> number(random, distinct) * 10_000_000_000L),
                        arguments("float", distinct, flat(FLOAT), random -> (float) number(random, distinct) / 8),
                        arguments("double", distinct, flat(DOUBLE), random -> number(random, distinct) / 8.0),
                        arguments("boolean", distinct, flat(BOOLEAN), random -> number(random, distinct) % 2 == 0),
                        arguments(
                                "string",
                                distinct,
                                string(),
                                random -> Binary.fromString(text(number(random, distinct)))),
                        arguments(
                                "bytes",
                                distinct,
                                flat(BINARY),
                                random -> Binary.fromConstantByteArray(bytes(number(random, distinct), 0))),
                        arguments(
                                "decimal",
                                distinct,
                                fixed(),
                                random -> Binary.fromConstantByteArray(bytes(number(random, distinct), FIXED_BYTES)))));
    }

    private static Arguments arguments(
            String name, int distinct, MessageType message, Function<Random, Object> values) {
        return Arguments.of(Named.of(name + " of " + distinct, new Column(message, values)));
    }

    private static int number(Random random, int distinct) {
        int value = random.nextInt(distinct);
        return value % 2 == 0 ? value : -value;
    }

    private static String text(int number) {
        String prefix = number % 3 == 0 ? "" : number % 3 == 1 ? "a common prefix " : "\u00e4\ud83d\ude00";
        return number == 0 ? "" : prefix + number;
    }

    /** Big-endian two's complement, of any or of this many bytes. */
    private static byte[] bytes(int number, int length) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
        if (length == 0) {
            return Arrays.copyOf(bytes, Math.abs(number % 20));
        }
        byte[] wide = new byte[length];
        Arrays.fill(wide, (byte) (number < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, wide, length - bytes.length, bytes.length);
        return wide;
    }

    private static MessageType flat(org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName type) {
        return Types.buildMessage().optional(type).named("c").named("m");
    }

    private static MessageType string() {
        return Types.buildMessage().optional(BINARY).as(stringType()).named("c").named("m");
    }

    private static MessageType fixed() {
        return Types.buildMessage()
                .optional(FIXED_LEN_BYTE_ARRAY)
                .length(FIXED_BYTES)
                .as(decimalType(2, 28))
                .named("c")
                .named("m");
    }

    @ParameterizedTest
    @MethodSource("columns")
    @DisplayName("flat columns with and without nulls come back, with the statistics of Parquet's writer")
    void flatColumns(Column column) throws IOException {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        List<List<Cell>> rowGroups = new ArrayList<>();
        for (int nullOneIn : new int[] {0, 1, 3, 5_000, 0}) {
            List<Cell> cells = new ArrayList<>();
            int rows = 1 + random.nextInt(2_000);
            for (int i = 0; i < rows; i++) {
                boolean isNull = nullOneIn > 0 && random.nextInt(nullOneIn) == 0;
                cells.add(
                        isNull
                                ? new Cell(0, 0, null)
                                : new Cell(0, 1, column.values().apply(random)));
            }
            rowGroups.add(cells);
        }
        for (PageLimits limits : List.of(LIMITS, SMALL)) {
            check(column.message(), rowGroups, limits, seed);
        }
    }

    @ParameterizedTest
    @MethodSource("columns")
    @DisplayName("repeated columns come back, with the statistics of Parquet's writer")
    void repeatedColumns(Column column) throws IOException {
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        MessageType list = Types.buildMessage()
                .optionalList()
                .element(column.message().getType(0))
                .named("l")
                .named("m");
        List<Cell> cells = new ArrayList<>();
        for (int row = 0; row < 600; row++) {
            int size = random.nextInt(6) - 2;
            if (size <= 0) {
                cells.add(new Cell(0, size < 0 ? 0 : 1, null));
            }
            for (int i = 0; i < size; i++) {
                int repetition = i == 0 ? 0 : 1;
                cells.add(
                        random.nextInt(4) == 0
                                ? new Cell(repetition, 2, null)
                                : new Cell(repetition, 3, column.values().apply(random)));
            }
        }
        for (PageLimits limits : List.of(LIMITS, SMALL)) {
            check(list, List.of(cells, cells.subList(0, 1)), limits, seed);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("NaN, infinities and both zeros come back, with the statistics of Parquet's writer")
    void specialNumbers(boolean withNaN) throws IOException {
        List<Double> values = new ArrayList<>(List.of(-0.0, 0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
        values.addAll(List.of(Double.MIN_VALUE, -Double.MIN_VALUE, -0.0));
        if (withNaN) {
            values.add(Double.NaN);
        }
        for (int to = 1; to <= values.size(); to++) {
            List<Double> some = values.subList(to > 2 && withNaN ? 0 : to - 1, to);
            List<Cell> doubles = some.stream().map(v -> new Cell(0, 1, v)).toList();
            check(flat(DOUBLE), List.of(doubles), LIMITS, 0);
            List<Cell> floats =
                    some.stream().map(v -> new Cell(0, 1, v.floatValue())).toList();
            check(flat(FLOAT), List.of(floats), LIMITS, 0);
        }
    }

    private static void check(MessageType message, List<List<Cell>> rowGroups, PageLimits limits, long seed)
            throws IOException {
        ChunkFile ours = new ChunkFile(message).writtenByUs(rowGroups, limits);
        ChunkFile theirs = new ChunkFile(message).writtenByParquet(rowGroups);
        assertThat(ours.read()).as("seed %d", seed).isEqualTo(rowGroups);
        for (int i = 0; i < rowGroups.size(); i++) {
            ColumnChunkMetaData our = ours.chunks().get(i);
            ColumnChunkMetaData their = theirs.chunks().get(i);
            assertThat(our.getStatistics()).as("seed %d", seed).isEqualTo(their.getStatistics());
            assertThat(our.getValueCount()).isEqualTo(their.getValueCount());
            assertThat(our.getSizeStatistics().getUnencodedByteArrayDataBytes())
                    .isEqualTo(their.getSizeStatistics().getUnencodedByteArrayDataBytes());
            assertThat(our.getSizeStatistics().getDefinitionLevelHistogram())
                    .isEqualTo(their.getSizeStatistics().getDefinitionLevelHistogram());
            assertThat(our.getSizeStatistics().getRepetitionLevelHistogram())
                    .isEqualTo(their.getSizeStatistics().getRepetitionLevelHistogram());
            checkPages(ours, our);
        }
    }

    /** The pages cover the rows without a gap, and their nulls are all the nulls. */
    private static void checkPages(ChunkFile file, ColumnChunkMetaData chunk) throws IOException {
        OffsetIndex offsets = file.offsetIndex(chunk);
        assertThat(offsets.getFirstRowIndex(0)).isZero();
        ColumnIndex index = file.columnIndex(chunk);
        if (index == null) {
            assertThat(chunk.getStatistics().hasNonNullValue()).as("NaN only").isFalse();
            return;
        }
        assertThat(index.getNullCounts().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(chunk.getStatistics().getNumNulls());
        assertThat(index.getNullPages()).hasSize(offsets.getPageCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 15_000})
    @DisplayName("few distinct values are written with a dictionary only")
    void dictionary(int distinct) throws IOException {
        for (MessageType message : List.of(flat(INT64), string())) {
            List<Cell> cells = cells(message, 100_000, i -> i % distinct);
            ColumnChunkMetaData chunk = new ChunkFile(message)
                    .writtenByUs(List.of(cells), LIMITS)
                    .chunks()
                    .get(0);
            assertThat(chunk.hasDictionaryPage()).isTrue();
            assertThat(chunk.getEncodingStats().getDataEncodings()).containsExactly(DictionaryState.ENCODING);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000})
    @DisplayName("distinct values are written without a dictionary")
    void plain(int rows) throws IOException {
        for (MessageType message : List.of(flat(INT64), string(), flat(BOOLEAN))) {
            List<Cell> cells = cells(message, rows, i -> i);
            ColumnChunkMetaData chunk = new ChunkFile(message)
                    .writtenByUs(List.of(cells), LIMITS)
                    .chunks()
                    .get(0);
            assertThat(chunk.hasDictionaryPage()).isFalse();
            assertThat(chunk.getEncodingStats().getDataEncodings()).containsExactly(Encoding.PLAIN);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @DisplayName("a dictionary that grows too large is given up, the pages before keep it, the next chunk starts anew")
    void fallback(int rowGroups) throws IOException {
        for (MessageType message : List.of(flat(INT64), string())) {
            List<Cell> cells = cells(message, 200_000, i -> i < 60_000 ? i % 1_000 : i);
            List<List<Cell>> all = new ArrayList<>();
            for (int i = 0; i < rowGroups; i++) {
                all.add(cells);
            }
            ChunkFile file = new ChunkFile(message).writtenByUs(all, LIMITS);
            assertThat(file.read()).isEqualTo(all);
            for (ColumnChunkMetaData chunk : file.chunks()) {
                assertThat(chunk.hasDictionaryPage()).isTrue();
                assertThat(chunk.getEncodingStats().getDataEncodings())
                        .containsExactlyInAnyOrder(DictionaryState.ENCODING, Encoding.PLAIN);
                assertThat(chunk.getEncodingStats().getNumDictionaryPagesEncodedAs(DictionaryState.ENCODING))
                        .isEqualTo(1);
            }
        }
    }

    private static List<Cell> cells(MessageType message, int rows, Function<Integer, Integer> number) {
        return IntStream.range(0, rows)
                .map(number::apply)
                .mapToObj(value -> new Cell(
                        0,
                        1,
                        switch (message.getColumns().get(0).getPrimitiveType().getPrimitiveTypeName()) {
                            case BOOLEAN -> value % 2 == 0;
                            case INT64 -> (long) value;
                            default ->
                                Binary.fromConstantByteArray(("value " + value).getBytes(StandardCharsets.UTF_8));
                        }))
                .toList();
    }
}
