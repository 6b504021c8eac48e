/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.common.parquet.ChangeFileWriter;
import io.flinkdelta.common.parquet.ChangeFileWriters;
import io.flinkdelta.common.parquet.ChangeType;
import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.interop.flink.FlinkCluster;
import io.flinkdelta.interop.flink.FlinkExtension;
import io.flinkdelta.interop.flink.TableWriter;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.protocol.IcebergCompatibility;
import io.flinkdelta.log.snapshot.HistoryEntry;
import io.flinkdelta.log.snapshot.Snapshot;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.log.txn.Operation;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What our commits owe to a table that Spark made, by Spark's own account of it. */
@ExtendWith({RefereeExtension.class, FlinkExtension.class})
final class CommitDutiesIT {
    private static final RowType TYPE = new RowType(List.of(
            new RowType.RowField("id", new BigIntType()),
            new RowType.RowField("v", new VarCharType(VarCharType.MAX_LENGTH))));

    @TempDir
    private Path folder;

    private final RefereeProcess referee;
    private final FlinkCluster flink;

    CommitDutiesIT(RefereeProcess referee, FlinkCluster flink) {
        this.referee = referee;
        this.flink = flink;
    }

    @Test
    void rowIdsStayUniqueAndStable() throws Exception {
        Path table = create("tracked", "", "'delta.enableRowTracking' = 'true'");
        insert(table, 0, 10);
        append(table, 10, 20);
        append(table, 20, 23);
        Map<Long, Long> first = rowIds(table);
        assertThat(first).hasSize(23);
        referee.sql(
                "DELETE FROM " + sql(table) + " WHERE id % 7 = 3",
                "UPDATE " + sql(table) + " SET v = 'changed' WHERE id % 5 = 1",
                "MERGE INTO " + sql(table)
                        + " t USING (SELECT id FROM VALUES (2), (12), (100) AS s(id)) s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET v = 'merged' WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, 'new')");
        append(table, 30, 40);
        Map<Long, Long> second = rowIds(table);
        assertKept(first, second);
        referee.sql("OPTIMIZE " + sql(table));
        append(table, 40, 45);
        Map<Long, Long> third = rowIds(table);
        assertKept(second, third);
        assertThat(third).hasSize(36);
        assertReadAlike(table);
        assertThat(commitVersions(table))
                .containsEntry(41L, newestVersion(table))
                .containsEntry(22L, 3L);
    }

    @Test
    void rowTrackingThatWeTurnOnIsSparksToo() throws Exception {
        Path table = create("late", "", "'a' = 'b'");
        insert(table, 0, 10);
        append(table, 10, 15);
        DeltaLog log = TableReaders.log(table);
        change(log, Set.of("rowTracking", "domainMetadata"), Map.of("delta.enableRowTracking", "true"));
        Map<Long, Long> first = rowIds(table);
        assertThat(first).hasSize(15);
        append(table, 15, 20);
        insert(table, 20, 22);
        referee.sql("UPDATE " + sql(table) + " SET v = 'changed' WHERE id = 12");
        append(table, 22, 25);
        assertKept(first, rowIds(table));
        assertThat(rowIds(table)).hasSize(25);
        assertReadAlike(table);
    }

