/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.common.read.DataFileReader;
import io.flinkdelta.common.read.DataFileReaders;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DeletionVectorDescriptor;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.stats.FileStatistics;
import io.flinkdelta.log.txn.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletion vectors that we write, on files and on vectors of Spark's: everybody reads them, and Spark goes on from there. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class DeletionVectorsIT {
    private static final RowType TYPE = new RowType(List.of(
            new RowType.RowField("id", new BigIntType()),
            new RowType.RowField("v", new VarCharType(VarCharType.MAX_LENGTH))));

    @ParameterizedTest
    @ValueSource(strings = {"none", "name"})
    void everybodyReadsOurVectors(String mapping, RefereeProcess referee, FlinkCluster flink, @TempDir Path folder)
            throws Exception {
        Path table = folder.resolve("t");
        String name = "delta.`" + table + "`";
        referee.sql(
                "CREATE TABLE " + name + " (id BIGINT, v STRING) USING delta TBLPROPERTIES ("
                        + "'delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = '" + mapping + "')",
                "INSERT INTO " + name
                        + " SELECT /*+ REPARTITION_BY_RANGE(4, id) */ id, CONCAT('v', id) FROM RANGE(0, 20000)");
        SortedMap<Long, List<String>> expected = new TreeMap<>();
        expected.put(1L, lines(id -> true));

        LongPredicate scattered = id -> id * id % 7 < 3;
        expected.put(delete(table, scattered), lines(scattered.negate()));
        assertVectors(table, "u", "u", "u", "u");
        LongPredicate few = id -> id == 2 || id == 5 || id == 19_997;
        LongPredicate both = scattered.or(few);
        expected.put(delete(table, few), lines(both.negate()));
        LongPredicate quarter = both.or(id -> id < 6000);
        expected.put(delete(table, id -> id < 6000), lines(quarter.negate()));
        TableReaders readers = new TableReaders(referee, folder);
        readers.assertVersions(table, expected);

        new TableWriter(flink, table, TYPE, List.of(), Map.of())
                .append(LongStream.range(20_000, 20_010)
                        .mapToObj(id -> GenericRowData.of(id, StringData.fromString("v" + id)))
                        .collect(Collectors.toList()));
        LongPredicate last = id -> id == 20_003 || id == 20_004;
        delete(table, last);
        assertVectors(table, "u", "u", "u", "u");
        LongPredicate left = quarter.or(last).negate();
        List<String> lines = new ArrayList<>(lines(left));
        LongStream.range(20_000, 20_010)
                .filter(last.negate())
                .mapToObj(DeletionVectorsIT::line)
                .forEach(lines::add);
        readers.assertNewest(table, lines);

        referee.sql(
                "DELETE FROM " + name + " WHERE id % 5 = 0",
                "UPDATE " + name + " SET v = 'updated' WHERE id BETWEEN 9000 AND 9100",
                "MERGE INTO " + name + " t USING (SELECT id FROM RANGE(19990, 20020)) s ON t.id = s.id"
                        + " WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, 'merged')");
        long spark = delete(table, id -> id % 5 == 1);
        referee.sql(
                "REORG TABLE " + name + " APPLY (PURGE)",
                "OPTIMIZE " + name,
                "RESTORE TABLE " + name + " TO VERSION AS OF " + spark);
        delete(table, id -> id % 5 == 2);
        assertCloneIsReadAndWritten(referee, folder, table, readers);
        readers.assertReadAlike(table);
        long newest = TableReaders.log(table).latestSnapshot().version();
        for (long version = 0; version <= newest; version++) {
            assertFilesAreSound(table, version);
        }
    }

    /** A shallow clone names the files and the vectors of the first table by their absolute paths. */
    private static void assertCloneIsReadAndWritten(
            RefereeProcess referee, Path folder, Path table, TableReaders readers) throws IOException {
        Path clone = folder.resolve("clone");
        referee.sql("CREATE TABLE delta.`" + clone + "` SHALLOW CLONE delta.`" + table + "`");
        assertThat(readers.lines(clone)).containsExactlyInAnyOrderElementsOf(readers.lines(table));
        assertThat(files(TableReaders.log(clone).latestSnapshot()))
                .extracting(file -> file.deletionVector()
                        .map(DeletionVectorDescriptor::storageType)
                        .orElse("none"))
                .contains("p");
        delete(clone, id -> id % 5 == 3);
        readers.assertNewest(clone, readers.lines(clone));
    }

    /** Vectors lie in files, small ones too: Spark's VACUUM takes no others. */
    private static void assertVectors(Path table, String... storageTypes) {
        assertThat(files(TableReaders.log(table).latestSnapshot()))
                .extracting(file -> file.deletionVector()
                        .map(DeletionVectorDescriptor::storageType)
                        .orElse("none"))
                .containsExactlyInAnyOrder(storageTypes);
    }

    /** Deletes the rows whose id is such, by vectors of one commit; the version of that. */
    private static long delete(Path table, LongPredicate ids) {
        DeltaLog log = TableReaders.log(table);
        Snapshot snapshot = log.latestSnapshot();
        return log.newTransaction(snapshot, Operation.DELETE)
                .deleteRows(RowsById.hide(log, snapshot, ids))
                .commit()
                .snapshot()
                .version();
    }

    private static List<AddFile> files(Snapshot snapshot) {
        try (Stream<AddFile> files = snapshot.files()) {
            return files.toList();
        }
    }

    /** One live entry for each file, and as many rows as records minus hidden ones. */
    private static void assertFilesAreSound(Path table, long version) throws IOException {
        DeltaLog log = TableReaders.log(table);
        Snapshot snapshot = log.snapshotAt(version);
        List<AddFile> files = files(snapshot);
        assertThat(files).extracting(AddFile::path).doesNotHaveDuplicates();
        for (AddFile file : files) {
            long records = FileStatistics.numRecords(file.stats().orElseThrow()).orElseThrow();
            long hidden = file.deletionVector()
                    .map(DeletionVectorDescriptor::cardinality)
                    .orElse(0L);
            long rows = 0;
            try (DataFileReader reader =
                    DataFileReaders.of(log.storage().data(), snapshot).open(file)) {
                for (; reader.hasNext(); rows++) {
                    reader.next();
                }
            }
            assertThat(rows).as(file.path() + "@" + version).isEqualTo(records - hidden);
        }
        for (JsonNode add : TableLog.actions(table, "add")) {
            if (add.has("deletionVector")) {
                assertThat(TableLog.statistics(add).path("tightBounds").asBoolean(true))
                        .isFalse();
            }
        }
    }

    private static List<String> lines(LongPredicate ids) {
        return LongStream.range(0, 20_000)
                .filter(ids)
                .mapToObj(DeletionVectorsIT::line)
                .toList();
    }

    private static String line(long id) {
        return "{\"id\":" + id + ",\"v\":\"v" + id + "\"}";
    }
}
