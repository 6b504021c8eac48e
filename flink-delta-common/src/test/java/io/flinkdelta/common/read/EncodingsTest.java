/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.common.parquet.TestRowTypes;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.dv.DeletionVectorFile;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.InMemoryDataStore;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Flat columns in every encoding and page layout that parquet-java writes, with nulls and hidden rows. */
class EncodingsTest {
    private static final String FILE = "encoded.parquet";
    private static final int ROWS = 5_000;
    private static final MessageType MESSAGE = MessageTypeParser.parseMessageType("message m {"
            + "optional boolean z; optional int32 i; optional int64 l; optional float f; optional double d;"
            + "optional binary s (STRING); optional fixed_len_byte_array(9) m (DECIMAL(20,2));"
            + "optional int64 t (TIMESTAMP(MICROS,true)); required int32 r; optional int64 c (DECIMAL(18,2));"
            + "optional int32 k; }");
    private static final RowType ROW_TYPE = TestRowTypes.rowType(DataTypes.ROW(
            DataTypes.FIELD("z", DataTypes.BOOLEAN()),
            DataTypes.FIELD("i", DataTypes.INT()),
            DataTypes.FIELD("l", DataTypes.BIGINT()),
            DataTypes.FIELD("f", DataTypes.FLOAT()),
            DataTypes.FIELD("d", DataTypes.DOUBLE()),
            DataTypes.FIELD("s", DataTypes.STRING()),
            DataTypes.FIELD("m", DataTypes.DECIMAL(20, 2)),
            DataTypes.FIELD("t", DataTypes.TIMESTAMP_LTZ(6)),
            DataTypes.FIELD("r", DataTypes.INT()),
            DataTypes.FIELD("c", DataTypes.DECIMAL(18, 2)),
            DataTypes.FIELD("k", DataTypes.BIGINT())));
    private static final StructType SCHEMA = DeltaTypes.toDelta(ROW_TYPE);

    private final InMemoryDataStore store = new InMemoryDataStore();

    static Stream<Arguments> layouts() {
        return Stream.of(WriterVersion.values())
                .flatMap(version -> Stream.of(true, false)
                        .flatMap(dictionary -> Stream.of(true, false)
                                .flatMap(split -> IntStream.of(0, 1, 50, 95, 100)
                                        .mapToObj(nulls -> Arguments.of(version, dictionary, split, nulls)))));
    }

    /** How often the same value comes again decides whether a dictionary is kept, and how its ids are packed. */
    @ParameterizedTest
    @MethodSource("layouts")
    void whatWasWrittenIsRead(WriterVersion version, boolean dictionary, boolean split, int nullPercent) {
        for (int distinct : new int[] {1, 2, 200, 100_000}) {
            Random random = new Random(distinct + nullPercent);
            List<GenericRowData> rows = rows(random, distinct, nullPercent);
            write(rows, version, dictionary, split);

            assertThat(read(Optional.empty())).as("distinct %d", distinct).isEqualTo(encode(rows));
            DeletionVector hidden = hidden(random);
            List<GenericRowData> left = IntStream.range(0, ROWS)
                    .filter(row -> !hidden.contains(row))
                    .mapToObj(rows::get)
                    .toList();
            assertThat(read(Optional.of(hidden)))
                    .as("distinct %d, hidden", distinct)
                    .isEqualTo(encode(left));
        }
    }

    /** A damaged page is an error that names the file, never other rows or an endless loop. */
    @Test
    void damagedPagesAreErrors() {
        Random random = new Random(5);
        List<GenericRowData> rows = rows(random, 200, 20);
        List<String> expected = encode(rows);
        for (int attempt = 0; attempt < 300; attempt++) {
            WriterVersion version = attempt % 2 == 0 ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
            write(rows, version, attempt % 3 > 0, false);
            byte[] bytes = bytes();
            int at = 4 + random.nextInt(bytes.length - 2_000);
            bytes[at] ^= (byte) (1 + random.nextInt(255));
            replace(bytes);
            try {
                assertThat(read(Optional.empty())).hasSameSizeAs(expected);
            } catch (CorruptLogException e) {
                assertThat(e).hasMessageContaining("file=" + FILE);
            }
        }
        assertThatThrownBy(() -> {
                    replace("PAR1 nothing PAR1".getBytes(StandardCharsets.UTF_8));
                    read(Optional.empty());
                })
                .isInstanceOf(CorruptLogException.class);
    }

