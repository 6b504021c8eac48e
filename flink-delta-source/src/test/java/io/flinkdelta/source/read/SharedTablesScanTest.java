/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.common.table.UnrecoverableTableException;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.testing.LineDigest;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.scan.TableScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables that others wrote, read with restarts: every version's rows as a batch; and all versions one after the
 * other as changes, which, folded, give each version's rows as Spark reads them.
 */
class SharedTablesScanTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Files that were vacuumed or spoiled, and a column whose name is blank. */
    private static final List<String> UNREADABLE = List.of(
            "that the log names is missing", "is no action: no valid JSON", "The log has a gap", "has a blank name");

    @TempDir
    private Path scratch;

    private final SharedTables tables = SharedTables.find();
    private final SplittableRandom random = new SplittableRandom(7);
    private final Map<String, String> wrong = new TreeMap<>();
    private int equal;

    @Test
    void everyVersionIsReadAsABatch() throws IOException {
        forEachTable((name, folder, versions) -> {
            for (JsonNode entry : versions) {
                if (!entry.has("error")) {
                    checkBatch(name, folder, entry);
                }
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(equal).isGreaterThan(600);
    }

    private void checkBatch(String name, Path folder, JsonNode entry) throws IOException {
        try (DeltaLog log = ScanRun.log(folder)) {
            Snapshot snapshot = entry.path("latest").asBoolean()
                    ? log.latestSnapshot()
                    : log.snapshotAt(entry.get("version").asLong());
            TableScan scan = ScanRun.scan(folder, snapshot);
            PlanSettings settings = settings(
                    new StartingPoint.SnapshotOf(snapshot.version()), new EndingPoint.AtOnce(), CommitReading.APPENDS);
            List<String> lines = new ScanRun(scan, settings, random)
                    .all().stream().map(Change::line).toList();
            compare(name + "@" + snapshot.version(), lines, entry);
        } catch (DeltaException | UnrecoverableTableException e) {
            complain(name + "@" + entry.get("version"), e);
        }
    }

    /** What no reader can read, or Flink has no name for, is an error that says so. */
    private void complain(String what, RuntimeException error) {
        boolean expected = UNREADABLE.stream().anyMatch(error.getMessage()::contains);
        if (!expected) {
            wrong.put(what, error.getMessage());
        }
    }

    @Test
    void theChangesOfAllVersionsGiveEachVersion() throws IOException {
        forEachTable((name, folder, versions) -> {
            Map<Long, JsonNode> expected = new TreeMap<>();
            for (JsonNode entry : versions) {
                if (!entry.has("error") && entry.get("version").canConvertToLong()) {
                    expected.put(entry.get("version").asLong(), entry);
                }
            }
            if (!expected.isEmpty()) {
                fold(name, folder, expected);
            }
        });
        assertThat(wrong).isEmpty();
        assertThat(equal).isGreaterThan(400);
    }

    /** Begins with the first version's rows; anew where the schema changes, as a job does that is built anew. */
    private void fold(String name, Path folder, Map<Long, JsonNode> expected) throws IOException {
        long base = expected.keySet().iterator().next();
        try (DeltaLog log = ScanRun.log(folder)) {
            long newest = log.latestSnapshot().version();
            while (base <= newest) {
                TableScan scan = ScanRun.scan(folder, log.snapshotAt(base));
                PlanSettings snapshot =
                        settings(new StartingPoint.SnapshotOf(base), new EndingPoint.AtOnce(), CommitReading.CHANGES);
                List<Change> rows = new ScanRun(scan, snapshot, random).all();
                Map<String, Integer> state = new HashMap<>();
                apply(rows, state);
                base = follow(name, scan, base, newest, state, expected);
            }
        } catch (DeltaException | UnrecoverableTableException e) {
            complain(name + " from " + base, e);
        }
    }

    /** The version at which it has to begin anew, or one above the newest. */
    private long follow(
            String name,
            TableScan scan,
            long base,
            long newest,
            Map<String, Integer> state,
            Map<Long, JsonNode> expected)
            throws IOException {
        check(name, base, state, expected);
        for (long version = base + 1; version <= newest; version++) {
            PlanSettings settings = settings(
                    new StartingPoint.ChangesOf(version), new EndingPoint.Version(version), CommitReading.CHANGES);
            try {
                Optional<PlanPosition> position = Optional.of(new InChanges(version, 0));
                apply(new ScanRun(scan, settings, random).from(position).all(), state);
            } catch (DeltaException e) {
                if (e.getMessage().contains("Build the job anew")) {
                    return version;
                }
                throw e;
            }
            if (!scan.tableSchema().equals(schema(scan, version))) {
                // The rows of the expectation have the new names and columns.
                return version;
            }
            check(name, version, state, expected);
        }
        return newest + 1;
    }

    private static String schema(TableScan scan, long version) {
        try (DeltaLog log = ScanRun.log(Path.of(scan.tablePath()))) {
            return SchemaJson.write(log.snapshotAt(version).schema());
        }
    }

    private void apply(List<Change> changes, Map<String, Integer> state) {
        for (Change change : changes) {
            boolean added = change.kind() == RowKind.INSERT || change.kind() == RowKind.UPDATE_AFTER;
            state.merge(change.line(), added ? 1 : -1, Integer::sum);
        }
    }

    private void check(String name, long version, Map<String, Integer> state, Map<Long, JsonNode> expected) {
        JsonNode entry = expected.get(version);
        if (entry == null) {
            return;
        }
        List<String> lines = new ArrayList<>();
        state.forEach((line, count) -> {
            for (int i = 0; i < count; i++) {
                lines.add(line);
            }
            if (count < 0) {
                wrong.put(name + "@" + version, "deleted, but not there: " + line);
            }
        });
        compare(name + "@" + version, lines, entry);
    }

    private void compare(String what, List<String> lines, JsonNode entry) {
        String digest = LineDigest.of(lines);
        if (digest.equals(entry.get("sha256").asText())
                || digest.equals(entry.path("kernel").path("sha256").asText())) {
            equal++;
        } else {
            wrong.put(
                    what,
                    lines.size() + " rows, expected " + entry.get("count") + "; the first: "
                            + lines.stream().findFirst().orElse("none"));
        }
    }

    private static PlanSettings settings(StartingPoint start, EndingPoint end, CommitReading reading) {
        return new PlanSettings(start, end, reading, true, List.of(), null, 4096, 512, false);
    }

    @FunctionalInterface
    private interface TableVisitor {
        void visit(String name, Path folder, List<JsonNode> versions) throws IOException;
    }

    private void forEachTable(TableVisitor visitor) throws IOException {
        Map<String, List<JsonNode>> golden = new TreeMap<>();
        for (String line : tables.goldenExpected("index", ".jsonl")) {
            JsonNode entry = JSON.readTree(line);
            golden.computeIfAbsent(entry.get("table").asText(), unused -> new ArrayList<>())
                    .add(entry);
        }
        for (Map.Entry<String, List<JsonNode>> table : golden.entrySet()) {
            visitor.visit(table.getKey(), tables.golden(table.getKey().replace('~', '/')), table.getValue());
        }
        Path manifest = tables.spark("x").getParent().resolveSibling("manifest.json");
        for (Map.Entry<String, JsonNode> table :
                JSON.readTree(manifest.toFile()).get("tables").properties()) {
            Path folder = Files.exists(tables.spark(table.getKey() + ".tar.gz"))
                    ? tables.unpackSpark(table.getKey(), scratch)
                    : tables.spark(table.getKey());
            List<JsonNode> versions = new ArrayList<>();
            table.getValue().get("versions").forEach(versions::add);
            visitor.visit(table.getKey(), folder, versions);
        }
    }
}
