/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ProtocolChange;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.protocol.TypeWidening;
import io.flinkdelta.log.txn.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Table features dropped where the table no longer uses them. Older versions may still use one that readers know:
 * then checkpoints shield the versions to come from them, and stay as long as they do (PROTOCOL.md, "Checkpoint
 * Protection"). Pure.
 */
final class FeatureDrop {
    /** Known to writers only, so that no older version needs them; with the properties that go with them. */
    private static final Map<String, List<String>> WRITERS_ONLY = Map.of(
            "checkConstraints",
            List.of(),
            "domainMetadata",
            List.of(),
            "inCommitTimestamp",
            List.of(
                    TableProperties.IN_COMMIT_TIMESTAMPS,
                    "delta.inCommitTimestampEnablementVersion",
                    "delta.inCommitTimestampEnablementTimestamp"),
            "materializePartitionColumns",
            List.of("delta.enableMaterializePartitionColumnsFeature"));

    /** Known to readers, too, and, when not in use, without traces in the files of the newest version. */
    private static final Set<String> SHIELDED =
            Set.of("vacuumProtocolCheck", "v2Checkpoint", "typeWidening", "typeWidening-preview");

    /** Dropped by Spark, which rewrites files, marks deletion vectors as removed or cuts off the history for it. */
    private static final Set<String> LEFT_TO_SPARK =
            Set.of("deletionVectors", "columnMapping", "rowTracking", "checkpointProtection");

    private static final String PROTECTION = "checkpointProtection";
    private static final String PROTECTED_BEFORE = "delta.requireCheckpointProtectionBeforeVersion";

    private FeatureDrop() {}

    static TableChange apply(AlterTable.DropFeature request, TableDefinition table) {
        Set<String> features = ProtocolFeatures.of(table.protocol());
        String feature = features.stream()
                .filter(request.feature()::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(
                        () -> refused(request.feature(), "The table does not have this feature", "Correct its name."));
        requireDroppable(feature);
        requireUnused(feature, features, table);
        boolean shielded = SHIELDED.contains(feature);
        Set<String> rest = new TreeSet<>(features);
        rest.remove(feature);
        Map<String, String> properties = new LinkedHashMap<>(table.metadata().configuration());
        properties.keySet().removeAll(WRITERS_ONLY.getOrDefault(feature, List.of()));
        if (shielded) {
            rest.add(PROTECTION);
            properties.put(PROTECTED_BEFORE, Long.toString(table.version() + 1));
        }
        TableChange change = change(feature, ProtocolChange.withFeatures(rest), properties, table.metadata());
        return shielded ? change.behindCheckpoints() : change;
    }

    private static TableChange change(
            String feature, Protocol protocol, Map<String, String> properties, Metadata metadata) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("featureName", HistoryJson.text(feature));
        parameters.put("truncateHistory", HistoryJson.flag(false));
        return new TableChange(
                Operation.DROP_FEATURE,
                parameters,
                Optional.of(protocol),
                Optional.of(metadata.withConfiguration(properties)).filter(changed -> !changed.equals(metadata)),
                List.of());
    }

    private static void requireDroppable(String feature) {
        if (LEFT_TO_SPARK.contains(feature)) {
            throw refused(
                    feature,
                    "Dropping this feature takes a rewrite of files or of the history, which this version of"
                            + " flink-delta does not do",
                    "Let Spark drop it: ALTER TABLE ... DROP FEATURE " + feature
                            + (feature.equals(PROTECTION) ? " TRUNCATE HISTORY." : "."));
        }
        if (!WRITERS_ONLY.containsKey(feature) && !SHIELDED.contains(feature)) {
            throw refused(
                    feature,
                    "This feature cannot be dropped from a table, by Spark neither",
                    "Leave it there, or write the rows to a new table without it.");
        }
    }

    private static void requireUnused(String feature, Set<String> features, TableDefinition table) {
        List<String> dependents = ProtocolFeatures.dependingOn(feature, features);
        if (!dependents.isEmpty()) {
            throw refused(feature, "Other features of the table need it: " + dependents, "Drop those first.");
        }
        boolean hasDomains =
                feature.equals("domainMetadata") && !table.domains().isEmpty();
        if (isNeeded(feature, table.metadata()) || hasDomains) {
            throw refused(
                    feature,
                    "The table uses this feature" + (hasDomains ? " for " + domains(table) : ""),
                    "Take out the property, the constraint, the column or the domain that uses it first.");
        }
        boolean widened = feature.startsWith(TypeWidening.FEATURE)
                && SchemaEdit.allFields(table.metadata().schema()).stream()
                        .anyMatch(field ->
                                field.metadata().get(TypeWidening.TYPE_CHANGES).isPresent());
        if (widened) {
            throw refused(
                    feature,
                    "The type of a column has become wider, so that files may hold the narrower one",
                    "Let Spark drop it: ALTER TABLE ... DROP FEATURE " + feature + " rewrites these files.");
        }
    }

    /** The same property asks for a feature and for its preview. */
    private static boolean isNeeded(String feature, Metadata metadata) {
        String released = feature.startsWith(TypeWidening.FEATURE) ? TypeWidening.FEATURE : feature;
        return ProtocolChange.isNeeded(released, metadata.schema(), metadata.configuration());
    }

    private static List<String> domains(TableDefinition table) {
        return table.domains().stream().map(DomainMetadata::domain).toList();
    }

    private static InvalidRequestException refused(String feature, String problem, String remedy) {
        return new InvalidRequestException(problem + ".", ErrorContext.none().with("feature", feature), remedy);
    }
}
