/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.referee.Engine;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.RowsDigest;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.source.DeltaSourceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spark changes tables at random, with and without a change data feed, deletion vectors and partitions; the changes that
 * the source gives are those of Spark's feed where there is one, and lead from version to version where there is none.
 * {@code -Dchanges.seeds=N} for more seeds, {@code -Dchanges.from=S} for others.
 */
// Flink's iterators may throw anything when they are closed.
@SuppressWarnings("try")
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class ChangesLikeSparkIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INSERTED = "\"_change_type\":\"insert\"";
    private static final String DELETED = "\"_change_type\":\"delete\"";
    private static final int STATEMENTS = 9;

    static Stream<Long> seeds() {
        long first = Long.getLong("changes.from", 0);
        return LongStream.range(first, first + Long.getLong("changes.seeds", 4)).boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void changesAreThoseOfSpark(long seed, RefereeProcess referee, FlinkCluster cluster, @TempDir Path folder)
            throws Exception {
        boolean feed = seed % 2 == 0;
        Random random = new Random(seed);
        SparkTable table = create(referee, folder.resolve("t"), feed, seed % 4 < 2, random.nextBoolean());
        for (int i = 0; i < STATEMENTS; i++) {
            table.run(statement(random, table));
        }
        ChangeReader reader = new ChangeReader(cluster, table.path());
        if (feed) {
            assertThat(reader.read(reader.source()))
                    .containsExactlyInAnyOrderElementsOf(feed(referee, table.path()))
                    .hasSizeGreaterThan(STATEMENTS);
        }
        List<String> keyed = reader.read(reader.source().option(DeltaSourceOptions.PRIMARY_KEY, List.of("id")));
        assertLeadsFromVersionToVersion(keyed, referee, table.path());
        if (!feed) {
            assertUpdatesArePairs(keyed);
        }
    }

    private static SparkTable create(
            RefereeProcess referee, Path path, boolean feed, boolean deletionVectors, boolean partitioned) {
        SparkTable table = new SparkTable(referee, path);
        table.run("CREATE TABLE TABLE (id BIGINT, k INT, v STRING) USING delta "
                        .replace("TABLE TABLE", "TABLE delta.`" + path + "`")
                + (partitioned ? "PARTITIONED BY (k) " : "")
                + "TBLPROPERTIES ('delta.enableChangeDataFeed' = '" + feed + "', 'delta.enableDeletionVectors' = '"
                + deletionVectors + "')");
        table.run("INSERT INTO TABLE SELECT id, CAST(id % 3 AS INT), CONCAT('v', id) FROM RANGE(0, 200, 1, 2)");
        return table;
    }

    private static String statement(Random random, SparkTable table) {
        int divisor = 2 + random.nextInt(9);
        int rest = random.nextInt(divisor);
        String some = "id % " + divisor + " = " + rest;
        String name = "delta.`" + table.path() + "`";
        return switch (random.nextInt(9)) {
            case 0 ->
                "INSERT INTO TABLE SELECT id, CAST(id % 3 AS INT), 'new' FROM RANGE(" + random.nextInt(300) + ", 310)";
            case 1 -> "UPDATE TABLE SET v = CONCAT(v, '.') WHERE " + some;
            case 2 -> "UPDATE TABLE SET k = pmod(k + 1, 3) WHERE " + some;
            case 3 -> "UPDATE TABLE SET v = v WHERE " + some;
            case 4 -> "DELETE FROM TABLE WHERE " + some;
            case 5 -> "DELETE FROM TABLE WHERE k = " + random.nextInt(3);
            case 6 ->
                "MERGE INTO TABLE t USING (SELECT id, CAST(id % 3 AS INT) k FROM RANGE(" + 50 * rest
                        + ", 320)) s"
                        + " ON t.id = s.id AND t.v != 'new'"
                        + " WHEN MATCHED AND s.id % 3 = 0 THEN DELETE WHEN MATCHED AND s.id % 3 = 1 THEN UPDATE SET v ="
                        + " 'merged' WHEN NOT MATCHED THEN INSERT (id, k, v) VALUES (s.id, s.k, 'merged')";
            case 7 ->
                random.nextBoolean()
                        ? "RESTORE TABLE " + name + " TO VERSION AS OF " + version(table)
                        : "INSERT OVERWRITE " + name + " SELECT * FROM " + name + " WHERE NOT (" + some + ")";
            default -> "OPTIMIZE TABLE";
        };
    }

    /** Not the first, which has no rows. */
    private static long version(SparkTable table) {
        return Math.max(1, TableReaders.log(table.path()).latestSnapshot().version() - 2);
    }

    /** Spark's changes; where none are recorded, without the rows that it shows as deleted and inserted. */
    private static List<String> feed(RefereeProcess referee, Path path) {
        List<String> left = new ArrayList<>();
        Map<String, Integer> inserted = new LinkedHashMap<>();
        for (JsonNode row :
                referee.sql("SELECT * EXCEPT (_commit_timestamp) FROM table_changes_by_path('" + path + "', 0)")) {
            String line = row.toString();
            if (isRecorded(path, row.get("_commit_version").asLong())) {
                left.add(line);
            } else {
                inserted.merge(line.replace(DELETED, INSERTED), line.contains(DELETED) ? -1 : 1, Integer::sum);
            }
        }
        inserted.forEach((line, count) ->
                left.addAll(Collections.nCopies(Math.abs(count), count > 0 ? line : line.replace(INSERTED, DELETED))));
        return left;
    }

    private static boolean isRecorded(Path path, long version) {
        AtomicBoolean recorded = new AtomicBoolean();
        try (DeltaLog log = TableReaders.log(path)) {
            log.commitFile(OptionalLong.of(version)).forEach(action -> {
                if (action instanceof AddCDCFile) {
                    recorded.set(true);
                }
            });
        }
        return recorded.get();
    }

    private static void assertLeadsFromVersionToVersion(List<String> lines, RefereeProcess referee, Path path)
            throws Exception {
        Map<Long, List<JsonNode>> changes = new TreeMap<>();
        for (String line : lines) {
            JsonNode row = JSON.readTree(line);
            changes.computeIfAbsent(row.get("_commit_version").asLong(), version -> new ArrayList<>())
                    .add(row);
        }
        try (DeltaLog log = TableReaders.log(path)) {
            long newest = log.latestSnapshot().version();
            List<OptionalLong> versions =
                    LongStream.rangeClosed(0, newest).mapToObj(OptionalLong::of).toList();
            List<RowsDigest> expected = referee.digests(Engine.SPARK, path, versions);
            List<String> rows = new ArrayList<>();
            for (long version = 0; version <= newest; version++) {
                List<JsonNode> here = changes.getOrDefault(version, List.of());
                apply(here, rows);
                assertThat(RowsDigest.of(rows)).as("version %s", version).isEqualTo(expected.get((int) version));
                String operation = log.commitFile(OptionalLong.of(version))
                        .commitInfo()
                        .orElseThrow()
                        .operation()
                        .orElseThrow();
                if (operation.equals("OPTIMIZE")) {
                    assertThat(here).isEmpty();
                }
            }
        }
    }

    private static void apply(List<JsonNode> changes, List<String> rows) {
        for (String type : List.of("delete", "update_preimage", "insert", "update_postimage")) {
            for (JsonNode change : changes) {
                if (change.get("_change_type").asText().equals(type)) {
                    String row = "{\"id\":" + change.get("id") + ",\"k\":" + change.get("k") + ",\"v\":"
                            + change.get("v") + "}";
                    if (type.equals("delete") || type.equals("update_preimage")) {
                        assertThat(rows.remove(row)).as("%s", change).isTrue();
                    } else {
                        rows.add(row);
                    }
                }
            }
        }
    }

    /** No row changes into itself, and each key that is updated in a version is so before and after. */
    private static void assertUpdatesArePairs(List<String> lines) throws Exception {
        Set<String> before = new HashSet<>();
        Set<String> after = new HashSet<>();
        Set<String> lost = new HashSet<>();
        for (String line : lines) {
            JsonNode row = JSON.readTree(line);
            String type = row.get("_change_type").asText();
            String key = row.get("_commit_version") + ":" + row.get("id");
            if (type.equals("update_preimage")) {
                before.add(key);
                lost.add(line.replace("preimage", "postimage"));
            } else if (type.equals("update_postimage")) {
                after.add(key);
            }
        }
        assertThat(after).isEqualTo(before);
        assertThat(lines).noneMatch(lost::contains);
    }

    @Test
    void aStreamGoesOnBesideWritersAndMaintenance(RefereeProcess referee, FlinkCluster cluster, @TempDir Path folder)
            throws Exception {
        SparkTable table = create(referee, folder.resolve("t"), false, true, false);
        ChangeReader reader = new ChangeReader(cluster, table.path());
        long last = 13;
        List<String> lines = new ArrayList<>();
        try (CloseableIterator<String> rows = reader.start(reader.source()
                .option(DeltaSourceOptions.MONITOR_INTERVAL, Duration.ofMillis(50))
                .option(DeltaSourceOptions.ENDING_VERSION, last))) {
            for (int round = 0; round < 3; round++) {
                table.run(
                        "UPDATE TABLE SET v = CONCAT(v, '.') WHERE id % 5 = " + round,
                        "DELETE FROM TABLE WHERE id % 11 = " + round,
                        "INSERT INTO TABLE SELECT id, 0, 'more' FROM RANGE(1000, 1020)",
                        "OPTIMIZE TABLE",
                        "VACUUM TABLE");
                try (DeltaLog log = TableReaders.log(table.path())) {
                    log.checkpoint(log.latestSnapshot());
                    log.cleanUpLog();
                }
            }
            while (TableReaders.log(table.path()).latestSnapshot().version() < last) {
                table.run("INSERT INTO TABLE VALUES (2000, 1, 'end')");
            }
            rows.forEachRemaining(lines::add);
        }
        assertLeadsUpTo(lines, referee, table.path(), last);
    }

    private static void assertLeadsUpTo(List<String> lines, RefereeProcess referee, Path path, long last)
            throws Exception {
        List<JsonNode> changes = new ArrayList<>();
        for (String line : lines) {
            changes.add(JSON.readTree(line));
        }
        List<String> rows = new ArrayList<>();
        for (long version = 0; version <= last; version++) {
            long here = version;
            apply(
                    changes.stream()
                            .filter(change -> change.get("_commit_version").asLong() == here)
                            .toList(),
                    rows);
        }
        assertThat(RowsDigest.of(rows))
                .isEqualTo(referee.digests(Engine.SPARK, path, List.of(OptionalLong.of(last)))
                        .get(0));
    }
}
