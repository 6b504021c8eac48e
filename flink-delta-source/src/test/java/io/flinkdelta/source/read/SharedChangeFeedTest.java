/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.scan.MetadataColumn;
import io.flinkdelta.source.scan.TableScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The change data feeds of tables that Spark wrote, read with restarts, are those that Spark reads. */
class SharedChangeFeedTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CHANGE_TYPE = "_change_type";
    private static final String INSERTED = "\"_change_type\":\"insert\"";
    private static final String DELETED = "\"_change_type\":\"delete\"";
    private static final String COMMIT_VERSION = "_commit_version";

    private final SharedTables tables = SharedTables.find();
    private final SplittableRandom random = new SplittableRandom(11);

    @ParameterizedTest
    @ValueSource(strings = {"cdf-basic", "cdf-dv", "cdf-late", "cdf-mapped", "cdf-partitioned"})
    void theChangesAreSparks(String name) throws IOException {
        List<String> expected = new ArrayList<>();
        long first = Long.MAX_VALUE;
        for (String line : tables.sparkExpected(name, ".changes.jsonl")) {
            expected.add(line);
            first = Math.min(first, JSON.readTree(line).get(COMMIT_VERSION).asLong());
        }
        List<String> found = new ArrayList<>();
        for (Change change : changes(tables.spark(name))) {
            JsonNode row = JSON.readTree(change.line());
            assertThat(row.get(CHANGE_TYPE).asText()).isEqualTo(changeType(change.kind()));
            assertThat(row.get(COMMIT_VERSION).asLong()).isEqualTo(change.version());
            if (change.version() >= first) {
                found.add(change.line());
            }
        }
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(withoutMoves(tables.spark(name), expected))
                .hasSizeGreaterThan(10);
    }

    private List<Change> changes(Path table) throws IOException {
        try (DeltaLog log = ScanRun.log(table)) {
            TableScan scan = ScanRun.scan(
                    table, log.latestSnapshot(), MetadataColumn.CHANGE_TYPE, MetadataColumn.COMMIT_VERSION);
            PlanSettings settings = new PlanSettings(
                    new StartingPoint.ChangesOf(0),
                    new EndingPoint.AtOnce(),
                    CommitReading.CHANGES,
                    true,
                    List.of(),
                    null,
                    4096,
                    512,
                    false);
            return new ScanRun(scan, settings, random).all();
        }
    }

    /**
     * Where nothing is recorded Spark shows all rows of removed files as deleted and all of added ones as inserted; a row
     * that is in both has not changed.
     */
    private static List<String> withoutMoves(Path table, List<String> changes) throws IOException {
        List<String> left = new ArrayList<>();
        Map<String, Integer> inserted = new LinkedHashMap<>();
        try (DeltaLog log = ScanRun.log(table)) {
            for (String line : changes) {
                JsonNode row = JSON.readTree(line);
                boolean delete = row.get(CHANGE_TYPE).asText().equals("delete");
                if (isRecorded(log, row.get(COMMIT_VERSION).asLong())) {
                    left.add(line);
                } else {
                    inserted.merge(line.replace(DELETED, INSERTED), delete ? -1 : 1, Integer::sum);
                }
            }
        }
        inserted.forEach((line, count) ->
                left.addAll(Collections.nCopies(Math.abs(count), count > 0 ? line : line.replace(INSERTED, DELETED))));
        return left;
    }

    private static boolean isRecorded(DeltaLog log, long version) {
        AtomicBoolean recorded = new AtomicBoolean();
        log.commitFile(OptionalLong.of(version)).forEach(action -> {
            if (action instanceof AddCDCFile) {
                recorded.set(true);
            }
        });
        return recorded.get();
    }

    private static String changeType(RowKind kind) {
        return switch (kind) {
            case INSERT -> "insert";
            case UPDATE_BEFORE -> "update_preimage";
            case UPDATE_AFTER -> "update_postimage";
            case DELETE -> "delete";
        };
    }
}
