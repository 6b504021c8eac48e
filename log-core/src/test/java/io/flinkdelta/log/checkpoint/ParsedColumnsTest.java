/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.InMemoryLogStore;
import io.flinkdelta.log.store.LocalLogStore;
import io.flinkdelta.log.store.LogContent;
import io.flinkdelta.log.store.LogStore;
import io.flinkdelta.log.testing.SharedTables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;

class ParsedColumnsTest {
    private static final String NAME = "00000000000000000007.checkpoint.parquet";
    private static final String STATS = "{\"numRecords\":3,\"minValues\":{\"s\":\"a\",\"l\":-9223372036854775808,"
            + "\"i\":1,\"h\":-2,\"b\":3,\"f\":0.1,\"d\":\"-Infinity\",\"c\":1.10,\"w\":12345678901234567890.123,"
            + "\"day\":\"2020-02-29\",\"t\":\"2020-01-01T00:00:00.125Z\",\"n\":\"1969-12-31T23:59:59.999\","
            + "\"x\":{\"y\":-1}},\"maxValues\":{\"s\":\"z\u00e4\",\"l\":9223372036854775807,\"i\":2,\"h\":-1,\"b\":4,"
            + "\"f\":3.4028235E38,\"d\":\"NaN\",\"c\":-99999999.99,\"w\":-12345678901234567890.123,"
            + "\"day\":\"9999-12-31\",\"t\":\"2020-01-01T00:00:00.123456Z\",\"n\":\"9999-12-31T23:59:59.999\","
            + "\"x\":{\"y\":7}},\"nullCount\":{\"s\":0,\"l\":1,\"i\":2,\"h\":3,\"b\":0,\"f\":0,\"d\":0,\"c\":0,\"w\":0,"
            + "\"day\":0,\"t\":0,\"n\":0,\"o\":1,\"a\":2,\"x\":{\"y\":3}},\"tightBounds\":false}";

    private final InMemoryLogStore store = new InMemoryLogStore();
    private final ObjectMapper json = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Test
    void statisticsOfEveryTypeAreReadBackFromTheStructs() throws IOException {
        write(everyType(Map.of()), false, add(STATS));
        assertThat(json.readTree(stats())).isEqualTo(json.readTree(STATS));
    }

    @Test
    void withBothFormsTheTextStaysAsItWas() throws IOException {
        write(everyType(Map.of()), true, add(STATS + " "));
        assertThat(stats()).isEqualTo(STATS + " ");
        assertThat(parsed().getLong("numRecords", 0)).isEqualTo(3);
        assertThat(parsed().getGroup("nullCount", 0).getLong("l", 0)).isEqualTo(1);
    }

    @Test
    void whatATypeCannotHoldExactlyIsUnknown() throws IOException {
        for (String bound : List.of(
                "\"i\":2147483648",
                "\"i\":1.5",
                "\"i\":\"1\"",
                "\"b\":128",
                "\"h\":-32769",
                "\"l\":9223372036854775808",
                "\"f\":0.12345678901",
                "\"d\":0.1000000000000000055511151231257827021181583404541015626",
                "\"c\":1.001",
                "\"c\":100000000.00",
                "\"day\":\"2020-02-30\"",
                "\"t\":\"2020-01-01T00:00:00.000\"",
                "\"t\":\"2020-01-01T00:00:00.0000001Z\"",
                "\"n\":\"2020-01-01T00:00:00.000Z\"",
                "\"s\":5",
                "\"s\":{\"deep\":1}",
                "\"x\":4",
                "\"o\":true")) {
            write(everyType(Map.of()), false, add("{\"numRecords\":1,\"minValues\":{" + bound + "}}"));
            assertThat(json.readTree(stats()).path("minValues").findValuesAsText(bound.substring(1, 2)))
                    .as(bound)
                    .isEmpty();
            assertThat(json.readTree(stats()).get("numRecords").asLong()).isEqualTo(1);
        }
    }

    @Test
    void valuesOfOneRowAreNotThoseOfTheNext() throws IOException {
        write(everyType(Map.of()), false, add(STATS), add(null), add("{\"numRecords\":5}"), add("no JSON"));
        List<Optional<String>> stats =
                read().stream().map(action -> ((AddFile) action).stats()).toList();
        assertThat(json.readTree(stats.get(0).orElseThrow())).isEqualTo(json.readTree(STATS));
        assertThat(stats.subList(1, 4))
                .containsExactly(Optional.empty(), Optional.of("{\"numRecords\":5}"), Optional.empty());
    }

