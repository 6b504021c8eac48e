/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table with a column of a type that this build does not know can be looked at, but not read. */
class UnknownTypeTest {
    private static final String TABLE = """
            {"commitInfo":{"timestamp":1700000000000,"operation":"WRITE"}}
            {"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":["geospatial"],"writerFeatures":["geospatial"]}}
            {"metaData":{"id":"x","format":{"provider":"parquet","options":{}},"schemaString":"{\\"type\\":\\"struct\\",\\"fields\\":[{\\"name\\":\\"s\\",\\"type\\":{\\"type\\":\\"struct\\",\\"fields\\":[{\\"name\\":\\"g\\",\\"type\\":\\"geometry\\",\\"nullable\\":true,\\"metadata\\":{}}]},\\"nullable\\":true,\\"metadata\\":{}}]}","partitionColumns":[],"configuration":{"delta.appendOnly":"true"}}}
            {"add":{"path":"f","partitionValues":{},"size":7,"modificationTime":1,"dataChange":true,"stats":"{\\"numRecords\\":3}"}}
            """;

    @TempDir
    private Path table;

    @BeforeEach
    void write() throws IOException {
        Path log = Files.createDirectory(table.resolve("_delta_log"));
        Files.writeString(log.resolve("00000000000000000000.json"), TABLE);
    }

    @Test
    void detailShowsTheTableAndWhatStandsInTheWay() throws IOException {
        JsonNode detail =
                new JsonMapper().readTree(Outcome.of("detail", table, "--json").out());
        for (String field : new String[] {"cannotRead", "cannotWrite"}) {
            assertThat(detail.path(field)).hasSize(2);
            assertThat(detail.path(field).get(0).asText())
                    .isEqualTo("The table has a column of a type that flink-delta does not know."
                            + " [column=s.g, type=geometry]");
            assertThat(detail.path(field).get(1).asText()).isEqualTo("geospatial");
        }
        assertThat(detail.path("schema").get(0).asText()).isEqualTo("s struct<g: geometry>");
        assertThat(detail.path("properties").path("delta.appendOnly").asText()).isEqualTo("true");
        assertThat(detail.path("numFiles").asLong()).isEqualTo(1);
        assertThat(detail.path("sizeInBytes").asLong()).isEqualTo(7);
        assertThat(detail.path("numRows").asLong()).isEqualTo(3);
        assertThat(Outcome.of("detail", table).lines()).anyMatch(line -> line.matches("minReaderVersion +3"));
    }

    @Test
    void detailShowsASchemaThatIsNone() throws IOException {
        Path commit = table.resolve("_delta_log/00000000000000000000.json");
        Files.writeString(commit, TABLE.replace("\\\"type\\\":\\\"struct\\\"", "\\\"type\\\":\\\"strukt\\\""));
        Outcome outcome = Outcome.of("detail", table);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("The schema string of the table is no schema");
    }

    @ParameterizedTest
    @ValueSource(strings = {"history", "log"})
    void theOtherCommandsThatLookAtATableDoSo(String command) {
        assertThat(Outcome.of(command, table).exitCode()).isZero();
    }

    @Test
    void theTableIsNeitherReadNorAltered() {
        for (Outcome outcome : new Outcome[] {
            Outcome.of("rows", table),
            Outcome.of("alter", "set", table, "k=v"),
            Outcome.of("rows", table, "--version", 0)
        }) {
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err()).contains("column=s.g", "type=geometry");
        }
    }
}
