/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.common.parquet.DataFileFormat;
import io.flinkdelta.common.parquet.DataFileWriter;
import io.flinkdelta.common.parquet.DataFileWriters;
import io.flinkdelta.common.parquet.TableLayout;
import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.PartitionValues;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.store.TableStorage;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.scan.MetadataColumn;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of rows, and the versions that they were inserted or updated in. */
class TrackedRowsTest {
    private static final Map<String, String> TRACKED =
            Map.of(RowTracking.ENABLE, "true", "delta.enableDeletionVectors", "true");
    private static final List<MetadataColumn> BOTH = List.of(MetadataColumn.ROW_COMMIT_VERSION, MetadataColumn.ROW_ID);

    @TempDir
    private Path folder;

    private ChangingTable table;

    @BeforeEach
    void create() {
        table = ChangingTable.create(folder.resolve("t"), ChangingTable.SCHEMA, TRACKED);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private static RowData[] rows(long from, long to) {
        return LongStream.range(from, to).mapToObj(id -> row(id, "v" + id)).toArray(RowData[]::new);
    }

    /** A file as a rewriting writer leaves it: id, value, row id, commit version, some of the last two null. */
    private AddFile rewritten(DataFileFormat format, List<RowData> rows) {
        Map<String, String> properties = table.newest().metadata().configuration();
        List<StructField> fields = new ArrayList<>(ChangingTable.SCHEMA.fields());
        for (String property : List.of(RowTracking.ROW_ID_COLUMN, RowTracking.COMMIT_VERSION_COLUMN)) {
            fields.add(new StructField(properties.get(property), PrimitiveType.LONG, true));
        }
        RowType type = DeltaTypes.toFlink(new StructType(fields));
        try (DataFileWriters writers = DataFileWriters.create(
                table.log().storage().data(),
                type,
                TableLayout.of(type, List.of(), Map.of()),
                format,
                Clock.systemUTC())) {
            DataFileWriter file = writers.open(UUID.randomUUID() + ".parquet", PartitionValues.none());
            rows.forEach(file::write);
            return file.close();
        }
    }

    private TableScan scan(List<MetadataColumn> columns, String filter) {
        return TableScan.of(
                new TableScan.Request(
                        table.folder().toString(),
                        Map.of(),
                        TableStorage::open,
                        Optional.of(List.of("id", "v")),
                        Optional.of(filter).filter(text -> !text.isEmpty()),
                        ZoneOffset.UTC,
                        columns,
                        Optional.empty()),
                table.newest());
    }

    private static PlanSettings settings(StartingPoint start, long splitSize) {
        return new PlanSettings(
                start, new EndingPoint.AtOnce(), CommitReading.CHANGES, true, List.of(), null, splitSize, 1, false);
    }

    /** Kind, id, commit version and row id of all rows. */
    private List<String> read(StartingPoint start) throws IOException {
        return read(scan(BOTH, ""), settings(start, 1 << 20));
    }

    private static List<String> read(TableScan scan, PlanSettings settings) throws IOException {
        return new ScanRun(scan, settings, new SplittableRandom(5))
                .all().stream()
                        .map(change -> change.kind().shortString()
                                + change.line()
                                        .replaceAll("\"v\":[a-z0-9\"]*,|\"[a-z_]*\":|[{}]", "")
                                        .replace(',', ' '))
                        .toList();
    }

    private List<String> snapshot(long version) throws IOException {
        return read(new StartingPoint.SnapshotOf(version));
    }

    /** Commits a file; as the log has it then. */
    private AddFile append(RowData... rows) {
        AddFile file = table.append(rows);
        return table.newest()
                .files()
                .filter(live -> live.path().equals(file.path()))
                .findFirst()
                .orElseThrow();
    }

    /** Version 4: three rows that were moved, one of them updated, and a new one. */
    private void fill() {
        AddFile first = append(rows(0, 3));
        AddFile second = append(rows(3, 6));
        table.hide(first, 1);
        List<RowData> moved = List.of(
                row(5L, "v5", 5L, 2L), row(4L, "new", 4L, null), row(9L, "v9", null, null), row(3L, "v3", 3L, 2L));
        table.replace(List.of(second), List.of(rewritten(DataFileFormat.defaults(), moved)));
    }

    @Test
    void whatARowSaysComesBeforeItsPlace() throws IOException {
        fill();

        assertThat(snapshot(1)).containsExactlyInAnyOrder("+I0 1 0", "+I1 1 1", "+I2 1 2");
        assertThat(snapshot(3)).containsExactlyInAnyOrder("+I0 1 0", "+I2 1 2", "+I3 2 3", "+I4 2 4", "+I5 2 5");
        assertThat(snapshot(4))
                .containsExactlyInAnyOrder("+I0 1 0", "+I2 1 2", "+I5 2 5", "+I4 4 4", "+I9 4 8", "+I3 2 3");
    }

    @Test
    void ofChangesTheyAreThoseOfTheRowsBeforeAndAfter() throws IOException {
        fill();

        assertThat(read(new StartingPoint.ChangesOf(2)))
                .containsExactlyInAnyOrder("+I3 2 3", "+I4 2 4", "+I5 2 5", "-D1 1 1", "-D4 2 4", "+I4 4 4", "+I9 4 8");
    }

    @ParameterizedTest
    @EnumSource(names = {"ROW_ID", "ROW_COMMIT_VERSION"})
    void oneOfThemComesWithoutTheOther(MetadataColumn column) throws IOException {
        fill();
        boolean id = column == MetadataColumn.ROW_ID;

        assertThat(read(
                        scan(List.of(MetadataColumn.COMMIT_VERSION, column), ""),
                        settings(new StartingPoint.LatestSnapshot(), 1 << 20)))
                .contains("+I4 4 4", id ? "+I3 4 3" : "+I3 4 2")
                .hasSize(6);
    }

    @Test
    void rowsThatArePassedOverChangeNothing() throws IOException {
        DataFileFormat small =
                DataFileFormat.defaults().withRowGroupBytes(40_000).withPageBytes(2000);
        int count = 30_000;
        List<RowData> rows = new ArrayList<>();
        Map<Long, String> expected = new HashMap<>();
        AddFile base = append(rows(0, 10));
        for (long position = 0; position < count; position++) {
            boolean moved = position % 3 == 0;
            rows.add(row(position, "v" + position, moved ? position % 10 : null, moved ? 1L : null));
            expected.put(position, moved ? "1 " + position % 10 : "2 " + (10 + position));
        }
        AddFile file = rewritten(small, rows);
        table.replace(List.of(base), List.of(file));
        table.hide(
                table.newest().files().toList().get(0),
                LongStream.range(0, count)
                        .filter(p -> p % 7 == 0 || (p > 12_000 && p < 15_000))
                        .toArray());
        String filter = "id >= 5000 AND id < 20500 AND id % 2 = 1";

        List<String> found = read(scan(BOTH, filter), settings(new StartingPoint.LatestSnapshot(), file.size() / 5));

        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(5000, 20_500)
                        .filter(p -> p % 2 == 1 && p % 7 != 0 && !(p > 12_000 && p < 15_000))
                        .mapToObj(p -> "+I" + p + " " + expected.get(p))
                        .toList());
    }

