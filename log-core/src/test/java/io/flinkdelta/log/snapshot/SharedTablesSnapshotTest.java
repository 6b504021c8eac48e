/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * The tables that others wrote: the live files of every version are those that Spark sees, and what
 * cannot be read is refused by the name of the reason.
 */
class SharedTablesSnapshotTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final SharedTables tables = SharedTables.find();

    @Test
    void goldenTables() throws IOException {
        List<Version> versions = new ArrayList<>();
        for (String line : tables.goldenExpected("index", ".jsonl")) {
            JsonNode entry = JSON.readTree(line);
            String name = entry.get("table").asText();
            versions.add(new Version(name, tables.golden(name.replace('~', '/')), entry));
        }
        Tally tally = check(versions);
        assertThat(tally.read).isGreaterThan(90);
        assertThat(tally.listed).isGreaterThan(50);
    }

    @Test
    void sparkTables() throws IOException {
        List<Version> versions = new ArrayList<>();
        JsonNode manifest = JSON.readTree(
                tables.spark("x").getParent().resolveSibling("manifest.json").toFile());
        manifest.get("tables").properties().forEach(table -> {
            for (JsonNode entry : table.getValue().get("versions")) {
                Path folder = tables.spark(table.getKey());
                if (Files.isDirectory(folder)) {
                    versions.add(new Version(table.getKey(), folder, entry));
                }
            }
        });
        Tally tally = check(versions);
        assertThat(tally.read).isGreaterThan(250);
        assertThat(tally.listed).isGreaterThan(60);
    }

    private Tally check(List<Version> versions) {
        Tally tally = new Tally();
        TreeMap<String, String> wrong = new TreeMap<>();
        for (Version version : versions) {
            String problem = check(version, tally);
            if (problem != null) {
                wrong.put(version.name + version.expected.get("version"), problem);
            }
        }
        assertThat(wrong).isEmpty();
        return tally;
    }

    /** Null when all is well. */
    private String check(Version version, Tally tally) {
        JsonNode expected = version.expected;
        List<AddFile> files = new ArrayList<>();
        Throwable failure = catchThrowable(() -> {
            try (DeltaLog log = new DeltaLog(
                            io.flinkdelta.log.store.TableStorage.open(
                                    version.folder.toString(), new Configuration(false)),
                            java.time.Clock.systemUTC());
                    Stream<AddFile> live = snapshot(log, expected).files()) {
                live.forEach(files::add);
            }
        });
        if (failure != null) {
            return failure instanceof DeltaException && expected.has("error") ? null : String.valueOf(failure);
        }
        tally.read++;
        if (expected.has("filesSha256")) {
            tally.listed++;
            return digest(files).equals(expected.get("filesSha256").asText()) ? null : "other files: " + lines(files);
        }
        OptionalLong rows = rows(files);
        return rows.isEmpty()
                        || !expected.has("count")
                        || rows.getAsLong() == expected.get("count").asLong()
                ? null
                : "rows: " + rows;
    }

    private static Snapshot snapshot(DeltaLog log, JsonNode expected) {
        return expected.get("latest").asBoolean()
                ? log.latestSnapshot()
                : log.snapshotAt(expected.get("version").asLong());
    }

    private static OptionalLong rows(List<AddFile> files) {
        long rows = 0;
        for (AddFile file : files) {
            JsonNode stats;
            try {
                stats = JSON.readTree(file.stats().orElse("{}"));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            if (!stats.has("numRecords")) {
                return OptionalLong.empty();
            }
            rows += stats.get("numRecords").asLong()
                    - file.deletionVector()
                            .map(DeletionVectorDescriptor::cardinality)
                            .orElse(0L);
        }
        return OptionalLong.of(rows);
    }

    private static List<String> lines(List<AddFile> files) {
        List<byte[]> lines = new ArrayList<>();
        for (AddFile file : files) {
            ObjectNode json = JSON.createObjectNode();
            json.put("path", file.path());
            ArrayNode values = json.putArray("partitionValues");
            new TreeMap<>(file.partitionValues().asMap())
                    .forEach((column, value) -> values.addArray().add(column).add(value));
            json.put("size", file.size());
            DeletionVectorDescriptor vector = file.deletionVector().orElse(null);
            json.put("dvType", vector == null ? null : vector.storageType());
            json.put("dvPath", vector == null ? null : vector.pathOrInlineDv());
            json.putNull("dvOffset");
            if (vector != null) {
                vector.offset().ifPresent(offset -> json.put("dvOffset", offset));
            }
            json.put("dvCardinality", vector == null ? null : vector.cardinality());
            lines.add(json.toString().getBytes(StandardCharsets.UTF_8));
        }
        lines.sort(Arrays::compareUnsigned);
        return lines.stream()
                .map(line -> new String(line, StandardCharsets.UTF_8))
                .toList();
    }

    private static String digest(List<AddFile> files) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            lines(files).forEach(line -> sha.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private record Version(String name, Path folder, JsonNode expected) {}

    private static final class Tally {
        private int read;
        private int listed;
    }
}
