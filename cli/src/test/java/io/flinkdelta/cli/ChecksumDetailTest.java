/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What detail says about the checksum of a table that Spark wrote. */
class ChecksumDetailTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path table;

    private Path checksum;

    @BeforeEach
    void copyTheLog() throws IOException {
        Path log = Files.createDirectory(table.resolve("_delta_log"));
        try (Stream<Path> files =
                Files.list(SharedFolder.find().spark("dv-basic").resolve("_delta_log"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, log.resolve(file.getFileName().toString()));
            }
        }
        checksum = log.resolve("00000000000000000003.crc");
    }

    @Test
    void itAgrees() throws IOException {
        assertThat(detail().path("checksumFile").asBoolean()).isTrue();
        assertThat(differences()).isEmpty();
    }

    @Test
    void itDiffersFieldByField() throws IOException {
        change("\"numDeletedRecordsOpt\":30", "\"numDeletedRecordsOpt\":31");
        change("\"delta.enableDeletionVectors\":\"true\"", "\"delta.enableDeletionVectors\":\"false\"");
        assertThat(differences())
                .containsExactly(
                        "numDeletedRecordsOpt: 31 in the checksum, 30 in the log",
                        "metadata.configuration: {\"delta.enableDeletionVectors\":\"false\"} in the checksum,"
                                + " {\"delta.enableDeletionVectors\":\"true\"} in the log");
        assertThat(Outcome.of("detail", table, "--version", 3).out())
                .contains("numDeletedRecordsOpt: 31 in the checksum, 30 in the log");
    }

    @Test
    void itIsNone() throws IOException {
        Files.writeString(checksum, "none");
        assertThat(differences()).containsExactly("it is no checksum");
        Files.delete(checksum);
        assertThat(detail().path("checksumFile").asBoolean()).isFalse();
        assertThat(differences()).isEmpty();
    }

    private List<String> differences() throws IOException {
        JsonNode differences = detail().path("checksumDifferences");
        assertThat(differences.isArray()).isTrue();
        List<String> texts = new ArrayList<>();
        differences.forEach(difference -> texts.add(difference.asText()));
        return texts;
    }

    private JsonNode detail() throws IOException {
        return JSON.readTree(
                Outcome.of("detail", table, "--version", 3, "--json").out());
    }

    private void change(String text, String changed) throws IOException {
        String content = Files.readString(checksum);
        assertThat(content).contains(text);
        Files.writeString(checksum, content.replace(text, changed));
    }
}
