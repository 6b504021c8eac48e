/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import static io.flinkdelta.source.testing.ChangingTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.AddConstraint;
import io.flinkdelta.log.alter.AlterTable.ChangeColumn;
import io.flinkdelta.log.alter.AlterTable.DropColumns;
import io.flinkdelta.log.alter.AlterTable.DropConstraint;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.source.plan.Budget;
import io.flinkdelta.source.plan.CommitReading;
import io.flinkdelta.source.plan.EndingPoint;
import io.flinkdelta.source.plan.PlanPosition;
import io.flinkdelta.source.plan.PlanPosition.InChanges;
import io.flinkdelta.source.plan.PlanSettings;
import io.flinkdelta.source.plan.StartingPoint;
import io.flinkdelta.source.plan.TablePlanner;
import io.flinkdelta.source.read.ScanRun.Change;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.testing.ChangingTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table whose schema changes while it is read. */
class SchemaChangesTest {
    private static final Map<String, String> MAPPED = Map.of("delta.columnMapping.mode", "name");
    private static final StructType NESTED = StructType.of(
            field("id", PrimitiveType.LONG),
            field("s", StructType.of(field("a", PrimitiveType.INTEGER), field("b", PrimitiveType.STRING))));

    @TempDir
    private Path folder;

    private ChangingTable table;

    private static StructField field(String name, DataType type) {
        return new StructField(name, type, true, FieldMetadata.empty());
    }

    private ChangingTable create(StructType schema, Map<String, String> properties) {
        table = ChangingTable.create(folder.resolve("t"), schema, properties);
        return table;
    }

    @AfterEach
    void close() {
        table.close();
    }

    private TableScan scan(String filter, String... columns) {
        return ScanRun.scan(
                table.folder(),
                table.newest(),
                columns.length == 0 ? Optional.empty() : Optional.of(List.of(columns)),
                Optional.of(filter).filter(text -> !text.isEmpty()));
    }

    private static PlanSettings settings(List<String> primaryKey) {
        return new PlanSettings(
                new StartingPoint.ChangesOf(0),
                new EndingPoint.AtOnce(),
                CommitReading.CHANGES,
                true,
                primaryKey,
                null,
                1 << 20,
                1 << 10,
                false);
    }

    private static List<String> lines(TableScan scan, long first) throws IOException {
        return new ScanRun(scan, settings(List.of()), new SplittableRandom(3))
                .from(Optional.of(new InChanges(first, 0))).all().stream()
                        .map(Change::line)
                        .toList();
    }

    @Test
    void whatIsNotReadMayChange() throws IOException {
        create(NESTED, MAPPED).append(row(1L, row(1, "x")));
        TableScan scan = scan("", "id", "s.a");
        table.alter(new AddColumns(List.of(NewColumn.of(ColumnPath.of("more"), PrimitiveType.STRING))));
        table.append(row(2L, row(2, "x"), "m"));
        table.alter(new SetProperties(Map.of("delta.appendOnly", "false", "my.property", "1")));
        table.alter(ChangeColumn.of(ColumnPath.of("id")).comment("the number"));
        table.alter(new AddConstraint("positive", "id > 0"));
        table.alter(new DropColumns(List.of(ColumnPath.of("s", "b"))));
        table.alter(new DropColumns(List.of(ColumnPath.of("more"))));
        table.append(row(3L, row(3)));
        table.alter(new DropConstraint("positive", false));
        table.alter(new RenameColumn(ColumnPath.of("id"), "number"));
        table.alter(new RenameColumn(ColumnPath.of("s", "a"), "c"));
        table.append(row(4L, row(4)));
        assertThat(lines(scan, 0))
                .containsExactly(
                        "{\"id\":1,\"s\":{\"a\":1}}",
                        "{\"id\":2,\"s\":{\"a\":2}}",
                        "{\"id\":3,\"s\":{\"a\":3}}",
                        "{\"id\":4,\"s\":{\"a\":4}}");
    }

    @Test
    void filesAreFilteredByTheColumnsThatTheJobWasBuiltWith() throws IOException {
        create(StructType.of(field("a", PrimitiveType.LONG), field("b", PrimitiveType.LONG)), MAPPED);
        TableScan scan = scan("a > 10");
        table.append(row(20L, 1L));
        table.alter(new RenameColumn(ColumnPath.of("a"), "c"));
        table.append(row(21L, 2L));
        table.alter(new RenameColumn(ColumnPath.of("b"), "a"));
        table.append(row(22L, 3L), row(5L, 30L));
        assertThat(lines(scan, 0)).containsExactly("{\"a\":20,\"b\":1}", "{\"a\":21,\"b\":2}", "{\"a\":22,\"b\":3}");
    }

    @Test
    void whatIsReadMayNotBeDropped() throws IOException {
        create(NESTED, MAPPED).append(row(1L, row(1, "x")));
        TableScan nested = scan("", "s.b");
        TableScan filtered = scan("s.b = 'x'", "id");
        TableScan other = scan("", "id");
        table.alter(new DropColumns(List.of(ColumnPath.of("s", "b"))));
        assertStops(nested, 2, "dropped or renamed", "column=s.b");
        assertStops(filtered, 2, "dropped or renamed", "column=s.b");
        assertThat(lines(other, 0)).containsExactly("{\"id\":1}");
        assertStops(other, List.of("s"), 2, "dropped or renamed", "column=s.b");
    }

