/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.alter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.flinkdelta.interop.TableReaders;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.DeltaLog;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.ChangeColumn;
import io.flinkdelta.log.alter.AlterTable.ClusterBy;
import io.flinkdelta.log.alter.AlterTable.DropColumns;
import io.flinkdelta.log.alter.AlterTable.DropFeature;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.ColumnPosition;
import io.flinkdelta.log.alter.CreateTable;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A table that we create and alter step by step while Spark writes rows: everybody reads every version of it. */
@ExtendWith(RefereeExtension.class)
final class AlteredTableIT {

    @Test
    void everyVersionIsReadByEverybody(RefereeProcess referee, @TempDir Path folder) throws IOException {
        Path table = folder.resolve("t");
        String name = "delta.`" + table + "`";
        try (DeltaLog log = TableReaders.log(table)) {
            log.createTable(CreateTable.of(StructType.of(
                            new StructField("id", PrimitiveType.LONG, false),
                            new StructField(
                                    "s", StructType.of(new StructField("x", PrimitiveType.INTEGER, true)), true)))
                    .comment("altered by two engines"));
            referee.sql("INSERT INTO " + name + " VALUES (1, named_struct('x', 10)), (2, NULL)");
            log.alterTable(new AddColumns(List.of(
                    NewColumn.of(ColumnPath.of("c"), PrimitiveType.STRING).at(ColumnPosition.first()),
                    NewColumn.of(ColumnPath.of("s", "y"), PrimitiveType.DATE).at(ColumnPosition.first()))));
            referee.sql("INSERT INTO " + name + " VALUES ('c', 3, named_struct('y', DATE '2026-01-01', 'x', 30))");
            log.alterTable(ChangeColumn.of(ColumnPath.of("id")).allowNull().comment("the key"));
            log.alterTable(set("delta.enableInCommitTimestamps", "true"));
            log.alterTable(set("delta.enableRowTracking", "true"));
            log.alterTable(new ClusterBy(List.of(ColumnPath.of("id"), ColumnPath.of("s", "x"))));
            referee.sql("INSERT INTO " + name + " VALUES (NULL, NULL, NULL)");
            log.alterTable(set("delta.checkpointPolicy", "v2"));
            log.alterTable(set("delta.feature.timestampNtz", "supported"));
            log.alterTable(new AddColumns(List.of(NewColumn.of(ColumnPath.of("t"), PrimitiveType.TIMESTAMP_NTZ))));
            Snapshot ours = log.alterTable(AlterTable.comment("altered by both"));
            assertInvalidLeavesItAlone(log, ours);

            referee.sqlEach(List.of(
                    "INSERT INTO " + name + " VALUES ('d', 4, NULL, TIMESTAMP_NTZ '2026-01-01 00:00:00')",
                    "ALTER TABLE " + name + " ADD COLUMNS (z INT)",
                    "UPDATE " + name + " SET z = 7 WHERE id = 1",
                    "OPTIMIZE " + name));
            log.alterTable(set("delta.columnMapping.mode", "name"));
            log.alterTable(new RenameColumn(ColumnPath.parse("s.x"), "the x"));
            log.alterTable(new RenameColumn(ColumnPath.of("c"), "text"));
            log.alterTable(new DropColumns(List.of(ColumnPath.parse("s.y"), ColumnPath.of("z"))));
            log.alterTable(new AddColumns(List.of(NewColumn.of(ColumnPath.of("z"), PrimitiveType.STRING))));
            log.alterTable(set("delta.enableTypeWidening", "true"));
            log.alterTable(ChangeColumn.of(ColumnPath.of("s", "the x")).widenTo(PrimitiveType.LONG));
            log.alterTable(set("delta.enableDeletionVectors", "true"));
            referee.sqlEach(List.of(
                    "INSERT INTO " + name + " (id, s, z) VALUES (5, named_struct('the x', 5000000000), 'new z')",
                    "DELETE FROM " + name + " WHERE id = 4",
                    "ALTER TABLE " + name + " RENAME COLUMN z TO y",
                    "UPDATE " + name + " SET y = 'set' WHERE id = 2"));
            log.alterTable(new ClusterBy(List.of()));
            log.alterTable(set("delta.checkpointPolicy", "classic"));
            Snapshot dropped = log.alterTable(new DropFeature("v2Checkpoint"));
            assertThat(dropped.protocol().readerFeatures().orElseThrow()).doesNotContain("v2Checkpoint");
            referee.sql("DELETE FROM " + name + " WHERE id = 3");
            new TableReaders(referee, folder).assertReadAlike(table);
            assertRowIdsAreUnique(referee, name);
        }
    }

    private static void assertInvalidLeavesItAlone(DeltaLog log, Snapshot before) {
        for (AlterTable request : List.of(
                set("delta.noSuchThing", "1"),
                new DropColumns(List.of(ColumnPath.of("c"))),
                new ClusterBy(List.of(ColumnPath.of("s"))),
                ChangeColumn.of(ColumnPath.of("id")).widenTo(PrimitiveType.STRING))) {
            assertThatThrownBy(() -> log.alterTable(request)).isInstanceOf(InvalidRequestException.class);
        }
        assertThat(log.latestSnapshot().version()).isEqualTo(before.version());
    }

    private static void assertRowIdsAreUnique(RefereeProcess referee, String name) {
        ArrayNode rows = referee.sql("SELECT count(*) AS rows, count(DISTINCT _metadata.row_id) AS ids FROM " + name);
        assertThat(rows.get(0).get("ids")).isEqualTo(rows.get(0).get("rows"));
    }

    private static SetProperties set(String key, String value) {
        return new SetProperties(Map.of(key, value));
    }
}
