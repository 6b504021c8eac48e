/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.file.LogFile;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every commit line and every schema of the tables that others wrote, there and back. */
class SharedCommitsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void everyLineIsReadAndWrittenAlike() throws IOException {
        int actions = 0;
        for (String line : commitLines()) {
            Optional<Action> parsed = ActionJson.parse(line);
            JsonNode original = MAPPER.readTree(line);
            if (parsed.isEmpty()) {
                assertThat(original.fieldNames()).toIterable().containsExactly("futureAction");
                continue;
            }
            String written = ActionJson.write(parsed.get());
            assertThat(ActionJson.parse(written)).as(line).isEqualTo(parsed);
            assertThat(knownFields(MAPPER.readTree(written))).isEqualTo(knownFields(original));
            actions++;
        }
        assertThat(actions).isGreaterThan(2500);
    }

    @Test
    void fieldsAreInTheOrderOfSpark() throws IOException {
        for (String line : commitLines()) {
            ObjectNode original = (ObjectNode) MAPPER.readTree(line);
            String name = original.fieldNames().next();
            if (name.equals("futureAction") || line.contains("futureField")) {
                continue;
            }
            ObjectNode written = (ObjectNode)
                    MAPPER.readTree(ActionJson.write(ActionJson.parse(line).orElseThrow()));
            List<String> fields = new ArrayList<>(fields(original.get(name)));
            List<String> ours = new ArrayList<>(fields(written.get(name)));
            ours.retainAll(fields);
            fields.retainAll(ours);
            assertThat(ours).as(line).isEqualTo(fields);
        }
    }

    @Test
    void everySchemaIsWrittenByteForByte() throws IOException {
        TreeSet<String> schemas = new TreeSet<>();
        for (String line : commitLines()) {
            if (ActionJson.parse(line).orElse(null) instanceof Metadata metadata) {
                schemas.add(metadata.schemaString());
            }
        }
        assertThat(schemas).hasSizeGreaterThan(50);
        for (String schema : schemas) {
            assertThat(SchemaJson.write(SchemaJson.parse(schema))).isEqualTo(schema);
        }
    }

    @Test
    void brokenLinesAreRefused() throws IOException {
        Path log = SharedTables.find().spark("broken-json").resolve("_delta_log");
        String broken = Files.readString(log.resolve(LogFile.commit(1).fileName()));
        assertThatThrownBy(() -> {
                    for (String line : broken.split("\n", -1)) {
                        ActionJson.parse(line);
                    }
                })
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> commitLines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path table : SharedTables.find().all()) {
            if (table.endsWith("broken-json")) {
                continue;
            }
            try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    LogFile kind = LogFile.parse(file.getFileName().toString()).orElse(null);
                    if (kind != null && kind.fileName().endsWith(".json")) {
                        lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return lines;
    }

    /** What our records hold: without nulls, empty tags, unknown fields; feature sets sorted. */
    private static JsonNode knownFields(JsonNode line) {
        ObjectNode copy = line.deepCopy();
        String name = copy.fieldNames().next();
        ObjectNode action = (ObjectNode) copy.get(name);
        if (name.equals("commitInfo")) {
            return copy;
        }
        action.remove("futureField");
        if (action.path("tags").isEmpty()) {
            action.remove("tags");
        }
        if (name.equals("metaData") && !action.has("schemaString")) {
            action.put("schemaString", "{\"type\":\"struct\",\"fields\":[]}");
        }
        if (action.get("deletionVector") instanceof ObjectNode vector) {
            vector.remove("maxRowIndex");
        }
        if (!action.path("extendedFileMetadata").asBoolean()) {
            action.remove("extendedFileMetadata");
        }
        for (String features : List.of("readerFeatures", "writerFeatures")) {
            if (action.has(features)) {
                TreeSet<String> sorted = new TreeSet<>();
                action.get(features).forEach(feature -> sorted.add(feature.asText()));
                action.set(features, MAPPER.valueToTree(sorted));
            }
        }
        return copy;
    }

    private static List<String> fields(JsonNode node) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> all = node.fieldNames(); all.hasNext(); ) {
            names.add(all.next());
        }
        return names;
    }
}
