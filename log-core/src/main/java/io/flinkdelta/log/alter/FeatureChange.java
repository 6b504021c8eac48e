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
import io.flinkdelta.log.txn.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Protocol upgrades, and features dropped where that is safe. Pure. */
final class FeatureChange {
    /**
     * The features that leave nothing behind which an older version needs, with the properties that go with
     * them. All others owe a rewrite of files or a protected history (PROTOCOL.md, "Checkpoint Protection").
     */
    private static final Map<String, List<String>> DROPPABLE = Map.of(
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

    private FeatureChange() {}

    static TableChange upgrade(AlterTable.UpgradeProtocol request, TableDefinition table, Supplier<String> uuids) {
        Map<String, String> asked = new LinkedHashMap<>();
        request.minReaderVersion().ifPresent(version -> asked.put("delta.minReaderVersion", Integer.toString(version)));
        request.minWriterVersion().ifPresent(version -> asked.put("delta.minWriterVersion", Integer.toString(version)));
        request.features().forEach(feature -> asked.put("delta.feature." + feature, "supported"));
        TableDraft draft = TableDraft.of(table).with(TableProperties.requireValidRequest(asked));
        Protocol protocol = ProtocolChange.forExistingTable(table.protocol(), draft.schema(), draft.properties());
        return draft.finish(Operation.UPGRADE_PROTOCOL, Map.of("newProtocol", HistoryJson.protocol(protocol)), uuids);
    }

    static TableChange drop(AlterTable.DropFeature request, TableDefinition table) {
        Set<String> features = ProtocolFeatures.of(table.protocol());
        String feature = features.stream()
                .filter(request.feature()::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(
                        () -> refused(request.feature(), "The table does not have this feature", "Correct its name."));
        if (!DROPPABLE.containsKey(feature)) {
            throw refused(
                    feature,
                    "This feature cannot be dropped without rewriting files or protecting the table's history,"
                            + " which this version of flink-delta does not do",
                    "Let Spark drop it: ALTER TABLE ... DROP FEATURE " + feature + ".");
        }
        List<String> dependents = ProtocolFeatures.dependingOn(feature, features);
        if (!dependents.isEmpty()) {
            throw refused(feature, "Other features of the table need it: " + dependents, "Drop those first.");
        }
        boolean needed = ProtocolChange.isNeeded(
                feature, table.metadata().schema(), table.metadata().configuration());
        boolean hasDomains =
                feature.equals("domainMetadata") && !table.domains().isEmpty();
        if (needed || hasDomains) {
            throw refused(
                    feature,
                    "The table uses this feature" + (hasDomains ? " for " + domains(table) : ""),
                    "Take out the property, the constraint, the column or the domain that uses it first.");
        }
        Set<String> rest = new TreeSet<>(features);
        rest.remove(feature);
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("featureName", HistoryJson.text(feature));
        parameters.put("truncateHistory", HistoryJson.flag(false));
        Metadata metadata = table.metadata();
        Map<String, String> properties = new LinkedHashMap<>(metadata.configuration());
        properties.keySet().removeAll(DROPPABLE.get(feature));
        return new TableChange(
                Operation.DROP_FEATURE,
                parameters,
                Optional.of(ProtocolChange.withFeatures(rest)),
                Optional.of(metadata.withConfiguration(properties)).filter(changed -> !changed.equals(metadata)),
                List.of(),
                Optional.empty());
    }

    private static List<String> domains(TableDefinition table) {
        return table.domains().stream().map(DomainMetadata::domain).toList();
    }

    private static InvalidRequestException refused(String feature, String problem, String remedy) {
        return new InvalidRequestException(problem + ".", ErrorContext.none().with("feature", feature), remedy);
    }
}
