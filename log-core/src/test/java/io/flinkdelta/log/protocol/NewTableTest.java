/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.ArrayType;
import io.flinkdelta.log.schema.DataType;
import io.flinkdelta.log.schema.MapType;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewTableTest {
    private static final StructType PLAIN = schema("id", PrimitiveType.LONG, "p", PrimitiveType.STRING);

    @Test
    void aPlainTableGetsTheOldestProtocol() {
        Map<String, String> properties = Map.of(
                "delta.appendOnly", "true",
                "delta.checkpointInterval", "5",
                "delta.enableDeletionVectors", "false",
                "delta.columnMapping.mode", "none",
                "delta.autoOptimize.optimizeWrite", "true",
                "my.own", "x");
        assertThat(ProtocolCheck.forNewTable(PLAIN, List.of("p"), properties)).isEqualTo(Protocol.legacy(1, 2));
        assertThat(ProtocolCheck.forNewTable(PLAIN, Map.of("delta.feature.appendOnly", "supported")))
                .isEqualTo(Protocol.legacy(1, 2));
    }

    @Test
    void timestampsWithoutZoneNeedTheirFeature() {
        DataType nested = new MapType(
                PrimitiveType.STRING,
                new ArrayType(schema("t", PrimitiveType.TIMESTAMP_NTZ, "u", PrimitiveType.LONG), true),
                true);
        assertThat(ProtocolCheck.forNewTable(schema("id", PrimitiveType.LONG, "m", nested), Map.of()))
                .isEqualTo(
                        Protocol.features(Set.of("timestampNtz"), Set.of("appendOnly", "invariants", "timestampNtz")));
    }

    @Test
    void notNullInsideOfArraysAndMapsIsRefusedBecauseNobodyEnforcesIt() {
        StructType strict = StructType.of(new StructField("x", PrimitiveType.LONG, false));
        Map<DataType, String> refused = Map.of(
                new ArrayType(strict, true),
                "column=c.element.x",
                new ArrayType(new ArrayType(PrimitiveType.LONG, false), true),
                "column=c.element.element",
                new MapType(strict, PrimitiveType.LONG, true),
                "column=c.key.x",
                new MapType(PrimitiveType.LONG, strict, true),
                "column=c.value.x",
                new MapType(PrimitiveType.LONG, new MapType(PrimitiveType.LONG, PrimitiveType.LONG, false), true),
                "column=c.value.value",
                schema("a", new ArrayType(strict, true), "b", PrimitiveType.LONG),
                "column=c.a.element.x");
        refused.forEach((type, says) -> {
            StructType table = schema("id", PrimitiveType.LONG, "c", type);
            assertThatThrownBy(() -> ProtocolCheck.forNewTable(table, Map.of()))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining(says);
            ProtocolCheck.forNewTable(NestedNullability.relaxed(table), Map.of());
        });
        StructType enforced = schema("s", strict, "a", new ArrayType(PrimitiveType.LONG, false));
        assertThat(ProtocolCheck.forNewTable(enforced, Map.of())).isEqualTo(Protocol.legacy(1, 2));
        assertThat(NestedNullability.relaxed(enforced)).isEqualTo(enforced);
    }

    @Test
    void propertiesAndFeaturesThatAreSupportedAreListed() {
        assertThat(ProtocolCheck.forNewTable(PLAIN, Map.of("delta.enableChangeDataFeed", "true")))
                .isEqualTo(new Protocol(
                        1,
                        7,
                        Optional.empty(),
                        Optional.of(new TreeSet<>(Set.of("appendOnly", "changeDataFeed", "invariants")))));
        assertThat(ProtocolCheck.forNewTable(PLAIN, Map.of("delta.feature.vacuumProtocolCheck", "supported"))
                        .readerFeatures())
                .contains(new TreeSet<>(Set.of("vacuumProtocolCheck")));
    }

    @ParameterizedTest
    @CsvSource({
        "delta.universalFormat.enabledFormats, iceberg",
        "delta.compatibility.symlinkFormatManifest.enabled, true",
        "delta.coordinatedCommits.commitCoordinator-preview, dynamodb",
        "delta.parquet.format.version, 2.12.0",
        "delta.feature.new, supported"
    })
    void propertiesThatAskForMoreAreRefused(String key, String value) {
        assertThatThrownBy(() -> ProtocolCheck.forNewTable(PLAIN, Map.of(key, value)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("property=" + key, "value=" + value);
    }

    @Test
    void featuresThatThisBuildCannotWriteAreRefused() {
        assertThatThrownBy(() -> ProtocolCheck.forNewTable(PLAIN, Map.of("delta.feature.catalogManaged", "supported")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("catalogManaged");
    }

    @Test
    void namesOfPropertiesAreFoundInAnyCase() {
        assertThat(TableProperties.requireValidRequest(
                        Map.of("DELTA.appendonly", "true", "My.Own", "x", "delta.feature.AppendOnly", "supported")))
                .isEqualTo(Map.of("delta.appendOnly", "true", "My.Own", "x", "delta.feature.appendonly", "supported"));
        assertThatThrownBy(() -> TableProperties.requireValidRequest(
                        Map.of("delta.appendOnly", "true", "delta.appendonly", "true")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("differ by case");
    }

    @ParameterizedTest
    @CsvSource({
        "delta.apendOnly, true",
        "delta.isolationLevel, WriteSerializable",
        "delta.columnMapping.mode, names",
        "delta.columnMapping.maxColumnId, 7",
        "delta.minReaderVersion, 4",
        "delta.appendOnly, yes",
        "delta.checkpointInterval, 0",
        "delta.checkpointInterval, ten",
        "delta.feature.appendOnly, true",
        "delta.dataSkippingNumIndexedCols, -2",
        "delta.dataSkippingStatsColumns, 'a,,b'",
        "delta.deletedFileRetentionDuration, 1 month",
        "delta.logRetentionDuration, 1 day"
    })
    void propertiesThatAreNotValidAreRefused(String key, String value) {
        assertThatThrownBy(() -> ProtocolCheck.forNewTable(PLAIN, Map.of(key, value)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("property=" + key, "value=" + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a,b", "a;b", "{a", "a}", "(a", "a)", "a\nb", "a\tb", "a=b"})
    void namesThatOtherReadersDoNotTakeAreRefused(String name) {
        StructType nested =
                schema("id", PrimitiveType.LONG, "s", schema("fine", PrimitiveType.LONG, name, PrimitiveType.LONG));
        assertThatThrownBy(() -> ProtocolCheck.forNewTable(nested, Map.of()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("column=s." + name);
    }

    @Test
    void schemasThatOtherReadersDoNotTakeAreRefused() {
        assertRefused(StructType.of(), List.of(), "needs a column");
        assertRefused(schema("a", PrimitiveType.LONG, "A", PrimitiveType.LONG), List.of(), "column=A");
        assertRefused(schema("a", PrimitiveType.LONG, "v", PrimitiveType.VOID), List.of(), "column=v");
        assertRefused(PLAIN, List.of("q"), "column=q");
        assertRefused(PLAIN, List.of("p", "p"), "named twice");
        assertRefused(PLAIN, List.of("p", "id"), "All columns");
        assertRefused(
                schema("a", new ArrayType(PrimitiveType.LONG, true), "b", PrimitiveType.LONG),
                List.of("a"),
                "array<long>");
        assertThatThrownBy(() -> ProtocolCheck.forNewTable(
                        schema("a", PrimitiveType.LONG, "v", PrimitiveType.VARIANT), Map.of()))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("variantType");
    }

    private static void assertRefused(StructType schema, List<String> partitionColumns, String message) {
        assertThatThrownBy(() -> ProtocolCheck.forNewTable(schema, partitionColumns, Map.of()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(message);
    }

    private static StructType schema(String first, DataType firstType, String second, DataType secondType) {
        return StructType.of(new StructField(first, firstType, true), new StructField(second, secondType, true));
    }
}