    @Test
    void whatIsReadMayNotBeRenamedWithoutMapping() throws IOException {
        create(ChangingTable.SCHEMA, Map.of()).append(row(1L, "x"));
        TableScan scan = scan("");
        setSchema(StructType.of(field("number", PrimitiveType.LONG), field("v", PrimitiveType.STRING)));
        assertStops(scan, 2, "dropped or renamed", "column=id");
        TableScan anew = scan("");
        assertThatThrownBy(() -> lines(anew, 1))
                .as("the rows before are not taken for rows of nulls")
                .hasMessageContainingAll("had a column that it has no more", "version=1", "column=id");
        assertThat(lines(anew, 2)).isEmpty();
    }

    @Test
    void whatIsReadMayNotBeWidened() throws IOException {
        create(
                        StructType.of(
                                field("id", PrimitiveType.INTEGER),
                                field("l", new ArrayType(PrimitiveType.SHORT, true))),
                        Map.of("delta.enableTypeWidening", "true"))
                .append(row(1, null));
        TableScan id = scan("", "id");
        TableScan list = scan("", "l");
        table.alter(ChangeColumn.of(ColumnPath.of("id")).widenTo(PrimitiveType.LONG));
        table.append(row(1L << 40, null));
        assertStops(id, 2, "another type", "column=id", "expected=integer", "found=long");
        assertThat(lines(list, 0)).containsExactly("{\"l\":null}", "{\"l\":null}");
        assertThat(lines(scan("id > 0", "id"), 0))
                .as("built anew, the job reads what was before as well")
                .containsExactly("{\"id\":1}", "{\"id\":1099511627776}");
        setSchema(
                StructType.of(field("id", PrimitiveType.LONG), field("l", new ArrayType(PrimitiveType.INTEGER, true))));
        assertStops(list, 4, "another type", "column=l.element");
    }

    @Test
    void whatIsReadAsNotNullMayNotBeNull() throws IOException {
        create(
                        StructType.of(
                                new StructField("id", PrimitiveType.LONG, false, FieldMetadata.empty()),
                                field("l", new ArrayType(PrimitiveType.LONG, false))),
                        Map.of())
                .append(row(1L, null));
        TableScan id = scan("", "id");
        TableScan list = scan("", "l");
        table.alter(ChangeColumn.of(ColumnPath.of("id")).allowNull());
        assertStops(id, 2, "NOT NULL may be null", "column=id");
        setSchema(StructType.of(field("id", PrimitiveType.LONG), field("l", new ArrayType(PrimitiveType.LONG, true))));
        assertStops(list, 3, "NOT NULL may be null", "column=l.element");
    }

    @Test
    void aJobThatIsBuiltAnewGoesOnWhereItWas() throws IOException {
        create(ChangingTable.SCHEMA, MAPPED);
        table.append(row(1L, "x"));
        TableScan scan = scan("", "id", "v");
        table.append(row(2L, "y"));
        table.alter(new DropColumns(List.of(ColumnPath.of("v"))));
        table.alter(new AddColumns(List.of(NewColumn.of(ColumnPath.of("w"), PrimitiveType.STRING))));
        table.append(row(3L, "z"));
        ScanRun before =
                new ScanRun(scan, settings(List.of()), new SplittableRandom(5)).from(Optional.of(new InChanges(0, 0)));
        assertThatThrownBy(before::all).hasMessageContaining("version=3");
        assertThat(before.position()).contains(new InChanges(3, 0));
        TableScan anew = scan("w IS NULL OR w = 'z'");
        assertThat(lines(anew, 3)).containsExactly("{\"id\":3,\"w\":\"z\"}");
        assertThat(lines(anew, 0))
                .as("from an older checkpoint")
                .containsExactly("{\"id\":1,\"w\":null}", "{\"id\":2,\"w\":null}", "{\"id\":3,\"w\":\"z\"}");
    }

    private void setSchema(StructType schema) {
        Metadata old = table.newest().metadata();
        table.begin()
                .metadata(new Metadata(
                        old.id(),
                        old.name(),
                        old.description(),
                        old.format(),
                        SchemaJson.write(schema),
                        old.partitionColumns(),
                        old.createdTime(),
                        old.configuration()))
                .commit();
    }

    private void assertStops(TableScan scan, long version, String... message) {
        assertStops(scan, List.of(), version, message);
    }

    /** What comes before the version is given; the version is an error, then and again. */
    private void assertStops(TableScan scan, List<String> primaryKey, long version, String... message) {
        try (DeltaLog log = ScanRun.log(table.folder())) {
            Optional<PlanPosition> start = Optional.of(new InChanges(0, 0));
            TablePlanner planner = new TablePlanner(log, scan, settings(primaryKey), 1, start, OptionalLong.empty());
            assertThat(planner.plan(Budget.ofSplits(100)).position()).isEqualTo(new InChanges(version, 0));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> planner.plan(Budget.ofSplits(100)))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessageContainingAll(message)
                        .hasMessageContainingAll("version=" + version + ",", "Build the job anew");
            }
        }
    }
}
