/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.testing.SharedTables;
import io.flinkdelta.log.txn.Operation;
import io.flinkdelta.log.txn.RowDeletes;
import io.flinkdelta.source.DeltaSource;
import io.flinkdelta.source.DeltaSourceBuilder;
import io.flinkdelta.source.DeltaSourceOptions;
import io.flinkdelta.source.plan.CommitReading;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ids of rows and the versions that inserted or updated them are those that Spark shows, whoever wrote last. */
// Flink's iterators may throw anything when they are closed.
@SuppressWarnings("try")
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class TrackedRowsLikeSparkIT {
    private static final String[] METADATA = {"_row_id", "_row_commit_version", "_commit_version"};

    @ParameterizedTest
    @CsvSource({"true,none", "false,none", "true,name", "false,id"})
    void inEveryVersion(
            boolean deletionVectors, String mapping, RefereeProcess referee, FlinkCluster cluster, @TempDir Path folder)
            throws Exception {
        Path path = folder.resolve("t");
        SparkTable table = new SparkTable(referee, path);
        table.run(
                "CREATE TABLE delta.`" + path + "` (id BIGINT, v STRING) USING delta TBLPROPERTIES"
                        + " ('delta.enableRowTracking' = 'true', 'delta.enableDeletionVectors' = '" + deletionVectors
                        + "', 'delta.columnMapping.mode' = '" + mapping + "')",
                "INSERT INTO TABLE SELECT id, CONCAT('v', id) FROM RANGE(0, 200, 1, 2)");
        append(cluster, path, 200, 260);
        table.run(
                "UPDATE TABLE SET v = 'updated' WHERE id % 10 = 3",
                "MERGE INTO TABLE t USING (SELECT id FROM RANGE(190, 280)) s ON t.id = s.id"
                        + " WHEN MATCHED AND s.id % 3 = 0 THEN DELETE WHEN MATCHED AND s.id % 3 = 1 THEN UPDATE SET v ="
                        + " 'merged' WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, 'merged')");
        if (deletionVectors) {
            hideFirstRows(path);
        }
        table.run("OPTIMIZE TABLE", "DELETE FROM TABLE WHERE id BETWEEN 50 AND 60");
        append(cluster, path, 300, 310);
        table.run("UPDATE TABLE SET v = 'again' WHERE id > 255", "OPTIMIZE TABLE");

        assertSameAsSpark(cluster, referee, path, 1);
    }

    @ParameterizedTest
    @CsvSource({"row-tracking,1", "row-tracking-late,5"})
    void ofTablesThatSparkWrote(String name, long first, RefereeProcess referee, FlinkCluster cluster)
            throws Exception {
        assertSameAsSpark(cluster, referee, SharedTables.find().spark(name), first);
    }

    /** As batches, and followed from the first version on. */
    private static void assertSameAsSpark(FlinkCluster cluster, RefereeProcess referee, Path path, long first)
            throws Exception {
        long newest = TableReaders.log(path).latestSnapshot().version();
        List<String> changes = read(
                cluster,
                source(path)
                        .option(DeltaSourceOptions.VERSION_AS_OF, first)
                        .option(DeltaSourceOptions.ENDING_VERSION, newest)
                        .option(DeltaSourceOptions.COMMIT_READING, CommitReading.CHANGES));
        List<String> rows = new ArrayList<>();
        for (long version = first; version <= newest; version++) {
            List<String> expected = spark(referee, path, version);
            assertThat(read(cluster, source(path).option(DeltaSourceOptions.VERSION_AS_OF, version)))
                    .as("version %s", version)
                    .containsExactlyInAnyOrderElementsOf(
                            expected.stream().map((version + " +I ")::concat).toList())
                    .isNotEmpty();
            apply(changes, version, rows);
            assertThat(rows).as("changes up to version %s", version).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static void apply(List<String> changes, long version, List<String> rows) {
        for (String kind : List.of("-D", "+I")) {
            String prefix = version + " " + kind + " ";
            for (String change : changes) {
                if (change.startsWith(prefix)) {
                    String row = change.substring(prefix.length());
                    boolean applied = kind.equals("+I") ? rows.add(row) : rows.remove(row);
                    assertThat(applied).as(change).isTrue();
                }
            }
        }
    }

    private static DeltaSourceBuilder source(Path path) {
        return DeltaSource.forRowData(path.toString()).metadataColumns(METADATA);
    }

    /** Version, kind, id, row id and row's version of each row. */
    private static List<String> read(FlinkCluster cluster, DeltaSourceBuilder source) throws Exception {
        List<String> lines = new ArrayList<>();
        try (CloseableIterator<RowData> rows = cluster.environment(2, 100)
                .fromSource(source.build(), WatermarkStrategy.noWatermarks(), "rows")
                .executeAndCollect()) {
            rows.forEachRemaining(row -> {
                int first = row.getArity() - METADATA.length;
                lines.add(row.getLong(first + 2) + " " + row.getRowKind().shortString() + " " + row.getLong(0) + " "
                        + row.getLong(first) + " " + row.getLong(first + 1));
            });
        }
        return lines;
    }

    private static List<String> spark(RefereeProcess referee, Path path, long version) {
        List<String> lines = new ArrayList<>();
        for (JsonNode row :
                referee.sql("SELECT id, _metadata.row_id AS i, _metadata.row_commit_version AS c FROM delta.`" + path
                        + "` VERSION AS OF " + version)) {
            lines.add(row.get("id") + " " + row.get("i") + " " + row.get("c"));
        }
        return lines;
    }

    private static void append(FlinkCluster cluster, Path path, long from, long to) throws Exception {
        List<RowData> rows = LongStream.range(from, to)
                .<RowData>mapToObj(id -> GenericRowData.of(id, StringData.fromString("ours")))
                .toList();
        Snapshot snapshot = TableReaders.log(path).latestSnapshot();
        new TableWriter(cluster, path, DeltaTypes.toFlink(snapshot.schema()), List.of(), Map.of()).append(rows);
    }

    private static void hideFirstRows(Path path) {
        try (DeltaLog log = TableReaders.log(path)) {
            Snapshot snapshot = log.latestSnapshot();
            List<RowDeletes.FileChange> changes = new ArrayList<>();
            try (RowDeletes deletes =
                            RowDeletes.on(snapshot, log.storage().data(), UUID.randomUUID(), Clock.systemUTC());
                    Stream<AddFile> files = snapshot.files()) {
                files.forEach(
                        file -> deletes.delete(file, DeletionVector.of(1, 2)).ifPresent(changes::add));
            }
            log.newTransaction(snapshot, Operation.WRITE).deleteRows(changes).commit();
        }
    }
}
