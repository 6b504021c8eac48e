/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.testing.SharedCommits;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our statistics beside those that Spark wrote: the same from the same bounds, and the same from the same rows. */
class SharedStatisticsTest {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** Variants have statistics of their own, and a maximum that was raised is not to be raised again. */
    private static final Set<String> OTHERWISE =
            Set.of("variant", "spark-variant-checkpoint", "broken-json", "stats-long-strings");

    @Test
    void theSameBoundsAreWrittenByteForByte() throws IOException {
        int files = 0;
        for (Path table : SharedTables.find().all()) {
            if (OTHERWISE.contains(table.getFileName().toString())) {
                continue;
            }
            Metadata metadata = null;
            for (Action action : SharedCommits.actions(table)) {
                metadata = action instanceof Metadata newer ? newer : metadata;
                if (action instanceof AddFile add
                        && metadata != null
                        && add.stats().isPresent()
                        && !metadata.configuration().containsKey("delta.columnMapping.mode")
                        && isAsWritten(add)) {
                    assertThat(rewritten(metadata, add.stats().get()))
                            .as("%s", table)
                            .isEqualTo(add.stats().get());
                    files++;
                }
            }
        }
        assertThat(files).isGreaterThan(600);
    }

    /** Not of files with hidden rows, not in another time zone, not with zeros that Spark wrote as 0E-10. */
    private static boolean isAsWritten(AddFile add) {
        String stats = add.stats().orElseThrow();
        return !stats.contains("tightBounds") && !stats.contains("-08:00") && !stats.contains("0E-");
    }

