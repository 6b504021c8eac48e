/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.FieldMetadata;
import io.flinkdelta.log.schema.PrimitiveType;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtocolChangeTest {
    private static final StructType PLAIN = StructType.of(new StructField("id", PrimitiveType.LONG, true));

    /** What delta-spark 4.4.0 gives the same table, proved by AlterTableIT. */
    @ParameterizedTest
    @CsvSource({
        "'', 1, 2, '', ''",
        "delta.appendOnly=true, 1, 2, '', ''",
        "delta.enableChangeDataFeed=true, 1, 7, '', appendOnly changeDataFeed invariants",
        "delta.constraints.c=id > 0, 1, 3, '', ''",
        "delta.columnMapping.mode=name, 2, 7, '', appendOnly columnMapping invariants",
        "delta.minReaderVersion=2 delta.minWriterVersion=5 delta.columnMapping.mode=name, 2, 5, '', ''",
        "delta.minReaderVersion=1 delta.minWriterVersion=4, 1, 4, '', ''",
        "delta.minReaderVersion=3 delta.minWriterVersion=7, 1, 1, '', ''",
        "delta.ignoreProtocolDefaults=true, 1, 1, '', ''",
        "delta.enableDeletionVectors=true, 3, 7, deletionVectors, appendOnly deletionVectors invariants",
        "delta.checkpointPolicy=v2, 3, 7, v2Checkpoint, appendOnly invariants v2Checkpoint",
        "delta.enableRowTracking=true, 1, 7, '', appendOnly domainMetadata invariants rowTracking",
        "delta.enableIcebergCompatV2=true, 2, 7, '', appendOnly columnMapping icebergCompatV2 invariants",
        "delta.feature.columnmapping=supported, 2, 7, '', appendOnly columnMapping invariants",
        "delta.feature.clustering=enabled, 1, 7, '', appendOnly clustering domainMetadata invariants",
        "delta.enableTypeWidening=true delta.columnMapping.mode=id, 3, 7, columnMapping typeWidening,"
                + " appendOnly columnMapping invariants typeWidening"
    })
    void aNewTableGetsTheLowestProtocolThatFits(
            String properties, int reader, int writer, String readerFeatures, String writerFeatures) {
        assertThat(ProtocolChange.forNewTable(PLAIN, map(properties)))
                .isEqualTo(new Protocol(
                        reader,
                        writer,
                        reader == 3 ? set(readerFeatures) : Optional.empty(),
                        set(writerFeatures).filter(features -> writer == 7)));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, delta.minWriterVersion=4, 1, 4, ''",
        "1, 2, delta.minReaderVersion=2 delta.minWriterVersion=5, 2, 5, ''",
        "2, 5, delta.minReaderVersion=1 delta.minWriterVersion=2, 2, 5, ''",
        "1, 2, delta.minReaderVersion=3 delta.minWriterVersion=7, 1, 2, ''",
        "1, 2, delta.enableChangeDataFeed=true, 1, 7, appendOnly changeDataFeed invariants",
        "1, 4, delta.enableChangeDataFeed=true, 1, 4, ''",
        "2, 5, delta.enableRowTracking=true, 2, 7, appendOnly changeDataFeed checkConstraints columnMapping"
                + " domainMetadata generatedColumns invariants rowTracking",
        "1, 1, delta.appendOnly=true, 1, 7, appendOnly"
    })
    void anExistingTableKeepsWhatItHas(
            int reader, int writer, String properties, int newReader, int newWriter, String features) {
        Protocol current = Protocol.legacy(reader, writer);
        Protocol expected = new Protocol(
                newReader, newWriter, Optional.empty(), set(features).filter(listed -> newWriter == 7));
        assertThat(ProtocolChange.forExistingTable(current, PLAIN, map(properties)))
                .isEqualTo(expected);
    }

    @Test
    void aTableThatListsFeaturesGoesOnListingThem() {
        Protocol current = Protocol.features(Set.of("deletionVectors"), Set.of("deletionVectors", "appendOnly"));
        assertThat(ProtocolChange.forExistingTable(current, PLAIN, map("delta.enableDeletionVectors=true")))
                .isSameAs(current);
        assertThat(ProtocolChange.forExistingTable(current, PLAIN, map("delta.columnMapping.mode=name")))
                .isEqualTo(Protocol.features(
                        Set.of("columnMapping", "deletionVectors"),
                        Set.of("appendOnly", "columnMapping", "deletionVectors")));
    }

    @Test
    void aFeatureThatLocksOutReadersHasToBeAskedFor() {
        StructType schema = StructType.of(new StructField("t", PrimitiveType.TIMESTAMP_NTZ, true));
        assertThatThrownBy(() -> ProtocolChange.forExistingTable(Protocol.legacy(1, 2), schema, Map.of()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContainingAll("timestampNtz", "delta.feature.timestampNtz = supported");
        assertThat(ProtocolChange.forExistingTable(
                        Protocol.legacy(1, 2), schema, Map.of("delta.feature.timestampntz", "supported")))
                .isEqualTo(
                        Protocol.features(Set.of("timestampNtz"), Set.of("appendOnly", "invariants", "timestampNtz")));
    }

    @Test
    void previewFeaturesOfATableAreNotDoubled() {
        Protocol preview = Protocol.features(Set.of("typeWidening-preview"), Set.of("typeWidening-preview"));
        assertThat(ProtocolChange.forExistingTable(preview, PLAIN, map("delta.enableTypeWidening=true")))
                .isSameAs(preview);
    }

    @Test
    void whatColumnsAskForBringsFeatures() {
        StructType generated = StructType.of(new StructField(
                "id", PrimitiveType.LONG, false, FieldMetadata.empty().with("delta.generationExpression", "1")));
        assertThat(ProtocolFeatures.of(ProtocolChange.forNewTable(generated, Map.of())))
                .isEqualTo(Set.of("appendOnly", "generatedColumns", "invariants"));
    }

    @Test
    void featuresAndProtocolsAreEachOthersImages() {
        for (Protocol protocol :
                List.of(Protocol.legacy(1, 1), Protocol.legacy(1, 3), Protocol.legacy(1, 6), Protocol.legacy(2, 6))) {
            assertThat(ProtocolFeatures.lowestFor(ProtocolFeatures.of(protocol)))
                    .isEqualTo(protocol);
        }
    }

    @Test
    void propertiesOfTheProtocolAreNotWritten() {
        assertThat(ProtocolChange.withoutProtocolProperties(map("delta.minReaderVersion=1 delta.minWriterVersion=2"
                        + " delta.feature.appendonly=supported delta.ignoreProtocolDefaults=true a=b"
                        + " delta.appendOnly=true")))
                .isEqualTo(Map.of("a", "b", "delta.appendOnly", "true"));
    }

    private static Map<String, String> map(String properties) {
        Map<String, String> map = new HashMap<>();
        for (String property : properties.split(" (?=delta\\.|a=)", -1)) {
            if (!property.isEmpty()) {
                map.put(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
            }
        }
        return map;
    }

    private static Optional<SortedSet<String>> set(String names) {
        return Optional.of(names.isEmpty() ? new TreeSet<>() : new TreeSet<>(Set.of(names.split(" "))));
    }
}
