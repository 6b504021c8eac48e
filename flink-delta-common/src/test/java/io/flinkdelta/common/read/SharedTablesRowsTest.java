/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.common.json.ExactRowEncoder;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.testing.LineDigest;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of every version of the tables that others wrote are those that Spark reads. */
class SharedTablesRowsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path scratch;

    private final SharedTables tables = SharedTables.find();
    private int readable;
    private int equal;

    @Test
    void goldenTables() throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        for (String line : tables.goldenExpected("index", ".jsonl")) {
            JsonNode entry = JSON.readTree(line);
            String name = entry.get("table").asText();
            check(name, tables.golden(name.replace('~', '/')), entry, wrong);
        }
        assertThat(wrong).isEmpty();
        assertThat(equal).isEqualTo(readable).isGreaterThan(120);
    }

    @Test
    void sparkTables() throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        Path manifest = tables.spark("x").getParent().resolveSibling("manifest.json");
        JSON.readTree(manifest.toFile()).get("tables").properties().forEach(table -> {
            Path folder = folder(table.getKey());
            for (JsonNode entry : table.getValue().get("versions")) {
                check(table.getKey(), folder, entry, wrong);
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(equal).isEqualTo(readable).isGreaterThan(480);
    }

    /** The table's folder; those with names beyond ASCII come as archives and are unpacked. */
    private Path folder(String name) {
        Path archive = tables.spark(name + ".tar.gz");
        if (!Files.exists(archive)) {
            return tables.spark(name);
        }
        try {
            Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", scratch.toString())
                    .inheritIO()
                    .start();
            assertThat(tar.waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return scratch.resolve(name);
    }

    private void check(String name, Path folder, JsonNode entry, Map<String, String> wrong) {
        readable += entry.has("error") ? 0 : 1;
        String problem;
        try {
            problem = compare(encodedRows(folder, entry), entry);
        } catch (DeltaException e) {
            problem = entry.has("error") ? "" : e.getMessage();
        }
        if (!problem.isEmpty()) {
            wrong.put(name + "@" + entry.get("version"), problem);
        }
    }

    private static List<String> encodedRows(Path folder, JsonNode entry) {
        TableStorage storage = TableStorage.open(folder.toString(), new Configuration(false));
        List<String> lines = new ArrayList<>();
        try (DeltaLog log = new DeltaLog(storage, Clock.systemUTC())) {
            Snapshot snapshot = entry.path("latest").asBoolean()
                    ? log.latestSnapshot()
                    : log.snapshotAt(entry.get("version").asLong());
            ExactRowEncoder encoder = ExactRowEncoder.of(snapshot.schema());
            try (TableRows rows = TableRows.read(storage, snapshot)) {
                rows.forEachRemaining(row -> lines.add(encoder.encode(row)));
            }
        }
        return lines;
    }

    private String compare(List<String> lines, JsonNode entry) {
        if (entry.has("error")) {
            // Spark refuses a table without columns, and without a schema there are no rows to get wrong.
            return lines.isEmpty() || lines.get(0).equals("{}") ? "" : "read, but should fail: " + lines.get(0);
        }
        String digest = LineDigest.of(lines);
        // Where the two referees differ: Spark pads CHAR columns when it reads them, Delta Kernel gives what is stored.
        if (digest.equals(entry.get("sha256").asText())
                || digest.equals(entry.path("kernel").path("sha256").asText())) {
            equal++;
            return "";
        }
        return lines.size() + " rows, expected " + entry.get("count") + "; the first: "
                + lines.stream().findFirst().orElse("none");
    }
}
