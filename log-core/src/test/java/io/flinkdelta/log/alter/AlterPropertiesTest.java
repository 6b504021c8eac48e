/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.alter.AlterTable.ChangeColumn;
import io.flinkdelta.log.alter.AlterTable.DropFeature;
import io.flinkdelta.log.alter.AlterTable.SetProperties;
import io.flinkdelta.log.alter.AlterTable.UnsetProperties;
import io.flinkdelta.log.alter.AlterTable.UpgradeProtocol;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DecimalType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlterPropertiesTest {
    private static final StructType SCHEMA = StructType.of(
            new StructField("id", PrimitiveType.LONG, true),
            new StructField(
                    "a", new ArrayType(StructType.of(new StructField("x", PrimitiveType.INTEGER, true)), true), true));

    private final AlteredTable table = AlteredTable.of(SCHEMA);

    @Test
    void propertiesAreSetUnderTheirOwnNames() {
        table.alter(new SetProperties(Map.of("delta.APPENDONLY", "true")));
        assertThat(table.properties()).isEqualTo(Map.of("delta.appendOnly", "true"));
        assertThat(table.last().operation().historyName()).isEqualTo("SET TBLPROPERTIES");
        assertThat(table.parameter("properties")).isEqualTo("{\"delta.appendOnly\":\"true\"}");
        assertThat(table.last().protocol()).isEmpty();
        assertThat(table.alter(new SetProperties(Map.of("delta.appendOnly", "true")))
                        .last()
                        .isNothing())
                .isTrue();
    }

    @Test
    void theCommentIsNoProperty() {
        table.alter(AlterTable.comment("about it"));
        assertThat(table.definition().metadata().description()).contains("about it");
        assertThat(table.properties()).isEmpty();
        assertThat(table.parameter("properties")).isEqualTo("{\"comment\":\"about it\"}");
        table.alter(new UnsetProperties(List.of("comment"), false));
        assertThat(table.definition().metadata().description()).isEmpty();
    }

    @Test
    void propertiesOfTheProtocolOnlyShapeTheProtocol() {
        table.alter(new SetProperties(Map.of("delta.feature.vacuumProtocolCheck", "supported")));
        assertThat(table.properties()).isEmpty();
        assertThat(table.protocol())
                .isEqualTo(Protocol.features(
                        Set.of("vacuumProtocolCheck"), Set.of("appendOnly", "invariants", "vacuumProtocolCheck")));
        assertThat(table.last().metadata()).isEmpty();
    }

    @Test
    void columnMappingTurnedOnKeepsTheNamesOfTheDataFiles() {
        table.alter(new SetProperties(Map.of("delta.columnMapping.mode", "name")));
        assertThat(table.properties())
                .isEqualTo(Map.of("delta.columnMapping.mode", "name", "delta.columnMapping.maxColumnId", "3"));
        assertThat(SchemaJson.write(table.schema()))
                .contains("{\"delta.columnMapping.id\":1,\"delta.columnMapping.physicalName\":\"id\"}")
                .contains("{\"delta.columnMapping.id\":2,\"delta.columnMapping.physicalName\":\"a\"}")
                .contains("{\"delta.columnMapping.id\":3,\"delta.columnMapping.physicalName\":\"x\"}");
        assertThat(ProtocolFeatures.of(table.protocol())).contains("columnMapping");
        assertRefused(new SetProperties(Map.of("delta.columnMapping.mode", "id")), "from name to id");
        assertRefused(new SetProperties(Map.of("delta.columnMapping.mode", "none")), "from name to none");
        assertRefused(new UnsetProperties(List.of("delta.columnMapping.mode"), false), "from name to none");
        assertRefused(new UnsetProperties(List.of("delta.columnMapping.maxColumnId"), false), "kept by writers");
    }

    @Test
    void theModeIdIsForNewTables() {
        assertRefused(new SetProperties(Map.of("delta.columnMapping.mode", "id")), "from none to id");
    }

    @Test
    void rowTrackingGetsTheNamesOfItsColumns() {
        table.alter(new SetProperties(Map.of("delta.enableRowTracking", "true")));
        assertThat(table.properties())
                .containsEntry("delta.rowTracking.materializedRowIdColumnName", "_row-id-col-u1")
                .containsEntry(
                        "delta.rowTracking.materializedRowCommitVersionColumnName", "_row-commit-version-col-u2");
        assertThat(ProtocolFeatures.of(table.protocol())).contains("rowTracking", "domainMetadata");
        assertRefused(new SetProperties(Map.of("delta.rowTrackingSuspended", "true")), "on and suspended");
        table.alter(new SetProperties(Map.of("delta.enableRowTracking", "false")));
        assertThat(table.properties()).containsEntry("delta.rowTracking.materializedRowIdColumnName", "_row-id-col-u1");
    }

    @Test
    void compatibilityWithIcebergNeedsColumnMapping() {
        SetProperties compatible = new SetProperties(Map.of("delta.enableIcebergCompatV2", "true"));
        assertRefused(compatible, "it needs column mapping");
        table.alter(new SetProperties(Map.of("delta.columnMapping.mode", "name")))
                .alter(compatible);
        assertThat(SchemaJson.write(table.schema())).contains("\"delta.columnMapping.nested.ids\":{\"a.element\":4}");
        assertThat(table.properties()).containsEntry("delta.columnMapping.maxColumnId", "4");
        assertRefused(new SetProperties(Map.of("delta.enableDeletionVectors", "true")), "deletion vectors");
        assertRefused(new SetProperties(Map.of("delta.enableIcebergCompatV1", "true")), "only one of");
    }

    @Test
    void aChangeDataFeedAddsColumnsThatATableCannotHave() {
        table.alter(
                new AlterTable.AddColumns(List.of(NewColumn.of(ColumnPath.of("_change_type"), PrimitiveType.STRING))));
        assertRefused(new SetProperties(Map.of("delta.enableChangeDataFeed", "true")), "column=_change_type");
        table.alter(new SetProperties(Map.of("delta.columnMapping.mode", "name")))
                .alter(new AlterTable.RenameColumn(ColumnPath.of("_change_type"), "type"))
                .alter(new SetProperties(Map.of("delta.enableChangeDataFeed", "true")));
        assertRefused(new AlterTable.RenameColumn(ColumnPath.of("type"), "_commit_version"), "column=_commit_version");
    }

    @Test
    void icebergKnowsSomeOfTheWiderTypes() {
        ChangeColumn x = ChangeColumn.of(ColumnPath.of("a", "element", "x"));
        table.alter(new SetProperties(Map.of(
                "delta.enableTypeWidening", "true",
                "delta.columnMapping.mode", "name",
                "delta.enableIcebergCompatV2", "true")));
        assertRefused(x.widenTo(PrimitiveType.DOUBLE), "was changed from integer to double");
        assertRefused(x.widenTo(new DecimalType(10, 0)), "was changed from integer to decimal(10,0)");
        table.alter(x.widenTo(PrimitiveType.LONG));
        assertThat(table.schema().describe()).contains("x:long");
    }

    @ParameterizedTest
    @CsvSource({
        "delta.constraints.c, id > 1, no constraint",
        "delta.feature.clustering, supported, clustering columns",
        "location, /elsewhere, location",
        "delta.columnMapping.maxColumnId, 1, kept by writers",
        "delta.noSuchThing, 1, no such table property",
        "'', 1, has no name",
        "' ', 1, has no name",
        "delta.dataSkippingStatsColumns, nowhere, cannot have the statistics",
        "delta.deletedFileRetentionDuration, interval 31 days, is not at least"
    })
    void propertiesThatAreNotSetThisWayAreRefused(String key, String value, String problem) {
        assertThatThrownBy(() -> table.alter(new SetProperties(Map.of(key, value))))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("[")
                .satisfies(error -> assertThat(error.getMessage().toLowerCase(java.util.Locale.ROOT))
                        .containsAnyOf(problem, "a constraint is not set"));
    }

    @Test
    void unsetPropertiesMustBeThereUnlessToldOtherwise() {
        assertRefused(new UnsetProperties(List.of("a"), false), "no such property");
        assertRefused(new UnsetProperties(List.of("a"), false), "--if-exists of the command, ifExists in Java");
        table.alter(new UnsetProperties(List.of("a"), true));
        assertThat(table.last().isNothing()).isTrue();
        table.alter(new SetProperties(Map.of("a", "1", "delta.appendOnly", "true")))
                .alter(new UnsetProperties(List.of("a", "delta.appendonly"), false));
        assertThat(table.properties()).isEmpty();
        assertThat(table.parameter("properties")).isEqualTo("[\"a\",\"delta.appendOnly\"]");
        assertThat(table.last().parameters().get("ifExists").isBoolean()).isTrue();
        assertRefused(new UnsetProperties(List.of("delta.constraints.c"), true), "not removed as a property");
    }

    @Test
    void theProtocolIsUpgraded() {
        table.alter(new UpgradeProtocol(OptionalInt.of(2), OptionalInt.of(5), Set.of()));
        assertThat(table.protocol()).isEqualTo(Protocol.legacy(2, 5));
        assertThat(table.parameter("newProtocol")).isEqualTo("{\"minReaderVersion\":2,\"minWriterVersion\":5}");
        table.alter(UpgradeProtocol.withFeature("deletionVectors"));
        assertThat(ProtocolFeatures.of(table.protocol())).contains("deletionVectors", "columnMapping");
        assertThat(table.alter(new UpgradeProtocol(OptionalInt.of(1), OptionalInt.of(2), Set.of()))
                        .last()
                        .isNothing())
                .isTrue();
        assertThatThrownBy(() -> table.alter(UpgradeProtocol.withFeature("noSuchFeature")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("noSuchFeature");
    }

    @Test
    void featuresAreDroppedWhereNothingIsLeftOfThem() {
        table.alter(new AlterTable.AddConstraint("c", "id > 0"));
        assertRefused(new DropFeature("checkConstraints"), "uses this feature");
        table.alter(new AlterTable.DropConstraint("c", false)).alter(new DropFeature("checkconstraints"));
        assertThat(table.protocol()).isEqualTo(Protocol.legacy(1, 2));
        assertThat(table.parameter("featureName")).isEqualTo("checkConstraints");
        assertRefused(new DropFeature("checkConstraints"), "does not have this feature");
        table.alter(UpgradeProtocol.withFeature("rowTracking"));
        assertRefused(new DropFeature("domainMetadata"), "[rowTracking]");
        assertRefused(new DropFeature("rowTracking"), "Let Spark drop it");
        assertRefused(new DropFeature("appendOnly"), "by Spark neither");
        table.alter(new SetProperties(Map.of("delta.enableInCommitTimestamps", "true")));
        assertRefused(new DropFeature("inCommitTimestamp"), "uses this feature");
        table.alter(new SetProperties(Map.of("delta.enableInCommitTimestamps", "false")))
                .alter(new DropFeature("inCommitTimestamp"));
        assertThat(table.properties()).doesNotContainKey("delta.enableInCommitTimestamps");
        assertThat(ProtocolFeatures.of(table.protocol())).doesNotContain("inCommitTimestamp");
    }

    @Test
    void typeWideningIsDroppedWhileNoColumnHasBecomeWider() {
        table.alter(new SetProperties(Map.of("delta.enableTypeWidening", "true")));
        assertRefused(new DropFeature("typeWidening"), "uses this feature");
        table.alter(new SetProperties(Map.of("delta.enableTypeWidening", "false")));
        TableDefinition unchanged = table.definition();
        table.alter(new DropFeature("typeWidening"));
        assertThat(table.last().needsCheckpoints()).isTrue();
        assertThat(table.protocol().readerFeatures()).isEmpty();
        assertThat(table.properties())
                .containsEntry(
                        "delta.requireCheckpointProtectionBeforeVersion", Long.toString(unchanged.version() + 1));
        table.alter(new SetProperties(Map.of("delta.enableTypeWidening", "true")))
                .alter(AlterTable.ChangeColumn.of(ColumnPath.of("a", "element", "x"))
                        .widenTo(PrimitiveType.LONG))
                .alter(new SetProperties(Map.of("delta.enableTypeWidening", "false")));
        assertRefused(new DropFeature("typeWidening"), "has become wider");
    }

    private void assertRefused(AlterTable request, String message) {
        assertThatThrownBy(() -> table.alter(request))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(message);
    }
}
