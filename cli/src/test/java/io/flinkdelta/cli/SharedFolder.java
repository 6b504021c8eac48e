/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The tables that other programs wrote and what the referees read from them: {@code shared} beside
 * the checkout, or where the system property {@code flinkdelta.shared} says. Where it is absent a
 * test is skipped, or fails when {@code CI=true}.
 */
final class SharedFolder {
    private final Path root;

    private SharedFolder(Path root) {
        this.root = root;
    }

    static SharedFolder find() {
        String named = System.getProperty("flinkdelta.shared");
        Path found = named == null ? null : Path.of(named);
        for (Path folder = Path.of("").toAbsolutePath(); found == null && folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolve("shared");
            found = Files.isDirectory(candidate.resolve("golden/tables")) ? candidate : null;
        }
        if (found == null && Boolean.parseBoolean(System.getenv("CI"))) {
            throw new AssertionError("the shared tables are missing: put them beside the checkout as ../shared");
        }
        Assumptions.assumeTrue(found != null, "skipped: no ../shared beside the checkout");
        return new SharedFolder(found);
    }

    /**
     * What the referees made of one version of a table.
     *
     * @param version null for the newest
     * @param digests what Spark and Kernel read (Spark pads CHAR columns, Kernel does not); none when the version
     *     must be refused
     */
    record Expected(Path table, Long version, long count, List<String> digests) {}

    Path golden(String name) {
        return root.resolve("golden/tables").resolve(name);
    }

    Path spark(String name) {
        return root.resolve("spark-tables/tables").resolve(name);
    }

    List<String> goldenLines(String file) throws IOException {
        return Files.readAllLines(root.resolve("golden/expected").resolve(file));
    }

    /** Every version of every golden table. */
    List<Expected> golden() throws IOException {
        List<Expected> all = new ArrayList<>();
        for (String line : goldenLines("index.jsonl")) {
            JsonNode entry = new JsonMapper().readTree(line);
            all.add(expected(golden(entry.path("table").asText().replace('~', '/')), entry));
        }
        return all;
    }

    /** Every version of every table that Spark wrote, but for those that are packed. */
    List<Expected> spark() throws IOException {
        List<Expected> all = new ArrayList<>();
        JsonNode manifest = new JsonMapper()
                .readTree(Files.readString(root.resolve("spark-tables/manifest.json")))
                .path("tables");
        for (var table : manifest.properties()) {
            if (Files.isDirectory(spark(table.getKey()))) {
                table.getValue().path("versions").forEach(entry -> all.add(expected(spark(table.getKey()), entry)));
            }
        }
        return all;
    }

    private static Expected expected(Path table, JsonNode entry) {
        JsonNode version = entry.path("version");
        return new Expected(
                table,
                version.isNumber() ? version.longValue() : null,
                entry.path("count").asLong(),
                Stream.of(entry.path("sha256"), entry.path("kernel").path("sha256"))
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::asText)
                        .toList());
    }
}