    /** Files are read by the shape of those before them, which must not change what is read. */
    @Test
    void everyFileIsReadAsIfItWereTheFirst() throws IOException {
        Random random = new Random(7);
        List<AddFile> adds = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            adds.add(add(variant(random)));
        }
        List<String> alone = new ArrayList<>();
        for (AddFile add : adds) {
            write(everyType(Map.of()), false, add);
            alone.add(((AddFile) read().get(0)).stats().orElse("none"));
        }
        write(everyType(Map.of()), false, adds.toArray(AddFile[]::new));
        assertThat(read())
                .map(action -> ((AddFile) action).stats().orElse("none"))
                .isEqualTo(alone);
        assertThat(new HashSet<>(alone)).hasSizeGreaterThan(100).contains("none");
    }

    private static String variant(Random random) {
        List<String> values = List.of(
                "1",
                "-7",
                "0",
                "01",
                "1.5",
                "1e3",
                "-",
                "null",
                "true",
                "false",
                "[1,{\"l\":2}]",
                "{\"y\":3}",
                "\"\"",
                "\"plain\"",
                "\"\u00e4\ud83d\ude00\"",
                "\"a\\\"b\"",
                "\"\\u0041\"",
                "\"\t\"",
                "\"2020-02-29\"",
                "NaN");
        StringBuilder json = new StringBuilder("{\"numRecords\":")
                .append(random.nextInt(1000))
                .append(",\"minValues\":{");
        for (String column : List.of("s", "l", "f", "d", "c", "day", "o", "x", "unknown")) {
            String value = random.nextInt(3) == 0 ? values.get(random.nextInt(values.size())) : "" + random.nextInt(5);
            json.append(column.equals("s") ? "" : ",")
                    .append('"')
                    .append(column)
                    .append("\":")
                    .append(value);
        }
        json.append(random.nextInt(20) == 0 ? ",\"l\":8" : "").append("}}");
        return random.nextInt(20) == 0 ? json.substring(0, random.nextInt(json.length())) : json.toString();
    }

    @Test
    void partitionValuesHaveTheTypesOfTheirColumns() throws IOException {
        StructType schema = StructType.of(
                new StructField("id", PrimitiveType.LONG, true),
                new StructField("p", PrimitiveType.INTEGER, true),
                new StructField("day", PrimitiveType.DATE, true),
                new StructField("at", PrimitiveType.TIMESTAMP, true),
                new StructField("m", new DecimalType(20, 3), true),
                new StructField("s", PrimitiveType.STRING, true));
        Map<String, String> values = new HashMap<>();
        values.put("p", "7");
        values.put("day", "1970-01-02");
        values.put("at", "1970-01-01 00:00:00.000001");
        values.put("m", "-1.5");
        values.put("s", null);
        AddFile add = AddFile.ofNewFile("f", PartitionValues.of(values), 1, 1, Optional.empty());
        write(metadata(schema, List.of("p", "day", "at", "m", "s"), Map.of()), true, add);
        Group parsed = row().getGroup("add", 0).getGroup("partitionValues_parsed", 0);
        assertThat(parsed.getInteger("p", 0)).isEqualTo(7);
        assertThat(parsed.getInteger("day", 0)).isEqualTo(1);
        assertThat(parsed.getLong("at", 0)).isEqualTo(1);
        assertThat(new BigInteger(parsed.getBinary("m", 0).getBytes())).isEqualTo(-1500);
        assertThat(parsed.getFieldRepetitionCount("s")).isZero();
    }

    @Test
    void mappedColumnsGoByTheirPhysicalNames() throws IOException {
        StructType schema = StructType.of(
                mapped("logical", "col-1", PrimitiveType.LONG), mapped("part", "col-2", PrimitiveType.STRING));
        Metadata metadata = metadata(schema, List.of("part"), Map.of("delta.columnMapping.mode", "name"));
        AddFile add = AddFile.ofNewFile(
                "f",
                PartitionValues.of(Map.of("col-2", "v")),
                1,
                1,
                Optional.of("{\"numRecords\":1,\"minValues\":{\"col-1\":4}}"));
        write(metadata, false, add);
        assertThat(stats()).isEqualTo("{\"numRecords\":1,\"minValues\":{\"col-1\":4}}");
        assertThat(row().getGroup("add", 0)
                        .getGroup("partitionValues_parsed", 0)
                        .getString("col-2", 0))
                .isEqualTo("v");
    }

    @Test
    void theStructIsLaidOutAsSparkLaysItOut() throws IOException {
        LogStore log = new LocalLogStore(
                SharedTables.find().spark("checkpoint-struct-stats").resolve("_delta_log"));
        String name = "00000000000000000002.checkpoint.parquet";
        Metadata metadata;
        CheckpointFile file = CheckpointFile.of(LogFile.checkpoint(2));
        try (CheckpointActions reader = file.open(log, CheckpointContent.STATE, ErrorContext.none())) {
            metadata = (Metadata) reader.stream()
                    .filter(Metadata.class::isInstance)
                    .findFirst()
                    .orElseThrow();
        }
        write(metadata, false, add("{\"numRecords\":1}"));
        GroupType spark = schema(log.open(name).orElseThrow()).getType("add").asGroupType();
        GroupType ours = schema(store.open(NAME).orElseThrow()).getType("add").asGroupType();
        assertThat(names(ours.getType("stats_parsed").asGroupType()))
                .containsAll(names(spark.getType("stats_parsed").asGroupType()));
        assertThat(ours.containsField("stats")).isEqualTo(spark.containsField("stats"));
    }

    private static List<String> names(GroupType group) {
        List<String> names = new ArrayList<>();
        group.getFields().forEach(field -> {
            names.add(field.getName());
            if (!field.isPrimitive()) {
                names(field.asGroupType()).forEach(inner -> names.add(field.getName() + "." + inner));
            }
        });
        return names;
    }

    private static StructField mapped(String name, String physicalName, PrimitiveType type) {
        return new StructField(
                name, type, true, FieldMetadata.empty().with("delta.columnMapping.physicalName", physicalName));
    }

    private static Metadata everyType(Map<String, String> configuration) {
        StructType schema = StructType.of(
                new StructField("s", PrimitiveType.STRING, true),
                new StructField("l", PrimitiveType.LONG, true),
                new StructField("i", PrimitiveType.INTEGER, true),
                new StructField("h", PrimitiveType.SHORT, true),
                new StructField("b", PrimitiveType.BYTE, true),
                new StructField("f", PrimitiveType.FLOAT, true),
                new StructField("d", PrimitiveType.DOUBLE, true),
                new StructField("c", new DecimalType(10, 2), true),
                new StructField("w", new DecimalType(30, 3), true),
                new StructField("day", PrimitiveType.DATE, true),
                new StructField("t", PrimitiveType.TIMESTAMP, true),
                new StructField("n", PrimitiveType.TIMESTAMP_NTZ, true),
                new StructField("o", PrimitiveType.BOOLEAN, true),
                new StructField("a", new ArrayType(PrimitiveType.LONG, true), true),
                new StructField("x", StructType.of(new StructField("y", PrimitiveType.LONG, true)), true));
        return metadata(schema, List.of(), configuration);
    }

    private static Metadata metadata(
            StructType schema, List<String> partitionColumns, Map<String, String> configuration) {
        return new Metadata(
                "id",
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(schema),
                partitionColumns,
                OptionalLong.empty(),
                configuration);
    }

    private static AddFile add(String stats) {
        return AddFile.ofNewFile("f", PartitionValues.none(), 1, 1, Optional.ofNullable(stats));
    }

    private void write(Metadata metadata, boolean asJson, AddFile... adds) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CheckpointLayout layout = new CheckpointLayout(asJson, Optional.of(metadata));
        new CheckpointWriter(layout, CheckpointPart.CLASSIC)
                .write(out, List.<Action>of(adds).iterator());
        store.overwrite(NAME, LogContent.of(out.toByteArray()));
    }

    private String stats() throws IOException {
        return ((AddFile) read().get(0)).stats().orElseThrow();
    }

    private List<Action> read() throws IOException {
        try (CheckpointActions reader = CheckpointFile.of(LogFile.checkpoint(7))
                .open(store, CheckpointContent.FILES, ErrorContext.table("t"))) {
            return reader.stream().toList();
        }
    }

    private Group parsed() throws IOException {
        return row().getGroup("add", 0).getGroup("stats_parsed", 0);
    }

    /** The first row, read by somebody else. */
    private Group row() throws IOException {
        try (ParquetReader<Group> reader = new Rows(store.open(NAME).orElseThrow()).build()) {
            return reader.read();
        }
    }

    private static MessageType schema(InputFile file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(file)) {
            return reader.getFileMetaData().getSchema();
        }
    }

    private static final class Rows extends ParquetReader.Builder<Group> {
        Rows(InputFile file) {
            super(file);
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }
}
