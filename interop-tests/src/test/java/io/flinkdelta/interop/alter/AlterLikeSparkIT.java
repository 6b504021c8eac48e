/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.alter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.flinkdelta.interop.referee.RefereeException;
import io.flinkdelta.interop.referee.RefereeExtension;
import io.flinkdelta.interop.referee.RefereeProcess;
import io.flinkdelta.log.alter.AlterTable;
import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.AddConstraint;
import io.flinkdelta.log.alter.AlterTable.ChangeColumn;
import io.flinkdelta.log.alter.AlterTable.ClusterBy;
import io.flinkdelta.log.alter.AlterTable.DropColumns;
import io.flinkdelta.log.alter.AlterTable.DropConstraint;
import io.flinkdelta.log.alter.AlterTable.DropFeature;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.AlterTable.ReplaceColumns;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.alter.AlterTable.UnsetProperties;
import io.flinkdelta.log.alter.ColumnPath;
import io.flinkdelta.log.alter.ColumnPosition;
import io.flinkdelta.log.alter.NewColumn;
import io.flinkdelta.log.alter.TableDefinition;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a request makes of a table is what Spark's statement makes of it: for each statement, our request is applied to
 * the version before it and compared with the version after it, metadata, protocol, domains and history.
 */
@ExtendWith(RefereeExtension.class)
final class AlterLikeSparkIT {
    @TempDir
    private Path folder;