    private static String rewritten(Metadata metadata, String stats) throws IOException {
        JsonNode exact = MAPPER.readTree(stats);
        // A big decimal has no sign of zero.
        JsonNode doubles = new ObjectMapper().readTree(stats);
        StructType schema = metadata.schema();
        StatsColumns columns = StatsColumns.of(schema, metadata.partitionColumns(), metadata.configuration());
        FileStatistics.Builder builder = FileStatistics.builder(schema, columns)
                .numRecords(exact.path("numRecords").longValue());
        for (List<String> path : columns.paths()) {
            DataType type = type(schema, path);
            JsonNode json = type instanceof DecimalType ? exact : doubles;
            JsonNode nulls = at(json.path("nullCount"), path);
            if (StatValue.hasBounds(type)) {
                Object min = bound(type, at(json.path("minValues"), path));
                Object max = bound(type, at(json.path("maxValues"), path));
                builder.column(path, min, max, nulls.longValue());
            } else {
                builder.nullCount(path, nulls.longValue());
            }
        }
        return builder.build().toJson();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "primitives",
                "primitives-not-null",
                "decimals",
                "dates-far",
                "stats-long-strings",
                "stats-skipping",
                "wide"
            })
    void theSameRowsGiveTheSameStatistics(String table) throws IOException {
        // The version of the first rows is the newest one of some of the tables.
        String version = Set.of("primitives-not-null", "dates-far").contains(table) ? ".jsonl" : "@1.jsonl";
        SharedTables shared = SharedTables.find();
        Path folder = shared.spark(table);
        Metadata metadata = SharedCommits.actions(folder, Metadata.class).get(0);
        AddFile add = SharedCommits.actions(folder, AddFile.class).get(0);
        List<JsonNode> rows = shared.sparkExpected(table, version).stream()
                .map(SharedStatisticsTest::row)
                .toList();
        JsonNode spark = MAPPER.readTree(add.stats().orElseThrow());
        assertThat(rows).hasSize(spark.path("numRecords").intValue());

        StructType schema = metadata.schema();
        StatsColumns columns = StatsColumns.of(schema, metadata.partitionColumns(), metadata.configuration());
        FileStatistics.Builder builder = FileStatistics.builder(schema, columns).numRecords(rows.size());
        for (List<String> path : columns.paths()) {
            collect(type(schema, path), path, rows, builder);
        }
        JsonNode ours = MAPPER.readTree(builder.build().toJson());
        assertThat(ours.get("minValues")).isEqualTo(spark.get("minValues"));
        assertThat(ours.get("nullCount")).isEqualTo(spark.get("nullCount"));
        for (List<String> path : columns.paths()) {
            JsonNode ourMax = at(ours.get("maxValues"), path);
            JsonNode sparkMax = at(spark.get("maxValues"), path);
            if (!type(schema, path).describe().startsWith("timestamp")) {
                assertThat(ourMax).as("%s", path).isEqualTo(sparkMax);
            } else if (!ourMax.isMissingNode()) {
                // Spark cuts microseconds off, we round them up.
                assertThat(micros(ourMax) - micros(sparkMax)).as("%s", path).isIn(0L, 1000L);
            } else {
                assertThat(sparkMax.textValue()).startsWith("9999-12-31T23:59:59.999");
            }
        }
    }

    private static JsonNode row(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void collect(DataType type, List<String> path, List<JsonNode> rows, FileStatistics.Builder builder) {
        List<JsonNode> values = rows.stream()
                .map(row -> at(row, path))
                .filter(value -> !value.isNull())
                .toList();
        int nulls = rows.size() - values.size();
        if (!StatValue.hasBounds(type)) {
            builder.nullCount(path, nulls);
            return;
        }
        List<Object> sorted = values.stream()
                .map(value -> rowValue(type, value))
                .sorted(SharedStatisticsTest::compare)
                .toList();
        Object min = sorted.isEmpty() ? null : sorted.get(0);
        Object max = sorted.isEmpty() ? null : sorted.get(sorted.size() - 1);
        builder.column(path, min, max, nulls);
    }

    /** A value of a row, in the encoding of {@code golden/README.md}. */
    private static Object rowValue(DataType type, JsonNode value) {
        if (type == PrimitiveType.TIMESTAMP || type == PrimitiveType.TIMESTAMP_NTZ) {
            return value.longValue();
        }
        if (type instanceof DecimalType || type == PrimitiveType.FLOAT || type == PrimitiveType.DOUBLE) {
            return number(type, value.textValue());
        }
        return bound(type, value);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object left, Object right) {
        if (left instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8));
        }
        return ((Comparator) Comparator.naturalOrder()).compare(left, right);
    }

    /** The Java value of a bound, null where it is absent. */
    private static Object bound(DataType type, JsonNode value) {
        if (value.isMissingNode()) {
            return null;
        }
        if (type instanceof DecimalType) {
            return value.decimalValue();
        }
        return switch ((PrimitiveType) type) {
            case STRING -> value.textValue();
            case LONG -> value.longValue();
            case INTEGER -> value.intValue();
            case SHORT -> value.shortValue();
            case BYTE -> (byte) value.intValue();
            case FLOAT, DOUBLE -> number(type, value.asText());
            case DATE -> (int) LocalDate.parse(value.textValue()).toEpochDay();
            case TIMESTAMP, TIMESTAMP_NTZ -> micros(value);
            default -> throw new AssertionError(type);
        };
    }

    private static Object number(DataType type, String text) {
        if (type instanceof DecimalType) {
            return new BigDecimal(text);
        }
        return type == PrimitiveType.FLOAT ? (Object) Float.valueOf(text) : (Object) Double.valueOf(text);
    }

    private static long micros(JsonNode text) {
        LocalDateTime parsed = LocalDateTime.parse(text.textValue().replace("Z", ""));
        return parsed.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + parsed.get(ChronoField.MICRO_OF_SECOND);
    }

    private static DataType type(StructType schema, List<String> path) {
        DataType type = schema;
        for (String name : path) {
            type = ((StructType) type).field(name).orElseThrow().type();
        }
        return type;
    }

    private static JsonNode at(JsonNode json, List<String> path) {
        JsonNode node = Objects.requireNonNull(json);
        for (String name : path) {
            node = node.path(name);
        }
        return node;
    }
}