    @Test
    void changeDataFilesDoNotTellThem() throws IOException {
        fill();
        String path = "_change_data/cdc-1.parquet";
        StructType schema = new StructType(List.of(
                new StructField("id", PrimitiveType.LONG, true),
                new StructField("_change_type", PrimitiveType.STRING, true)));
        RowType type = DeltaTypes.toFlink(schema);
        try (DataFileWriters writers = DataFileWriters.create(
                table.log().storage().data(),
                type,
                TableLayout.of(type, List.of(), Map.of()),
                DataFileFormat.defaults(),
                Clock.systemUTC())) {
            DataFileWriter file = writers.open(path, PartitionValues.none());
            file.write(row(5L, "delete"));
            file.close();
        }
        commit("{\"cdc\":{\"path\":\"" + path + "\",\"partitionValues\":{},\"size\":1,\"dataChange\":false}}");

        assertThat(read(new StartingPoint.ChangesOf(table.newest().version()))).containsExactly("-D5 null null");
    }

    private void commit(String action) throws IOException {
        long version = table.newest().version() + 1;
        Files.writeString(table.folder().resolve("_delta_log/%020d.json".formatted(version)), action + "\n");
    }

    @Test
    void aFileWithoutThemIsAnErrorWhereTheyAreAskedFor() throws IOException {
        AddFile file = table.write(rows(0, 3));
        commit("{\"add\":{\"path\":\"" + file.path() + "\",\"partitionValues\":{},\"size\":" + file.size()
                + ",\"modificationTime\":0,\"dataChange\":true}}");

        assertThat(read(scan(List.of(MetadataColumn.ROW_INDEX), ""), settings(new StartingPoint.LatestSnapshot(), 1)))
                .hasSize(3);
        assertThatThrownBy(() -> snapshot(1))
                .hasStackTraceContaining(CorruptLogException.class.getName())
                .hasStackTraceContaining("file=" + file.path())
                .hasStackTraceContaining("column=_row_commit_version");
    }

    @Test
    void aTableThatDoesNotTrackItsRowsHasNone() {
        try (ChangingTable untracked = ChangingTable.create(folder.resolve("untracked"))) {
            assertThatThrownBy(() -> ScanRun.scan(untracked.folder(), untracked.newest(), MetadataColumn.ROW_ID))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("table=" + untracked.folder())
                    .hasMessageContaining("column=_row_id")
                    .hasMessageContaining("set delta.enableRowTracking = true");
        }
    }

    @Test
    void versionsBeforeTheyWereTrackedHaveNone() throws IOException {
        try (ChangingTable late = ChangingTable.create(folder.resolve("late"))) {
            table = late;
            late.alter(new SetProperties(TRACKED));
            late.append(rows(0, 2));
            assertThat(snapshot(2)).containsExactlyInAnyOrder("+I0 2 0", "+I1 2 1");
            assertThatThrownBy(() -> snapshot(0))
                    .hasStackTraceContaining("does not track its rows")
                    .hasStackTraceContaining("version=0");
        }
    }

    @Test
    void aStreamStopsWhereTheyAreNoMoreTracked() throws IOException {
        fill();
        TableScan scan = scan(BOTH, "");
        table.alter(new SetProperties(Map.of(RowTracking.ENABLE, "false")));
        table.append(rows(20, 21));

        assertThatThrownBy(() -> read(scan, settings(new StartingPoint.ChangesOf(3), 1 << 20)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("does not track its rows")
                .hasMessageContaining("version=5");
    }
}
