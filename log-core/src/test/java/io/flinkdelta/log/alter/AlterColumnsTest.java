/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.alter.AlterTable.AddColumns;
import io.flinkdelta.log.alter.AlterTable.AddConstraint;
import io.flinkdelta.log.alter.AlterTable.ChangeColumn;
import io.flinkdelta.log.alter.AlterTable.ClusterBy;
import io.flinkdelta.log.alter.AlterTable.DropColumns;
import io.flinkdelta.log.alter.AlterTable.RenameColumn;
import io.flinkdelta.log.alter.AlterTable.ReplaceColumns;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlterColumnsTest {
    private static final StructType POINT = StructType.of(
            new StructField("x", PrimitiveType.INTEGER, true), new StructField("y", PrimitiveType.INTEGER, true));
    private static final StructType SCHEMA = StructType.of(
            new StructField("id", PrimitiveType.INTEGER, false),
            new StructField("p", PrimitiveType.SHORT, true),
            new StructField("s", POINT, true),
            new StructField("a", new ArrayType(POINT, true), true),
            new StructField("m", new MapType(PrimitiveType.BYTE, POINT, true), true));

    private final AlteredTable table = AlteredTable.of(SCHEMA, List.of("p"), Map.of());

    @Test
    void columnsAreAddedAnywhere() {
        table.alter(new AddColumns(List.of(
                NewColumn.of(ColumnPath.of("last"), PrimitiveType.STRING).comment("c"),
                NewColumn.of(ColumnPath.of("first"), PrimitiveType.DATE).at(ColumnPosition.first()),
                NewColumn.of(ColumnPath.of("S", "z"), PrimitiveType.LONG).at(ColumnPosition.after("X")),
                NewColumn.of(ColumnPath.of("a", "element", "z"), PrimitiveType.LONG),
                NewColumn.of(ColumnPath.of("m", "value", "z"), PrimitiveType.LONG)
                        .at(ColumnPosition.first()))));
        assertThat(table.schema().describe())
                .isEqualTo("struct<first:date,id:integer,p:short,s:struct<x:integer,z:long,y:integer>,"
                        + "a:array<struct<x:integer,y:integer,z:long>>,"
                        + "m:map<byte,struct<z:long,x:integer,y:integer>>,last:string>");
        assertThat(table.schema().field("last").orElseThrow().metadata().toString())
                .isEqualTo("{\"comment\":\"c\"}");
        assertThat(table.parameter("columns"))
                .startsWith("[{\"column\":{\"name\":\"last\",\"type\":\"string\",\"nullable\":true,"
                        + "\"metadata\":{\"comment\":\"c\"}}},{\"column\":{\"name\":\"first\",\"type\":\"date\","
                        + "\"nullable\":true,\"metadata\":{}},\"position\":\"FIRST\"}")
                .contains("{\"name\":\"s.z\"")
                .contains("\"position\":\"AFTER X\"")
                .contains("{\"name\":\"a.element.z\"");
    }

    @Test
    void columnsThatCannotBeAddedAreRefused() {
        assertRefused(add("ID", PrimitiveType.LONG), "already");
        assertRefused(add("a b", PrimitiveType.LONG), "character");
        assertRefused(add("v", PrimitiveType.VOID), "void");
        assertRefused(add("id.x", PrimitiveType.LONG), "added to the table or to a struct");
        assertRefused(add("a.x.z", PrimitiveType.LONG), "no such column");
        assertRefused(add("t", PrimitiveType.TIMESTAMP_NTZ), "delta.feature.timestampNtz = supported");
        assertRefused(add("n", StructType.of(new StructField("x", PrimitiveType.LONG, false))), "NOT NULL");
        assertRefused(
                new AddColumns(List.of(
                        NewColumn.of(ColumnPath.of("z"), PrimitiveType.LONG).at(ColumnPosition.after("nowhere")))),
                "column=nowhere");
        assertRefused(new AddColumns(List.of()), "No column");
    }

    @Test
    void newColumnsOfAMappedTableGetIdsAndPhysicalNames() {
        map();
        table.alter(add("a.element.z", PrimitiveType.LONG)).alter(add("with space", POINT));
        StructField added = table.schema().field("with space").orElseThrow();
        assertThat(added.metadata().toString())
                .isEqualTo("{\"delta.columnMapping.id\":13,\"delta.columnMapping.physicalName\":\"col-u2\"}");
        assertThat(SchemaJson.write(table.schema()))
                .contains("\"delta.columnMapping.id\":12,\"delta.columnMapping.physicalName\":\"col-u1\"");
        assertThat(table.properties()).containsEntry("delta.columnMapping.maxColumnId", "15");
        assertThat(table.parameter("columns")).doesNotContain("delta.");
    }

    @Test
    void columnsAreDroppedFromMappedTablesOnly() {
        assertRefused(drop("s"), "delta.columnMapping.mode = name");
        map();
        table.alter(new SetProperties(Map.of("delta.dataSkippingStatsColumns", "id,s.x,`s`.y")));
        table.alter(new DropColumns(List.of(ColumnPath.parse("S.x"), ColumnPath.parse("m.value.y"))));
        assertThat(table.schema().describe()).contains("s:struct<y:integer>").contains("m:map<byte,struct<x:integer>>");
        assertThat(table.parameter("columns")).isEqualTo("[\"s.x\",\"m.value.y\"]");
        assertThat(table.properties()).containsEntry("delta.dataSkippingStatsColumns", "id,s.y");
        assertRefused(drop("s.y"), "last column");
        assertRefused(drop("p"), "partition column");
        assertRefused(drop("a.element"), "What an array or a map holds");
        assertRefused(drop("nowhere"), "no such column");
        table.alter(add("s.x", PrimitiveType.STRING));
        assertThat(SchemaJson.write(table.schema())).contains("\"delta.columnMapping.id\":12");
    }

    @Test
    void whatIsComputedFromAColumnStandsInTheWay() {
        map();
        table.alter(new AddConstraint("Positive", "s.x > 0 AND 'a.element' <> \"m\""));
        assertThat(table.properties()).containsEntry("delta.constraints.positive", "s.x > 0 AND 'a.element' <> \"m\"");
        assertThat(table.last().condition())
                .contains(new TableChange.Condition("Positive", "s.x > 0 AND 'a.element' <> \"m\""));
        assertRefused(drop("s.x"), "CHECK constraint positive");
        assertRefused(drop("s"), "CHECK constraint positive");
        assertRefused(new RenameColumn(ColumnPath.of("s"), "t"), "CHECK constraint positive");
        table.alter(new RenameColumn(ColumnPath.of("s", "y"), "z")).alter(drop("a"));
        assertRefused(new AddConstraint("POSITIVE", "id > 0"), "already");
        assertRefused(new AddConstraint("sum", "id + 1"), "true or false");
        assertRefused(new AddConstraint("nowhere", "k > 1"), "constraint=nowhere");
        assertRefused(new AddConstraint("half", "id >"), "a syntax error: the end, too early");
        assertThatThrownBy(() -> table.alter(new AddConstraint("unreadable", "id[0] > 1")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("constraint=unreadable");
        assertRefused(new AddConstraint(" ", "id > 0"), "this name");
        table.alter(new AlterTable.DropConstraint("positive", false)).alter(drop("s.x"));
        assertRefused(new AlterTable.DropConstraint("positive", false), "no such constraint");
        assertRefused(new AlterTable.DropConstraint("positive", false), "--if-exists of the command, ifExists in Java");
        assertThat(table.alter(new AlterTable.DropConstraint("positive", true))
                        .last()
                        .isNothing())
                .isTrue();
    }

    @Test
    void generatedColumnsAreComputedFromOthers() {
        StructType generated = StructType.of(
                new StructField("length", PrimitiveType.INTEGER, true),
                new StructField("t", PrimitiveType.STRING, true),
                new StructField(
                        "g",
                        PrimitiveType.INTEGER,
                        true,
                        FieldMetadata.empty().with("delta.generationExpression", "length(`t`)")));
        AlteredTable of = AlteredTable.of(generated)
                .alter(new SetProperties(Map.of("delta.columnMapping.mode", "name")))
                .alter(drop("length"));
        assertThatThrownBy(() -> of.alter(drop("t"))).hasMessageContaining("the generated column g");
    }

    @Test
    void columnsAreRenamed() {
        assertRefused(new RenameColumn(ColumnPath.of("id"), "key"), "delta.columnMapping.mode = name");
        map();
        table.alter(new SetProperties(Map.of("delta.dataSkippingStatsColumns", "id,s.x")))
                .alter(new RenameColumn(ColumnPath.of("P"), "part of it"))
                .alter(new RenameColumn(ColumnPath.of("s"), "t.u"));
        assertThat(table.definition().metadata().partitionColumns()).containsExactly("part of it");
        assertThat(table.properties()).containsEntry("delta.dataSkippingStatsColumns", "id,`t.u`.x");
        assertThat(table.parameter("oldColumnPath")).isEqualTo("s");
        assertThat(table.parameter("newColumnPath")).isEqualTo("`t.u`");
        assertThat(table.schema().field("part of it").orElseThrow().metadata().toString())
                .contains("\"delta.columnMapping.physicalName\":\"p\"");
        assertRefused(new RenameColumn(ColumnPath.of("id"), "A"), "same name");
        assertRefused(new RenameColumn(ColumnPath.of("a", "element"), "e"), "no name of its own");
        table.alter(new RenameColumn(ColumnPath.of("a"), "A"));
        assertThat(table.schema().field("A")).isPresent();
    }

    @Test
    void typesBecomeWider() {
        ChangeColumn wider = ChangeColumn.of(ColumnPath.of("id")).widenTo(PrimitiveType.LONG);
        assertRefused(wider, "delta.enableTypeWidening = true");
        table.alter(new SetProperties(Map.of("delta.enableTypeWidening", "true")))
                .alter(wider)
                .alter(ChangeColumn.of(ColumnPath.of("p")).widenTo(PrimitiveType.INTEGER))
                .alter(ChangeColumn.of(ColumnPath.of("m", "key")).widenTo(PrimitiveType.SHORT))
                .alter(ChangeColumn.of(ColumnPath.of("m", "key")).widenTo(new DecimalType(12, 2)))
                .alter(ChangeColumn.of(ColumnPath.of("a", "element", "x")).widenTo(PrimitiveType.DOUBLE));
        assertThat(SchemaJson.write(table.schema()))
                .contains("\"name\":\"id\",\"type\":\"long\",\"nullable\":false,\"metadata\":{\"delta.typeChanges\":"
                        + "[{\"toType\":\"long\",\"fromType\":\"integer\"}]}")
                .contains("{\"delta.typeChanges\":[{\"toType\":\"short\",\"fromType\":\"byte\",\"fieldPath\":\"key\"},"
                        + "{\"toType\":\"decimal(12,2)\",\"fromType\":\"short\",\"fieldPath\":\"key\"}]}")
                .contains("{\"name\":\"x\",\"type\":\"double\",\"nullable\":true,\"metadata\":{\"delta.typeChanges\":"
                        + "[{\"toType\":\"double\",\"fromType\":\"integer\"}]}}");
        assertRefused(wider.widenTo(PrimitiveType.INTEGER), "only become wider");
        assertRefused(ChangeColumn.of(ColumnPath.of("id")).widenTo(PrimitiveType.STRING), "only become wider");
        assertRefused(ChangeColumn.of(ColumnPath.of("s")).widenTo(PrimitiveType.LONG), "only become wider");
    }

    @Test
    void thePreviewOfWideningRecordsTheVersion() {
        table.alter(AlterTable.UpgradeProtocol.withFeature("typeWidening-preview"))
                .alter(new SetProperties(Map.of("delta.enableTypeWidening", "true")))
                .alter(ChangeColumn.of(ColumnPath.of("id")).widenTo(PrimitiveType.LONG));
        assertThat(SchemaJson.write(table.schema()))
                .contains("[{\"tableVersion\":7,\"toType\":\"long\",\"fromType\":\"integer\"}]");
    }

    @Test
    void columnsGetCommentsPlacesDefaultsAndNull() {
        table.alter(
                ChangeColumn.of(ColumnPath.of("id")).allowNull().comment("key").moveTo(ColumnPosition.after("s")));
        assertThat(table.schema().fields().get(2).name()).isEqualTo("id");
        assertThat(table.schema().fields().get(2).nullable()).isTrue();
        assertThat(table.parameter("column"))
                .isEqualTo(
                        "{\"name\":\"id\",\"type\":\"integer\",\"nullable\":true,\"metadata\":{\"comment\":\"key\"}}");
        assertThat(table.parameter("position")).isEqualTo("AFTER s");
        table.alter(ChangeColumn.of(ColumnPath.of("m", "value", "y")).moveTo(ColumnPosition.first()));
        assertThat(table.schema().describe()).contains("m:map<byte,struct<y:integer,x:integer>>");
        ChangeColumn withDefault = ChangeColumn.of(ColumnPath.of("id")).setDefault("7");
        assertRefused(withDefault, "delta.feature.allowColumnDefaults = supported");
        table.alter(AlterTable.UpgradeProtocol.withFeature("allowColumnDefaults"))
                .alter(withDefault);
        assertThat(table.schema().field("id").orElseThrow().metadata().get("CURRENT_DEFAULT"))
                .isPresent();
        table.alter(ChangeColumn.of(ColumnPath.of("id")).dropDefault());
        assertThat(table.schema().field("id").orElseThrow().metadata().get("CURRENT_DEFAULT"))
                .isEmpty();
        assertRefused(ChangeColumn.of(ColumnPath.of("m", "key")).comment("no"), "no comment");
    }

    @Test
    void clusteringColumnsAreKeptByPhysicalName() {
        assertRefused(new ClusterBy(List.of(ColumnPath.of("id"))), "partitioned table");
        AlteredTable flat = AlteredTable.of(SCHEMA)
                .alter(new SetProperties(Map.of("delta.columnMapping.mode", "name")))
                .alter(new ClusterBy(List.of(ColumnPath.of("ID"), ColumnPath.of("s", "y"))));
        assertThat(flat.definition().domain("delta.clustering").orElseThrow().configuration())
                .isEqualTo("{\"clusteringColumns\":[[\"id\"],[\"s\",\"y\"]],\"domainName\":\"delta.clustering\"}");
        flat.alter(new RenameColumn(ColumnPath.of("s"), "t"));
        assertThatThrownBy(() -> flat.alter(drop("t"))).hasMessageContaining("clustering column");
        flat.alter(new ClusterBy(List.of()));
        assertThat(flat.parameter("oldClusteringColumns")).isEqualTo("id,t.y");
        assertThat(flat.parameter("newClusteringColumns")).isEmpty();
        assertThatThrownBy(() -> flat.alter(new ClusterBy(List.of(ColumnPath.of("a")))))
                .hasMessageContaining("type");
        flat.alter(new SetProperties(Map.of("delta.dataSkippingNumIndexedCols", "1")));
        assertThatThrownBy(() -> flat.alter(new ClusterBy(List.of(ColumnPath.of("p")))))
                .hasMessageContaining("needs statistics");
        assertThat(AlteredTable.of(SCHEMA)
                        .alter(new ClusterBy(List.of()))
                        .last()
                        .isNothing())
                .isTrue();
    }

    @Test
    void allColumnsAreReplaced() {
        StructType reordered = StructType.of(
                new StructField(
                        "s", StructType.of(POINT.fields().get(1), POINT.fields().get(0)), true),
                new StructField(
                        "ID", PrimitiveType.INTEGER, true, FieldMetadata.empty().with("comment", "key")),
                SCHEMA.fields().get(3),
                SCHEMA.fields().get(4),
                SCHEMA.fields().get(1),
                new StructField("z", PrimitiveType.STRING, true));
        table.alter(new ReplaceColumns(reordered));
        assertThat(table.schema().describe())
                .startsWith("struct<s:struct<y:integer,x:integer>,id:integer,a:")
                .endsWith("p:short,z:string>");
        assertThat(table.schema().field("id").orElseThrow().nullable()).isTrue();
        assertRefused(new ReplaceColumns(SCHEMA), "NOT NULL");
        assertRefused(
                new ReplaceColumns(
                        StructType.of(reordered.fields().subList(0, 5).toArray(StructField[]::new))),
                "column mapping");
        map();
        table.alter(new ReplaceColumns(new StructType(reordered.fields().subList(0, 5))));
        assertThat(table.schema().field("z")).isEmpty();
        assertRefused(new ReplaceColumns(new StructType(reordered.fields().subList(0, 4))), "partition column");
    }

    private void map() {
        table.alter(new SetProperties(Map.of("delta.columnMapping.mode", "name")));
    }

    private static AddColumns add(String path, DataType type) {
        return new AddColumns(
                List.of(NewColumn.of(path.contains(" ") ? ColumnPath.of(path) : ColumnPath.parse(path), type)));
    }

    private static DropColumns drop(String path) {
        return new DropColumns(List.of(ColumnPath.parse(path)));
    }

    private void assertRefused(AlterTable request, String message) {
        TableDefinition before = table.definition();
        assertThatThrownBy(() -> table.alter(request))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(message);
        assertThat(table.definition()).isSameAs(before);
    }
}