    @Test
    void columnsOfATableWithoutColumnMapping(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "plain",
                "(id INT NOT NULL, p STRING, s STRUCT<x: INT, y: STRING>,"
                        + " a ARRAY<STRUCT<x: INT>>, m MAP<STRING, STRUCT<x: INT>>) USING delta PARTITIONED BY (p)");
        assertAlike(
                referee,
                table,
                Step.write("INSERT INTO $t VALUES (1, 'p', named_struct('x', 1, 'y', 'y'),"
                        + " array(named_struct('x', 1)), map('k', named_struct('x', 1)))"),
                new Step(
                        "ALTER TABLE $t ADD COLUMNS (c STRING COMMENT 'about c', f DATE FIRST, g DOUBLE AFTER id,"
                                + " s.z ARRAY<INT> AFTER x, a.element.z STRUCT<q: MAP<INT, STRING>>, m.value.z BINARY)",
                        new AddColumns(List.of(
                                NewColumn.of(ColumnPath.of("c"), PrimitiveType.STRING)
                                        .comment("about c"),
                                NewColumn.of(ColumnPath.of("f"), PrimitiveType.DATE)
                                        .at(ColumnPosition.first()),
                                NewColumn.of(ColumnPath.of("g"), PrimitiveType.DOUBLE)
                                        .at(ColumnPosition.after("id")),
                                NewColumn.of(ColumnPath.of("s", "z"), new ArrayType(PrimitiveType.INTEGER, true))
                                        .at(ColumnPosition.after("x")),
                                NewColumn.of(
                                        ColumnPath.of("a", "element", "z"),
                                        StructType.of(new StructField(
                                                "q",
                                                new MapType(PrimitiveType.INTEGER, PrimitiveType.STRING, true),
                                                true))),
                                NewColumn.of(ColumnPath.of("m", "value", "z"), PrimitiveType.BINARY)))),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN id DROP NOT NULL",
                        change("id").allowNull()),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN id COMMENT 'the key'",
                        change("id").comment("the key")),
                new Step("ALTER TABLE $t ALTER COLUMN id FIRST", change("id").moveTo(ColumnPosition.first())),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN s.x AFTER y", change("s.x").moveTo(ColumnPosition.after("y"))),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN m.value.x COMMENT 'x'",
                        change("m.value.x").comment("x")),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported')",
                        set("delta.feature.allowColumnDefaults", "supported")),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN c SET DEFAULT 'none'",
                        change("c").setDefault("'none'")),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN c DROP DEFAULT",
                        change("c").dropDefault()),
                new Step("COMMENT ON TABLE $t IS 'about it'", AlterTable.comment("about it")));
    }

    @Test
    void columnsOfATableThatGetsColumnMapping(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "mapped",
                "(id INT, p STRING, s STRUCT<x: INT, y: STRING>,"
                        + " m MAP<STRING, STRUCT<x: INT, y: INT>>, t TIMESTAMP) USING delta PARTITIONED BY (p)"
                        + " TBLPROPERTIES ('delta.dataSkippingStatsColumns' = 'id,s.x,s.y,t')");
        assertAlike(
                referee,
                table,
                Step.write("INSERT INTO $t VALUES (1, 'p', named_struct('x', 1, 'y', 'y'),"
                        + " map('k', named_struct('x', 1, 'y', 1)), TIMESTAMP '2026-01-01 00:00:00')"),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')",
                        set("delta.columnMapping.mode", "name")),
                new Step("ALTER TABLE $t RENAME COLUMN p TO `part of it`", rename("p", "part of it")),
                new Step("ALTER TABLE $t RENAME COLUMN s.x TO z", rename("s.x", "z")),
                new Step("ALTER TABLE $t RENAME COLUMN m.value.x TO z", rename("m.value.x", "z")),
                new Step("ALTER TABLE $t RENAME COLUMN s TO `s.s`", rename("s", "s.s")),
                new Step("ALTER TABLE $t DROP COLUMN m.value.y", drop("m.value.y")),
                new Step("ALTER TABLE $t DROP COLUMNS (`s.s`.y, t)", drop("`s.s`.y", "t")),
                new Step(
                        "ALTER TABLE $t ADD COLUMNS (t STRUCT<a: INT, b: ARRAY<STRUCT<c: INT>>>, `new one` INT)",
                        new AddColumns(List.of(
                                NewColumn.of(ColumnPath.of("t"), nestedType()),
                                NewColumn.of(ColumnPath.of("new one"), PrimitiveType.INTEGER)))),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN `new one` FIRST",
                        ChangeColumn.of(ColumnPath.of("new one")).moveTo(ColumnPosition.first())));
    }

    @Test
    void typesThatBecomeWider(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "wider",
                "(b TINYINT, i INT, f FLOAT, d DECIMAL(5, 2), day DATE,"
                        + " a ARRAY<SMALLINT>, m MAP<TINYINT, FLOAT>, s STRUCT<x: SMALLINT>, p SMALLINT) USING delta"
                        + " PARTITIONED BY (p) TBLPROPERTIES ('delta.enableTypeWidening' = 'true',"
                        + " 'delta.feature.timestampNtz' = 'supported')");
        assertAlike(
                referee,
                table,
                Step.write("INSERT INTO $t VALUES (1, 1, 1.0, 1.0, DATE '2026-01-01', array(1), map(1, 1.0),"
                        + " named_struct('x', 1), 1)"),
                widen("b", "SMALLINT", PrimitiveType.SHORT),
                widen("b", "INT", PrimitiveType.INTEGER),
                widen("b", "DECIMAL(12, 2)", new DecimalType(12, 2)),
                widen("i", "DOUBLE", PrimitiveType.DOUBLE),
                widen("f", "DOUBLE", PrimitiveType.DOUBLE),
                widen("d", "DECIMAL(8, 4)", new DecimalType(8, 4)),
                widen("day", "TIMESTAMP_NTZ", PrimitiveType.TIMESTAMP_NTZ),
                widen("a.element", "INT", PrimitiveType.INTEGER),
                widen("m.key", "INT", PrimitiveType.INTEGER),
                widen("m.value", "DOUBLE", PrimitiveType.DOUBLE),
                widen("s.x", "BIGINT", PrimitiveType.LONG),
                widen("p", "BIGINT", PrimitiveType.LONG));
    }

    @Test
    void constraintsAndProperties(RefereeProcess referee) throws IOException {
        Path table = create(referee, "constraints", "(id INT, n INT) USING delta");
        assertAlike(
                referee,
                table,
                Step.write("INSERT INTO $t VALUES (1, 1)"),
                new Step(
                        "ALTER TABLE $t ADD CONSTRAINT Positive CHECK (id > 0)",
                        new AddConstraint("Positive", "id > 0")),
                new Step("ALTER TABLE $t DROP CONSTRAINT positive", new DropConstraint("positive", false)),
                new Step("ALTER TABLE $t DROP CONSTRAINT IF EXISTS positive", new DropConstraint("positive", true)),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.APPENDonly' = 'true', 'own' = 'x')",
                        new SetProperties(Map.of("delta.APPENDonly", "true", "own", "x"))),
                new Step(
                        "ALTER TABLE $t UNSET TBLPROPERTIES ('delta.appendonly', 'own')",
                        new UnsetProperties(List.of("delta.appendonly", "own"), true)),
                new Step(
                        "ALTER TABLE $t UNSET TBLPROPERTIES IF EXISTS ('own')",
                        new UnsetProperties(List.of("own"), true)),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')",
                        set("delta.enableChangeDataFeed", "true")),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
                        set("delta.enableDeletionVectors", "true")),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')",
                        set("delta.checkpointPolicy", "v2")),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.feature.timestampNtz' = 'supported')",
                        set("delta.feature.timestampNtz", "supported")),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5')",
                        new SetProperties(Map.of("delta.minReaderVersion", "2", "delta.minWriterVersion", "5"))),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.enableRowTracking' = 'true')",
                        set("delta.enableRowTracking", "true")),
                new Step("ALTER TABLE $t DROP FEATURE checkConstraints", new DropFeature("checkConstraints")));
    }

    @Test
    void protocolsOfOlderVersions(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "older",
                "(id INT) USING delta TBLPROPERTIES ('delta.minReaderVersion' = '1',"
                        + " 'delta.minWriterVersion' = '2')");
        assertAlike(
                referee,
                table,
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.minWriterVersion' = '4')",
                        set("delta.minWriterVersion", "4")),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')",
                        set("delta.enableChangeDataFeed", "true")),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.minReaderVersion' = '2', 'delta.minWriterVersion' = '5',"
                                + " 'delta.columnMapping.mode' = 'name')",
                        new SetProperties(Map.of(
                                "delta.minReaderVersion", "2",
                                "delta.minWriterVersion", "5",
                                "delta.columnMapping.mode", "name"))),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.feature.vacuumProtocolCheck' = 'enabled')",
                        set("delta.feature.vacuumProtocolCheck", "enabled")));
    }

    @Test
    void clusteringColumns(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "clustered",
                "(id INT, s STRUCT<x: INT, `y z`: STRING>, d DATE) USING delta"
                        + " TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
        assertAlike(
                referee,
                table,
                new Step(
                        "ALTER TABLE $t CLUSTER BY (id, s.`y z`)",
                        new ClusterBy(List.of(ColumnPath.of("id"), ColumnPath.of("s", "y z")))),
                new Step("ALTER TABLE $t RENAME COLUMN s.`y z` TO y", rename("s.`y z`", "y")),
                new Step("ALTER TABLE $t CLUSTER BY (d)", new ClusterBy(List.of(ColumnPath.of("d")))),
                new Step("ALTER TABLE $t CLUSTER BY NONE", new ClusterBy(List.of())));
    }

    @Test
    void compatibilityWithIceberg(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "iceberg",
                "(id INT, a ARRAY<STRUCT<x: INT, l: ARRAY<INT>>>, m MAP<STRING, ARRAY<INT>>) USING delta"
                        + " TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
        assertAlike(
                referee,
                table,
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.enableIcebergCompatV2' = 'true')",
                        set("delta.enableIcebergCompatV2", "true")),
                new Step(
                        "ALTER TABLE $t ADD COLUMNS (n MAP<INT, STRUCT<q: ARRAY<INT>>>)",
                        new AddColumns(List.of(NewColumn.of(
                                ColumnPath.of("n"),
                                new MapType(
                                        PrimitiveType.INTEGER,
                                        StructType.of(
                                                new StructField("q", new ArrayType(PrimitiveType.INTEGER, true), true)),
                                        true))))));
    }

    @Test
    void columnsThatAreReplaced(RefereeProcess referee) throws IOException {
        Path table = create(referee, "replaced", "(id INT, n INT, s STRUCT<x: INT, y: INT>) USING delta");
        StructField id = new StructField("id", PrimitiveType.INTEGER, true);
        StructField n = new StructField("n", PrimitiveType.INTEGER, true);
        StructField s = new StructField(
                "s",
                StructType.of(
                        new StructField("y", PrimitiveType.INTEGER, true),
                        new StructField("x", PrimitiveType.INTEGER, true)),
                true);
        StructField z = new StructField("z", PrimitiveType.STRING, true);
        assertAlike(
                referee,
                table,
                new Step(
                        "ALTER TABLE $t REPLACE COLUMNS (s STRUCT<y: INT, x: INT>, id INT, z STRING, n INT)",
                        new ReplaceColumns(StructType.of(s, id, z, n))),
                new Step(
                        "ALTER TABLE $t SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')",
                        set("delta.columnMapping.mode", "name")),
                new Step(
                        "ALTER TABLE $t REPLACE COLUMNS (id INT, s STRUCT<x: INT>)",
                        new ReplaceColumns(StructType.of(
                                id,
                                new StructField(
                                        "s",
                                        StructType.of(new StructField("x", PrimitiveType.INTEGER, true)),
                                        true)))));
    }

    /** What Spark refuses we refuse, too, and the table stays as it was. */
    @Test
    void requestsThatAreRefused(RefereeProcess referee) throws IOException {
        Path table = create(
                referee,
                "refused",
                "(id INT, p STRING, s STRUCT<x: INT>, g INT GENERATED ALWAYS AS (id + 1), a ARRAY<INT>) USING delta"
                        + " PARTITIONED BY (p)");
        List<Step> steps = new ArrayList<>(List.of(
                new Step("ALTER TABLE $t RENAME COLUMN id TO k", rename("id", "k")),
                new Step("ALTER TABLE $t DROP COLUMN s", drop("s")),
                new Step("ALTER TABLE $t ADD COLUMNS (`a b` INT)", add("`a b`", PrimitiveType.INTEGER)),
                new Step("ALTER TABLE $t ADD COLUMNS (ID INT)", add("ID", PrimitiveType.INTEGER)),
                new Step("ALTER TABLE $t ADD COLUMNS (p.q INT)", add("p.q", PrimitiveType.INTEGER)),
                new Step("ALTER TABLE $t ADD COLUMNS (t TIMESTAMP_NTZ)", add("t", PrimitiveType.TIMESTAMP_NTZ)),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN s.x TYPE BIGINT",
                        change("s.x").widenTo(PrimitiveType.LONG)),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN s.x SET DEFAULT 1",
                        change("s.x").setDefault("1")),
                new Step("ALTER TABLE $t DROP CONSTRAINT nowhere", new DropConstraint("nowhere", false)),
                new Step("ALTER TABLE $t CLUSTER BY (id)", new ClusterBy(List.of(ColumnPath.of("id")))),
                new Step("ALTER TABLE $t DROP FEATURE deletionVectors", new DropFeature("deletionVectors")),
                new Step(
                        "ALTER TABLE $t REPLACE COLUMNS (id INT)",
                        new ReplaceColumns(StructType.of(new StructField("id", PrimitiveType.INTEGER, true)))),
                new Step(
                        "ALTER TABLE $t ALTER COLUMN id SET NOT NULL",
                        new ReplaceColumns(StructType.of(new StructField("id", PrimitiveType.INTEGER, false)))),
                new Step(
                        "ALTER TABLE $t ADD COLUMNS (n ARRAY<STRUCT<x: INT NOT NULL>>)",
                        add(
                                "n",
                                new ArrayType(
                                        StructType.of(new StructField("x", PrimitiveType.INTEGER, false)), true)))));
        for (String property : List.of(
                "delta.noSuchThing=1",
                "delta.appendOnly=yes",
                "delta.checkpointInterval=0",
                "delta.columnMapping.mode=id",
                "delta.columnMapping.mode=names",
                "delta.columnMapping.maxColumnId=7",
                "delta.isolationLevel=WriteSerializable",
                "delta.feature.noSuchFeature=supported",
                "delta.feature.appendOnly=on",
                "delta.feature.clustering=supported",
                "delta.constraints.c=id > 0",
                "delta.enableIcebergCompatV2=true",
                "delta.dataSkippingStatsColumns=nowhere",
                "delta.dataSkippingStatsColumns=p",
                "delta.logRetentionDuration=interval 1 day",
                "delta.deletedFileRetentionDuration=interval 1 month",
                "delta.minReaderVersion=9")) {
            String key = property.substring(0, property.indexOf('='));
            String value = property.substring(property.indexOf('=') + 1);
            steps.add(new Step("ALTER TABLE $t SET TBLPROPERTIES ('" + key + "' = '" + value + "')", set(key, value)));
        }
        assertRefused(referee, table, steps);
        referee.sql("ALTER TABLE " + named(table) + " SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
        assertRefused(
                referee,
                table,
                List.of(
                        new Step("ALTER TABLE $t DROP COLUMN p", drop("p")),
                        new Step("ALTER TABLE $t DROP COLUMN s.x", drop("s.x")),
                        new Step("ALTER TABLE $t DROP COLUMN id", drop("id")),
                        new Step("ALTER TABLE $t RENAME COLUMN id TO k", rename("id", "k")),
                        new Step("ALTER TABLE $t RENAME COLUMN p TO A", rename("p", "A"))));
    }

    private static void assertRefused(RefereeProcess referee, Path table, List<Step> steps) throws IOException {
        long version = Definitions.newest(table);
        TableDefinition before = Definitions.at(table, version);
        List<String> taken = new ArrayList<>();
        for (Step step : steps) {
            try {
                referee.sql(step.sql().replace("$t", named(table)));
                taken.add("by Spark: " + step.sql());
            } catch (RefereeException refused) {
                assertThat(refused.condition()).as(step.sql()).isNotNull();
            }
            try {
                step.request().applyTo(before, Step::uuid);
                taken.add("by us: " + step.sql());
            } catch (DeltaException refused) {
                assertThat(refused.remedy()).as(step.sql()).isNotBlank();
            }
        }
        assertThat(taken).isEmpty();
        assertThat(Definitions.newest(table)).isEqualTo(version);
    }

    private static void assertAlike(RefereeProcess referee, Path table, Step... steps) throws IOException {
        List<String> statements = new ArrayList<>();
        for (Step step : steps) {
            statements.add(step.sql().replace("$t", named(table)));
            statements.add("DESCRIBE HISTORY " + named(table) + " LIMIT 1");
        }
        List<ArrayNode> results = referee.sqlEach(statements);
        long before = 0;
        for (int i = 0; i < steps.length; i++) {
            long after = results.get(2 * i + 1).get(0).get("version").asLong();
            if (steps[i].request() != null) {
                steps[i].assertAlike(table, before, after);
            }
            before = after;
        }
    }

    private Path create(RefereeProcess referee, String name, String definition) {
        Path table = folder.resolve(name);
        referee.sql("CREATE TABLE " + named(table) + " " + definition);
        return table;
    }

    private static String named(Path table) {
        return "delta.`" + table + "`";
    }

    private static SetProperties set(String key, String value) {
        return new SetProperties(Map.of(key, value));
    }

    private static ChangeColumn change(String path) {
        return ChangeColumn.of(ColumnPath.parse(path));
    }

    private static Step widen(String path, String sqlType, DataType type) {
        return new Step(
                "ALTER TABLE $t ALTER COLUMN " + path + " TYPE " + sqlType,
                change(path).widenTo(type));
    }

    private static RenameColumn rename(String path, String name) {
        return new RenameColumn(ColumnPath.parse(path), name);
    }

    private static DropColumns drop(String... paths) {
        return new DropColumns(List.of(paths).stream().map(ColumnPath::parse).toList());
    }

    private static AddColumns add(String path, DataType type) {
        return new AddColumns(List.of(NewColumn.of(ColumnPath.parse(path), type)));
    }

    private static StructType nestedType() {
        StructType inner = StructType.of(new StructField("c", PrimitiveType.INTEGER, true));
        return StructType.of(
                new StructField("a", PrimitiveType.INTEGER, true),
                new StructField("b", new ArrayType(inner, true), true));
    }
}
