/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import static io.flinkdelta.log.protocol.FeatureRule.legacyWriter;
import static io.flinkdelta.log.protocol.FeatureRule.readerAndWriter;
import static io.flinkdelta.log.protocol.FeatureRule.writer;

import io.flinkdelta.log.protocol.TableFeature.Side;
import io.flinkdelta.log.schema.PrimitiveType;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All table features that PROTOCOL.md and delta-spark name, and what brings each of them into a table. */
final class FeatureRules {
    private static final Map<String, FeatureRule> BY_LOWER_CASE_NAME = byName(List.of(
            legacyWriter("appendOnly", 2).when((table, has) -> table.isOn("delta.appendOnly")),
            legacyWriter("invariants", 2).when((table, has) -> table.hasInvariants()),
            legacyWriter("checkConstraints", 3).when((table, has) -> table.hasPropertyPrefix("delta.constraints.")),
            legacyWriter("changeDataFeed", 4).when((table, has) -> table.feedsChanges()),
            legacyWriter("generatedColumns", 4)
                    .when((table, has) -> table.hasFieldMetadata("delta.generationExpression")),
            new FeatureRule(
                    "columnMapping", Side.READER_AND_WRITER, 2, 5, Set.of(), (table, has) -> table.mapsColumns(), true),
            legacyWriter("identityColumns", 6).when((table, has) -> table.hasFieldMetadata("delta.identity.start")),
            readerAndWriter("timestampNtz")
                    .when((table, has) -> table.uses(PrimitiveType.TIMESTAMP_NTZ))
                    .onlyWhenAskedFor(),
            readerAndWriter("deletionVectors").when((table, has) -> table.isOn("delta.enableDeletionVectors")),
            readerAndWriter("v2Checkpoint").when((table, has) -> table.is("delta.checkpointPolicy", "v2")),
            readerAndWriter("vacuumProtocolCheck"),
            readerAndWriter("typeWidening")
                    .when((table, has) ->
                            table.isOn("delta.enableTypeWidening") && !has.contains("typeWidening-preview")),
            readerAndWriter("typeWidening-preview"),
            readerAndWriter("variantType")
                    .when((table, has) -> table.hasVariants() && !has.contains("variantType-preview")),
            readerAndWriter("variantType-preview"),
            readerAndWriter("variantShredding", "variantType"),
            // delta-spark 4.4.0 still gives tables the preview, which every reader of shredded values knows.
            readerAndWriter("variantShredding-preview")
                    .when((table, has) ->
                            table.isOn("delta.enableVariantShredding") && !has.contains("variantShredding")),
            readerAndWriter("geospatial"),
            readerAndWriter("catalogManaged", "inCommitTimestamp", "vacuumProtocolCheck"),
            writer("domainMetadata"),
            writer("clustering", "domainMetadata"),
            writer("allowColumnDefaults"),
            writer("rowTracking", "domainMetadata").when((table, has) -> table.isOn("delta.enableRowTracking")),
            writer("inCommitTimestamp").when((table, has) -> table.isOn(TableProperties.IN_COMMIT_TIMESTAMPS)),
            writer("checkpointProtection"),
            writer("icebergCompatV1", "columnMapping").when((table, has) -> table.isOn("delta.enableIcebergCompatV1")),
            writer("icebergCompatV2", "columnMapping").when((table, has) -> table.isOn("delta.enableIcebergCompatV2")),
            writer("icebergCompatV3", "columnMapping", "rowTracking")
                    .when((table, has) -> table.isOn("delta.enableIcebergCompatV3")),
            writer("materializePartitionColumns")
                    .when((table, has) -> table.isOn("delta.enableMaterializePartitionColumnsFeature")),
            writer("coordinatedCommits-preview", "inCommitTimestamp", "vacuumProtocolCheck")));

    private FeatureRules() {}

    private static Map<String, FeatureRule> byName(List<FeatureRule> rules) {
        Map<String, FeatureRule> byName = new LinkedHashMap<>();
        rules.forEach(rule -> byName.put(rule.name().toLowerCase(Locale.ROOT), rule));
        return byName;
    }

    static Collection<FeatureRule> all() {
        return BY_LOWER_CASE_NAME.values();
    }

    /** The rule of the feature of this name, in whatever case. */
    static Optional<FeatureRule> find(String name) {
        return Optional.ofNullable(BY_LOWER_CASE_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /** These features and all that they require. */
    static Set<String> closure(Set<String> features) {
        Set<String> closed = new TreeSet<>(features);
        for (String feature : features) {
            find(feature).ifPresent(rule -> closed.addAll(closure(rule.requires())));
        }
        return closed;
    }

    /** The features that {@code table} needs beside {@code has}, with all that they require. */
    static Set<String> neededBy(TableUse table, Set<String> has) {
        Set<String> needed = new TreeSet<>();
        for (FeatureRule rule : all()) {
            if (rule.enabledBy().test(table, has)) {
                needed.add(rule.name());
            }
        }
        return closure(needed);
    }
}
