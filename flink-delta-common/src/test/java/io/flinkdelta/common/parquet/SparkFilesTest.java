/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.Action;
import io.flinkdelta.log.action.ActionJson;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.file.DataPath;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.InMemoryDataStore;
import io.flinkdelta.log.store.LocalDataStore;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that Spark wrote, written again by us: the same schema in the file, the same statistics in the log. */
class SparkFilesTest {
    /** Spark still writes INT96 by default; what it writes as {@code TIMESTAMP_MICROS} is what we write. */
    private static final String MICROS = "int64 $1 (TIMESTAMP(MICROS,true))";

    private static final String COPY = "copy.parquet";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "primitives",
                "primitives-not-null",
                "nested",
                "decimals",
                "dates-far",
                "timestamps-timestamp-micros",
                "wide",
                "stats-long-strings",
                "stats-few",
                "stats-none",
                "stats-zero-columns",
                "stats-skipping",
                "partition-date",
                "partition-timestamp",
                "partition-timestamp-ntz",
                "compression",
                "row-groups",
                "mapping-name",
                "mapping-id",
                "mapping-upgraded",
                "mapping-swapped",
                "column-names-plain",
                "partition-mapped",
                "widening",
                "widening-nested"
            })
    void sameSchemaAndStatistics(String table) throws IOException {
        Path folder = SharedTables.find().spark(table);
        Protocol protocol = null;
        Metadata metadata = null;
        int files = 0;
        for (Path commit : commits(folder)) {
            List<Action> actions = new ArrayList<>();
            for (String line : Files.readAllLines(commit)) {
                ActionJson.parse(line).ifPresent(actions::add);
            }
            for (Action action : actions) {
                protocol = action instanceof Protocol changed ? changed : protocol;
                metadata = action instanceof Metadata changed ? changed : metadata;
            }
            for (Action action : actions) {
                if (action instanceof AddFile add && add.deletionVector().isEmpty()) {
                    compare(folder, ColumnMapping.of(protocol, metadata), metadata, add);
                    files++;
                }
            }
        }
        assertThat(files).isPositive();
    }

    private static void compare(Path folder, ColumnMapping mapping, Metadata metadata, AddFile spark) {
        StructType schema = metadata.schema();
        RowType rowType = DeltaTypes.toFlink(schema);
        LocalDataStore source = new LocalDataStore(folder, new Configuration(false));
        InMemoryDataStore target = new InMemoryDataStore();
        String path = DataPath.decode(spark.path());
        DataFileReaders readers = DataFileReaders.create(source, schema, metadata.partitionColumns(), mapping);
        AddFile ours;
        try (DataFileWriters writers = DataFileWriters.create(
                        target,
                        rowType,
                        new TableLayout(
                                schema,
                                metadata.partitionColumns(),
                                mapping,
                                ClusteringColumns.none(),
                                metadata.configuration()),
                        DataFileFormat.defaults(),
                        Clock.systemUTC());
                DataFileReader rows = readers.open(spark)) {
            DataFileWriter writer = writers.open(COPY, spark.partitionValues());
            rows.forEachRemaining(writer::write);
            ours = writer.close();
        }
        String theirs = schema(source, path).toString();
        boolean legacy = theirs.contains("fixed_len_byte_array(1)");
        boolean holdsPartition = mapping.physicalNames(schema, metadata.partitionColumns()).stream()
                .anyMatch(theirs::contains);
        if (!legacy && !holdsPartition) {
            boolean nested = theirs.contains("group");
            assertThat(normal(schema(target, COPY).toString(), nested))
                    .as(spark.path())
                    .isEqualTo(normal(theirs, nested));
        }
        if (spark.stats().isPresent()) {
            assertThat(statistics(ours, spark)).as(spark.path()).isEqualTo(json(spark));
        }
    }

    /** Deep inside of nested types Spark keeps the NOT NULL of the rows that it is given. */
    private static String normal(String schema, boolean nested) {
        String micros = schema.replaceAll("int96 (\\w+)", MICROS);
        return nested ? micros.replace("required", "optional") : micros;
    }

    /** Our statistics; greatest timestamps that are Spark's rounded up are replaced by Spark's, which rounds down. */
    private static JsonNode statistics(AddFile ours, AddFile spark) {
        JsonNode statistics = json(ours);
        lowerTimestamps(statistics.get("maxValues"), json(spark).get("maxValues"));
        return statistics;
    }

    private static void lowerTimestamps(JsonNode ours, JsonNode spark) {
        if (spark == null) {
            return;
        }
        spark.properties().forEach(field -> {
            String value = field.getValue().asText();
            if (field.getValue().isObject()) {
                lowerTimestamps(ours.get(field.getKey()), field.getValue());
            } else if (value.matches(".*\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z?")) {
                String bound = ours.path(field.getKey()).asText("");
                boolean omitted = bound.isEmpty() && value.startsWith("9999-12-31T23:59:59.999");
                if (omitted || bound.equals(value) || bound.equals(nextMilli(value))) {
                    ((ObjectNode) ours).set(field.getKey(), field.getValue());
                }
            }
        });
    }

    private static String nextMilli(String timestamp) {
        String zone = timestamp.endsWith("Z") ? "Z" : "";
        return LocalDateTime.parse(timestamp.replace("Z", ""))
                        .plus(1, ChronoUnit.MILLIS)
                        .format(DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS"))
                        .replaceFirst("^(\\d{5})", "+$1")
                + zone;
    }

    private static JsonNode json(AddFile file) {
        try {
            return new ObjectMapper()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .readTree(file.stats().orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageType schema(io.flinkdelta.log.store.DataStore store, String path) {
        return ParquetFiles.footer(store, path).getFileMetaData().getSchema();
    }

    private static List<Path> commits(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("_delta_log"))) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{20}\\.json"))
                    .sorted()
                    .toList();
        }
    }
}
