/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.UnsupportedFeatureException;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.SchemaJson;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolCheckTest {
    private static final ErrorContext TABLE = ErrorContext.table("/t").with("version", 3);
    private static final StructType PLAIN = StructType.of(new StructField("id", PrimitiveType.LONG, true));

    @ParameterizedTest
    @CsvSource({"1,1", "1,2", "1,3", "1,4", "2,5", "2,6"})
    void legacyVersionsWithNothingInUseAreFine(int reader, int writer) {
        assertThatCode(() -> ProtocolCheck.requireWritable(
                        Protocol.legacy(reader, writer), metadata(PLAIN, Map.of()), TABLE))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "appendOnly",
                "invariants",
                "checkConstraints",
                "changeDataFeed",
                "generatedColumns",
                "identityColumns",
                "domainMetadata",
                "allowColumnDefaults",
                "inCommitTimestamp",
                "rowTracking",
                "clustering",
                "checkpointProtection",
                "icebergCompatV1",
                "icebergCompatV2",
                "materializePartitionColumns"
            })
    void writerFeaturesThatAreListedButNotInUseAreFine(String feature) {
        Protocol protocol = new Protocol(1, 7, Optional.empty(), Optional.of(new TreeSet<>(Set.of(feature))));
        assertThat(ProtocolCheck.writeBlockers(protocol, metadata(PLAIN, Map.of("delta.appendOnly", "true"))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "columnMapping",
                "deletionVectors",
                "timestampNtz",
                "vacuumProtocolCheck",
                "v2Checkpoint",
                "typeWidening",
                "variantType"
            })
    void readerFeaturesThatAreListedButNotInUseAreFine(String feature) {
        Protocol protocol = Protocol.features(Set.of(feature), Set.of(feature));
        assertThat(ProtocolCheck.writeBlockers(protocol, metadata(PLAIN, Map.of())))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "catalogManaged",
                "catalogOwned-preview",
                "geospatial",
                "redirectReaderWriter-preview",
                "adaptiveMetadata-preview",
                "somethingNew"
            })
    void readerFeaturesThatMayTakeEffectAtAnyTimeAreRefusedForReading(String feature) {
        Protocol protocol = Protocol.features(Set.of(feature), Set.of(feature, "appendOnly"));
        assertThatThrownBy(() -> ProtocolCheck.requireReadable(protocol, metadata(PLAIN, Map.of()), TABLE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll(
                        feature, "table=/t", "version=3", "minReaderVersion=3", "readerFeatures=[" + feature + "]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"coordinatedCommits-preview", "collations-preview", "redirectWriterOnly-preview", "somethingNew"
            })
    void writerFeaturesAreRefusedForWritingOnly(String feature) {
        Protocol protocol = new Protocol(1, 7, Optional.empty(), Optional.of(new TreeSet<>(Set.of(feature))));
        Metadata metadata = metadata(PLAIN, Map.of());
        assertThat(ProtocolCheck.readBlockers(protocol, metadata)).isEmpty();
        assertThatThrownBy(() -> ProtocolCheck.requireWritable(protocol, metadata, TABLE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll(feature, "cannot be written", "minWriterVersion=7");
    }

    @ParameterizedTest
    @CsvSource({
        "2, delta.invariants, '{\"expression\":{\"expression\":\"x > 3\"}}'",
        "4, delta.generationExpression, id + 1",
        "6, delta.identity.start, 1"
    })
    void whatAColumnAsksOfRowsIsForTheWriterOfTheRows(int writerVersion, String key, String value) {
        StructField field = new StructField(
                "x", PrimitiveType.LONG, true, FieldMetadata.empty().with(key, value));
        Metadata metadata = metadata(StructType.of(field), Map.of("delta.constraints.small", "x < 3"));
        assertThat(ProtocolCheck.writeBlockers(Protocol.legacy(1, writerVersion), metadata))
                .isEmpty();
    }

    @Test
    void mappedColumnsAreReadable() {
        Metadata mapped = metadata(PLAIN, Map.of("delta.columnMapping.mode", "name"));
        for (Protocol protocol : List.of(Protocol.legacy(1, 2), Protocol.legacy(2, 5))) {
            assertThat(ProtocolCheck.readBlockers(protocol, mapped)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "short, long, true",
        "byte, double, true",
        "'decimal(5, 2)', 'decimal(7,3)', true",
        "date, timestamp_ntz, true",
        "long, double, false",
        "long, short, false",
        "integer, string, false",
        "something, else, false"
    })
    void onlyTheProtocolsTypeChangesAreReadable(String from, String to, boolean readable) {
        var changes = JsonNodeFactory.instance.objectNode();
        changes.putArray("delta.typeChanges").addObject().put("fromType", from).put("toType", to);
        StructType widened = StructType.of(new StructField("id", PrimitiveType.LONG, true, FieldMetadata.of(changes)));
        Protocol protocol = Protocol.features(Set.of("typeWidening"), Set.of("typeWidening"));
        Set<String> blockers = ProtocolCheck.readBlockers(protocol, metadata(widened, Map.of()));
        assertThat(blockers).isEqualTo(readable ? Set.of() : Set.of("typeWidening"));
    }

    @Test
    void variantsAreReadButNotWritten() {
        StructType variants = StructType.of(new StructField("v", PrimitiveType.VARIANT, true));
        for (Protocol protocol :
                List.of(Protocol.legacy(1, 2), Protocol.features(Set.of("variantType"), Set.of("variantType")))) {
            assertThat(ProtocolCheck.readBlockers(protocol, metadata(variants, Map.of())))
                    .isEmpty();
            assertThat(ProtocolCheck.writeBlockers(protocol, metadata(variants, Map.of())))
                    .containsExactly("variantType");
        }
    }

    @Test
    void unknownVersionsAreRefused() {
        assertThatThrownBy(() -> ProtocolCheck.requireReadable(Protocol.legacy(4, 8), metadata(PLAIN, Map.of()), TABLE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("minReaderVersion 4");
        assertThatCode(() -> ProtocolCheck.requireReadable(Protocol.legacy(1, 8), metadata(PLAIN, Map.of()), TABLE))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> ProtocolCheck.requireWritable(Protocol.legacy(1, 8), metadata(PLAIN, Map.of()), TABLE))
                .hasMessageContaining("minWriterVersion 8");
    }

    @Test
    void featureVersionsWithoutFeatureListsAreCorrupt() {
        assertThatThrownBy(() -> ProtocolCheck.requireReadable(Protocol.legacy(3, 7), metadata(PLAIN, Map.of()), TABLE))
                .isInstanceOf(CorruptLogException.class)
                .hasMessageContainingAll("table=/t", "minReaderVersion=3");
    }

    private static Metadata metadata(StructType schema, Map<String, String> configuration) {
        return new Metadata(
                "id",
                Optional.empty(),
                Optional.empty(),
                Metadata.Format.parquet(),
                SchemaJson.write(schema),
                List.of(),
                OptionalLong.empty(),
                configuration);
    }

    @Test
    void aTableWhoseCommitsACoordinatorKeepsIsRefusedByName() {
        Metadata coordinated =
                metadata(PLAIN, Map.of("delta.coordinatedCommits.commitCoordinator-preview", "in-memory"));
        assertThatThrownBy(() -> ProtocolCheck.requireReadable(Protocol.legacy(1, 2), coordinated, TABLE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("coordinatedCommits-preview");
    }
}
