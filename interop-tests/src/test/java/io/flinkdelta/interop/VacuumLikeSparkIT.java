/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.interop.referee.SparkTable;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.maintenance.VacuumRequest;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.testing.SharedTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our vacuum names, deletes and records what Spark's does. */
@ExtendWith(RefereeExtension.class)
final class VacuumLikeSparkIT {
    @TempDir
    private Path folder;

    private final RefereeProcess referee;

    VacuumLikeSparkIT(RefereeProcess referee) {
        this.referee = referee;
    }

    /** Not among them: dv-inline, over whose inline deletion vectors Spark's VACUUM stumbles. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cdf-mapped",
                "cdf-partitioned",
                "column-names-mapped",
                "converted",
                "dml-classic",
                "dv-mapped",
                "dv-partitioned",
                "dv-restored",
                "log-extras",
                "multipart-checkpoint",
                "restored",
                "v2-checkpoint-json",
                "vacuumed"
            })
    void aTableOfSparksIsVacuumedAlike(String name) throws IOException {
        Path table = folder.resolve("t");
        copy(SharedTables.find().spark(name), table);
        vacuumAlike(new SparkTable(referee, table));
        assertHistoryAlike(new SparkTable(referee, table));
    }

    @ParameterizedTest
    @ValueSource(strings = "partition-special-strings")
    void anArchivedTableOfSparksIsVacuumedAlike(String name) throws IOException {
        SparkTable table = new SparkTable(referee, SharedTables.find().unpackSpark(name, folder));
        vacuumAlike(table);
        assertHistoryAlike(table);
    }

    @Test
    void everythingAtOnce() throws IOException {
        Path table = folder.resolve("a %25 table");
        SparkTable spark = new SparkTable(referee, table);
        spark.run(
                "CREATE TABLE TABLE (id BIGINT, `_p` STRING, v STRING) USING delta PARTITIONED BY (`_p`)"
                        .replace("TABLE TABLE", "TABLE delta.`" + table + "`"),
                "INSERT INTO TABLE SELECT id, ELEMENT_AT(ARRAY('a b', 'x/y:z', '%20', '\u00e9\u4e2d', '_u', NULL),"
                        + " CAST(id % 6 + 1 AS INT)), 'v' FROM RANGE(0, 60, 1, 2)",
                "ALTER TABLE TABLE SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true',"
                        + " 'delta.enableChangeDataFeed' = 'true')",
                "DELETE FROM TABLE WHERE id % 10 = 3",
                "UPDATE TABLE SET v = 'w' WHERE id % 7 = 1",
                "ALTER TABLE TABLE SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')",
                "ALTER TABLE TABLE RENAME COLUMN `_p` TO p",
                "INSERT INTO TABLE VALUES (1000, 'a b', 'mapped'), (1001, 'new', 'mapped')",
                "DELETE FROM TABLE WHERE id IN (1, 2, 1000)",
                "OPTIMIZE TABLE WHERE p = 'a b'",
                "DELETE FROM TABLE WHERE p = '_u'");
        vacuumAlike(spark);
    }

    /** The clone names the files of its source by absolute paths, which lead out of its folder. */
    @Test
    void aShallowCloneAndItsSource() throws IOException {
        SparkTable source = new SparkTable(referee, folder.resolve("the source"));
        SparkTable clone = new SparkTable(referee, folder.resolve("clone"));
        source.run(
                "CREATE TABLE TABLE (id BIGINT, p STRING) USING delta PARTITIONED BY (p)"
                        + " TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
                "INSERT INTO TABLE SELECT id, IF(id % 2 = 0, 'a b', 'c') FROM RANGE(0, 40, 1, 2)",
                "DELETE FROM TABLE WHERE id = 7");
        clone.run(
                "CREATE TABLE TABLE SHALLOW CLONE delta.`" + source.path() + "`",
                "DELETE FROM TABLE WHERE id IN (8, 9)",
                "INSERT INTO TABLE VALUES (100, 'a b')",
                "UPDATE TABLE SET id = id + 1000 WHERE id = 100");
        new SparkVacuum(source).age();
        List<String> ofSource = files(source.path());
        vacuumAlike(clone);
        assertThat(files(source.path())).isEqualTo(ofSource);

        source.run("OPTIMIZE TABLE");
        vacuumAlike(source);
        assertThat(files(source.path())).isNotEmpty().doesNotContainAnyElementsOf(parquet(ofSource));
    }

    private static List<String> parquet(List<String> files) {
        return files.stream().filter(file -> file.endsWith(".parquet")).toList();
    }

    private static List<String> files(Path table) throws IOException {
        try (Stream<Path> paths = Files.walk(table)) {
            return paths.filter(Files::isRegularFile)
                    .map(Path::toString)
                    .filter(file -> !file.endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }

    /** What stays is read by everybody. */
    private void vacuumAlike(SparkTable table) throws IOException {
        SparkVacuum vacuum = new SparkVacuum(table);
        vacuum.stray("stray.parquet");
        // A folder with nothing but hidden files Spark names, too, and then fails to delete.
        vacuum.stray("p=1/stray");
        vacuum.stray("p=1/_hidden");
        vacuum.stray("p=1/.part.crc");
        vacuum.stray("_change_data/cdc-stray");
        vacuum.stray("_other/stray");
        vacuum.stray("metadata/stray");
        vacuum.stray("zz/a b%20c/\u00e9#?");
        Files.createDirectories(table.path().resolve("empty/inner"));
        vacuum.age();
        vacuum.stray("young.parquet");
        assertThat(vacuum.assertDeletesTheSame().files())
                .contains("stray.parquet", "_change_data/cdc-stray", "zz/a b%20c/\u00e9#?", "young.parquet")
                .noneMatch(path -> path.contains("_hidden") || path.contains("_other"));
        long newest = TableReaders.log(table.path()).latestSnapshot().version();
        new TableReaders(referee, folder).assertReadAlike(table.path(), newest, newest);
    }

    /** Spark's last two commits against our last two, but for what differs each time. */
    private static void assertHistoryAlike(SparkTable table) throws IOException {
        Files.delete(table.path().resolve("p=1/_hidden"));
        Files.delete(table.path().resolve("p=1/.part.crc"));
        try (DeltaLog log = TableReaders.log(table.path())) {
            VacuumRequest vacuum =
                    VacuumRequest.ofTable().retaining(Duration.ZERO).force();
            // Folders that a vacuum empties go with the next one, and the folders around them with them.
            log.vacuum(vacuum);
            log.vacuum(vacuum);
            table.run("VACUUM TABLE RETAIN 0 HOURS");
            List<HistoryEntry> history = log.history(OptionalInt.of(4));
            for (int commit = 0; commit < 2; commit++) {
                assertThat(comparable(history.get(commit + 2))).isEqualTo(comparable(history.get(commit)));
            }
        }
    }

    private static JsonNode comparable(HistoryEntry entry) {
        ObjectNode info = entry.commitInfo().orElseThrow().toJson();
        for (String own : List.of("timestamp", "inCommitTimestamp", "engineInfo", "txnId", "readVersion")) {
            info.remove(own);
        }
        return info;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }
}