    private byte[] bytes() {
        try (SeekableInputStream in = store.open(FILE).newStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void replace(byte[] bytes) {
        try (PositionOutputStream out = store.create(FILE).createOrOverwrite(0)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<GenericRowData> rows(Random random, int distinct, int nullPercent) {
        List<GenericRowData> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            GenericRowData row = new GenericRowData(ROW_TYPE.getFieldCount());
            for (int field = 0; field < row.getArity(); field++) {
                // Nulls come in runs and one by one.
                boolean isNull = random.nextInt(100) < nullPercent && (i / 700 % 3 > 0 || nullPercent > 50);
                int value = random.nextInt(distinct);
                row.setField(field, isNull && field != 8 ? null : value(field, value));
            }
            rows.add(row);
        }
        return rows;
    }

    private static Object value(int field, int value) {
        return switch (field) {
            case 0 -> value % 2 == 0;
            case 1, 8 -> value * 31 - 7;
            case 2 -> value * 1_000_003L;
            case 3 -> value / 8f;
            case 4 -> value / 16d;
            case 5 -> StringData.fromString("text " + value);
            case 6 -> DecimalData.fromBigDecimal(BigDecimal.valueOf(value, 2), 20, 2);
            case 7 -> TimestampData.fromEpochMillis(value * 1_000L, value % 1_000 * 1_000);
            case 9 -> DecimalData.fromUnscaledLong(value, 18, 2);
            default -> (long) value;
        };
    }

    private static DeletionVector hidden(Random random) {
        int from = random.nextInt(ROWS / 2);
        int to = from + random.nextInt(ROWS / 2);
        return DeletionVector.of(IntStream.range(0, ROWS)
                .filter(row -> (row >= from && row < to) || random.nextInt(10) == 0)
                .asLongStream()
                .toArray());
    }

    private void write(List<GenericRowData> rows, WriterVersion version, boolean dictionary, boolean split) {
        store.delete(FILE);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(store.create(FILE))
                .withType(MESSAGE)
                .withWriterVersion(version)
                .withDictionaryEncoding(dictionary)
                .withByteStreamSplitEncoding(split)
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withPageSize(3_000)
                .withPageRowCountLimit(1_700)
                .withRowGroupSize(200_000L)
                .build()) {
            for (GenericRowData row : rows) {
                writer.write(group(row));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Group group(GenericRowData row) {
        Group group = new SimpleGroup(MESSAGE);
        for (int field = 0; field < row.getArity(); field++) {
            Object value = row.getField(field);
            if (value instanceof Boolean bool) {
                group.add(field, bool);
            } else if (value instanceof Integer number) {
                group.add(field, number);
            } else if (value instanceof Long number) {
                if (field == 10) {
                    group.add(field, number.intValue());
                } else {
                    group.add(field, number);
                }
            } else if (value instanceof Float number) {
                group.add(field, number);
            } else if (value instanceof Double number) {
                group.add(field, number);
            } else if (value instanceof StringData text) {
                group.add(field, Binary.fromConstantByteArray(text.toBytes()));
            } else if (value instanceof DecimalData decimal && field == 9) {
                group.add(field, decimal.toUnscaledLong());
            } else if (value instanceof DecimalData decimal) {
                group.add(field, Binary.fromConstantByteArray(padded(decimal.toUnscaledBytes())));
            } else if (value instanceof TimestampData time) {
                group.add(field, time.getMillisecond() * 1_000 + time.getNanoOfMillisecond() / 1_000);
            }
        }
        return group;
    }

    private static byte[] padded(byte[] unscaled) {
        byte[] padded = new byte[9];
        System.arraycopy(unscaled, 0, padded, 9 - unscaled.length, unscaled.length);
        return padded;
    }

    private List<String> read(Optional<DeletionVector> hidden) {
        AddFile whole = AddFile.ofNewFile(FILE, PartitionValues.none(), 0, 0, Optional.empty());
        List<String> lines = new ArrayList<>();
        ExactRowEncoder encoder = ExactRowEncoder.of(SCHEMA);
        try (DataFileBatches batches = DataFileReaders.create(store, SCHEMA, List.of(), ColumnMapping.NONE)
                .openBatches(hidden.map(vector -> with(whole, vector)).orElse(whole))) {
            RowBatch batch = batches.newBatch();
            long last = -1;
            while (batches.read(batch)) {
                for (int i = 0; i < batch.size(); i++) {
                    assertThat(batch.position(i)).isGreaterThan(last);
                    last = batch.position(i);
                    RowData row = batch.row(i);
                    lines.add(encoder.encode(row));
                }
            }
        }
        return lines;
    }

    private AddFile with(AddFile file, DeletionVector vector) {
        try (DeletionVectorFile vectors = new DeletionVectorFile(store, "", UUID.randomUUID())) {
            return new AddFile(
                    file.path(),
                    file.partitionValues(),
                    file.size(),
                    file.modificationTime(),
                    true,
                    file.stats(),
                    file.tags(),
                    Optional.of(vectors.add(vector)),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    Optional.empty());
        }
    }

    private static List<String> encode(List<GenericRowData> rows) {
        ExactRowEncoder encoder = ExactRowEncoder.of(SCHEMA);
        return rows.stream().map(encoder::encode).toList();
    }
}