    @Test
    void commitTimesAreInTheCommits() throws Exception {
        Path table = create("timed", "", "'delta.enableInCommitTimestamps' = 'true'");
        insert(table, 0, 3);
        append(table, 3, 6);
        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2));
        DeltaLog fast = new DeltaLog(TableStorage.open(table.toString(), new Configuration()), ahead);
        Snapshot early = fast.newTransaction(fast.latestSnapshot(), Operation.WRITE)
                .txn("clock", 1)
                .commit()
                .snapshot();
        insert(table, 6, 8);
        append(table, 8, 9);
        List<Long> ours = times(TableReaders.log(table));
        assertThat(ours)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo((a, b) -> Long.compare(b, a))
                .hasSize(6);
        assertThat(sparkTimes(table)).isEqualTo(ours);
        assertThat(ours.get(0)).isEqualTo(early.timestamp() + 2);
        JsonNode then = referee.sql("SELECT count(*) AS n FROM " + sql(table) + " TIMESTAMP AS OF '"
                + Instant.ofEpochMilli(early.timestamp()) + "'");
        assertThat(then.get(0).path("n").asLong()).isEqualTo(6);
        assertReadAlike(table);
    }

    @Test
    void commitTimesThatWeTurnOnAreSparksToo() throws Exception {
        Path table = create("timed-late", "", "'a' = 'b'");
        insert(table, 0, 3);
        DeltaLog log = TableReaders.log(table);
        change(log, Set.of("inCommitTimestamp"), Map.of("delta.enableInCommitTimestamps", "true"));
        append(table, 3, 5);
        insert(table, 5, 6);
        assertThat(sparkTimes(table)).isEqualTo(times(log)).doesNotHaveDuplicates();
        String since =
                log.latestSnapshot().metadata().configuration().get("delta.inCommitTimestampEnablementTimestamp");
        JsonNode before = referee.sql("SELECT count(*) AS n FROM " + sql(table) + " TIMESTAMP AS OF '"
                + Instant.ofEpochMilli(Long.parseLong(since) - 1) + "'");
        assertThat(before.get(0).path("n").asLong()).isEqualTo(3);
        assertReadAlike(table);
    }

    @Test
    void filesOfAClusteredTableTellAboutItsColumns() throws Exception {
        Path table = create("clustered", "CLUSTER BY (v)", "'a' = 'b'");
        insert(table, 0, 5);
        referee.sql("ALTER TABLE " + sql(table) + " SET TBLPROPERTIES ('delta.dataSkippingNumIndexedCols' = '1')");
        append(table, 5, 10);
        JsonNode last = TableLog.statistics(TableLog.actions(table, "add").get(1));
        assertThat(last.path("minValues").path("v").asText()).isEqualTo("v5");
        assertThat(TableLog.actions(table, "add").get(1).has("clusteringProvider"))
                .isFalse();
        referee.sql("OPTIMIZE " + sql(table));
        append(table, 10, 12);
        assertThat(referee.sql("DESCRIBE DETAIL " + sql(table))
                        .get(0)
                        .path("clusteringColumns")
                        .toString())
                .isEqualTo("[\"v\"]");
        assertReadAlike(table);
    }

    @Test
    void appendsAreInTheChangeDataFeed() throws Exception {
        Path table = create("fed", "", "'delta.enableChangeDataFeed' = 'true'");
        insert(table, 0, 2);
        append(table, 2, 5);
        referee.sql("UPDATE " + sql(table) + " SET v = 'changed' WHERE id = 3");
        append(table, 5, 6);
        JsonNode changes = referee.sql("SELECT id, _change_type AS c, _commit_version AS n FROM table_changes('"
                + "delta.`" + table + "`', 0)");
        Set<String> found = new TreeSet<>();
        changes.forEach(row -> found.add(row.path("n").asText() + " "
                + row.path("c").asText() + " " + row.path("id").asText()));
        assertThat(found)
                .containsExactlyInAnyOrder(
                        "1 insert 0",
                        "1 insert 1",
                        "2 insert 2",
                        "2 insert 3",
                        "2 insert 4",
                        "3 update_preimage 3",
                        "3 update_postimage 3",
                        "4 insert 5");
    }

    @Test
    void changesThatWeWriteAreInTheChangeDataFeed() throws Exception {
        Path table =
                create("changed", "", "'delta.enableChangeDataFeed' = 'true', 'delta.columnMapping.mode' = 'name'");
        insert(table, 0, 3);
        DeltaLog log = TableReaders.log(table);
        Snapshot read = log.latestSnapshot();
        TableLayout layout = TableLayout.of(read, log.storage().context());
        AddFile old = onlyFile(read);
        AddFile changed;
        AddCDCFile changes;
        try (DataFileWriters data = DataFileWriters.create(
                        log.storage().data(), TYPE, layout, DataFileFormat.defaults(), Clock.systemUTC());
                ChangeFileWriters feed = ChangeFileWriters.create(
                        log.storage().data(), TYPE, layout, DataFileFormat.defaults(), Clock.systemUTC())) {
            DataFileWriter rows = data.open("changed.parquet", PartitionValues.none());
            rows.write(row(0, "v0"));
            rows.write(row(1, "one"));
            changed = rows.close();
            ChangeFileWriter told = feed.open("cdc-1.parquet", PartitionValues.none());
            told.write(ChangeType.UPDATE_PREIMAGE, row(1, "v1"));
            told.write(ChangeType.UPDATE_POSTIMAGE, row(1, "one"));
            told.write(ChangeType.DELETE, row(2, "v2"));
            changes = told.close();
        }
        log.newTransaction(read, Operation.WRITE)
                .remove(RemoveFile.of(old, System.currentTimeMillis()))
                .add(changed)
                .changeFiles(List.of(changes))
                .commit();
        Set<String> found = new TreeSet<>();
        referee.sql("SELECT id, v, _change_type AS c FROM table_changes('" + sql(table) + "', 2)")
                .forEach(row -> found.add(row.path("c").asText() + " "
                        + row.path("id").asText() + " " + row.path("v").asText()));
        assertThat(found).containsExactly("delete 2 v2", "update_postimage 1 one", "update_preimage 1 v1");
        referee.sql("UPDATE " + sql(table) + " SET v = 'zero' WHERE id = 0");
        assertReadAlike(table);
    }

    @ParameterizedTest
    @EnumSource
    void filesOfATableForIcebergHoldThePartitionColumns(IcebergCompatibility version) throws Exception {
        Path table = create(
                "iceberg",
                "PARTITIONED BY (v)",
                "'delta.enableIcebergCompat" + version + "' = 'true', 'delta.columnMapping.mode' = 'name'"
                        + (version == IcebergCompatibility.V3 ? ", 'delta.enableRowTracking' = 'true'" : ""));
        insert(table, 0, 2);
        new TableWriter(flink, table, TYPE, List.of("v"), Map.of()).append(List.of(row(2, "v2"), row(3, "v2")));
        String ours = TableLog.actions(table, "add").get(2).path("path").asText();
        JsonNode raw = referee.sql("SELECT * FROM parquet.`" + table.resolve(ours) + "`");
        assertThat(raw.get(0)).hasSize(2);
        assertThat(raw.get(0).toString()).contains("\"v2\"");
        referee.sql("OPTIMIZE " + sql(table), "UPDATE " + sql(table) + " SET id = 30 WHERE id = 3");
        new TableWriter(flink, table, TYPE, List.of("v"), Map.of()).append(List.of(row(4, "v2")));
        assertReadAlike(table);
    }

    private static RowData row(long id, String v) {
        return GenericRowData.of(id, StringData.fromString(v));
    }

    private static AddFile onlyFile(Snapshot snapshot) {
        try (Stream<AddFile> files = snapshot.files()) {
            return files.findFirst().orElseThrow();
        }
    }

    private Path create(String name, String clause, String properties) {
        Path table = folder.resolve(name);
        referee.sql("CREATE TABLE " + sql(table) + " (id BIGINT, v STRING) USING delta " + clause + " TBLPROPERTIES ("
                + properties + ")");
        return table;
    }

    private static String sql(Path table) {
        return "delta.`" + table + "`";
    }

    private void insert(Path table, long from, long to) {
        referee.sql("INSERT INTO " + sql(table) + " SELECT /*+ COALESCE(1) */ id, concat('v', id) FROM range(" + from
                + ", " + to + ")");
    }

    private void append(Path table, long from, long to) throws Exception {
        List<RowData> rows =
                LongStream.range(from, to).mapToObj(id -> row(id, "v" + id)).toList();
        new TableWriter(flink, table, TYPE, List.of(), Map.of()).append(rows);
    }

    /** Adds features and properties in one commit of ours. */
    private static void change(DeltaLog log, Set<String> features, Map<String, String> properties) {
        Snapshot read = log.latestSnapshot();
        Set<String> all = new TreeSet<>(features);
        all.addAll(Set.of("appendOnly", "invariants"));
        Map<String, String> configuration = new HashMap<>(read.metadata().configuration());
        configuration.putAll(properties);
        Metadata metadata = read.metadata().withConfiguration(configuration);
        log.newTransaction(read, Operation.WRITE)
                .protocol(new Protocol(1, 7, Optional.empty(), Optional.of(new TreeSet<>(all))))
                .metadata(metadata)
                .commit();
    }

    /** By the column id; fails when an id was given twice. */
    private Map<Long, Long> rowIds(Path table) {
        Map<Long, Long> ids = metadata(table, "row_id");
        assertThat(ids.values()).doesNotHaveDuplicates();
        return ids;
    }

    private Map<Long, Long> commitVersions(Path table) {
        return metadata(table, "row_commit_version");
    }

    private Map<Long, Long> metadata(Path table, String field) {
        Map<Long, Long> values = new TreeMap<>();
        referee.sql("SELECT id, _metadata." + field + " AS m FROM " + sql(table))
                .forEach(
                        row -> values.put(row.path("id").asLong(), row.path("m").asLong()));
        return values;
    }

    private static void assertKept(Map<Long, Long> before, Map<Long, Long> after) {
        Map<Long, Long> common = new TreeMap<>(before);
        common.keySet().retainAll(after.keySet());
        assertThat(after).containsAllEntriesOf(common);
        assertThat(common).isNotEmpty();
    }

    private static List<Long> times(DeltaLog log) {
        return log.history(OptionalInt.empty()).stream()
                .map(HistoryEntry::timestamp)
                .toList();
    }

    private List<Long> sparkTimes(Path table) {
        List<Long> times = new ArrayList<>();
        referee.sql("DESCRIBE HISTORY " + sql(table))
                .forEach(entry -> times.add(entry.path("timestamp").asLong() / 1000));
        return times;
    }

    private static long newestVersion(Path table) {
        return TableReaders.log(table).latestSnapshot().version();
    }

    /** We, Spark and Kernel read the same of every version. */
    private void assertReadAlike(Path table) throws Exception {
        new TableReaders(referee, folder).assertReadAlike(table);
    }
}
