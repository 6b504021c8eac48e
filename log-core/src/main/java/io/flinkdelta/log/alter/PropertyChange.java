/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import com.fasterxml.jackson.databind.JsonNode;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.protocol.TableProperties;
import io.flinkdelta.log.txn.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Properties set and removed. Pure. */
final class PropertyChange {
    /** Not a property in the table's configuration, but the table's comment. */
    static final String COMMENT = "comment";

    private static final Set<String> OF_CATALOGS = Set.of("location", "provider");
    /** What writers keep there and would lose: its value cannot be computed again. */
    private static final Set<String> KEPT_BY_WRITERS = Set.of(
            ColumnIds.MAX_ID,
            RowTracking.ROW_ID_COLUMN,
            RowTracking.COMMIT_VERSION_COLUMN,
            "delta.inCommitTimestampEnablementVersion",
            "delta.inCommitTimestampEnablementTimestamp",
            "delta.requireCheckpointProtectionBeforeVersion");

    private PropertyChange() {}

    static TableChange set(AlterTable.SetProperties request, TableDefinition table, Supplier<String> uuids) {
        Map<String, String> asked = TableProperties.requireValidRequest(request.properties());
        if (asked.isEmpty()) {
            throw new InvalidRequestException(
                    "No property is to be set.", ErrorContext.none(), "Name a property and its value.");
        }
        asked.keySet().forEach(PropertyChange::requireSettable);
        Map<String, String> configured = new LinkedHashMap<>(asked);
        Optional<String> comment = Optional.ofNullable(configured.remove(COMMENT));
        TableDraft draft = TableDraft.of(table).with(configured);
        if (comment.isPresent()) {
            draft = draft.description(comment);
        }
        requireRetentionsFit(asked, draft.properties());
        return draft.finish(Operation.SET_PROPERTIES, Map.of("properties", HistoryJson.map(asked)), uuids);
    }

    private static void requireSettable(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        if (lower.startsWith(ConstraintChange.PREFIX)) {
            throw refused(key, "A constraint is not set as a property.", "Add it as a constraint.");
        }
        requireSettableAtCreation(key);
    }

    /** Refuses what is asked for in another way. */
    static void requireSettableAtCreation(String key) {
        if (OF_CATALOGS.contains(key)) {
            throw refused(key, "A table keeps its " + key + ".", "Leave the property out.");
        }
        if (key.toLowerCase(Locale.ROOT).equals("delta.feature." + Clustering.FEATURE)) {
            throw refused(key, "A table is not clustered by a property.", "Name its clustering columns.");
        }
    }

    /** Only what is asked for is checked, so that an older misfit does not stand in the way of something else. */
    private static void requireRetentionsFit(Map<String, String> asked, Map<String, String> all) {
        if (asked.containsKey(TableProperties.LOG_RETENTION)
                || asked.containsKey(TableProperties.DELETED_FILE_RETENTION)) {
            Map<String, String> retentions = new LinkedHashMap<>();
            for (String key : List.of(TableProperties.LOG_RETENTION, TableProperties.DELETED_FILE_RETENTION)) {
                Optional.ofNullable(all.get(key)).ifPresent(value -> retentions.put(key, value));
            }
            TableProperties.requireValidRequest(retentions);
        }
    }

    static TableChange unset(AlterTable.UnsetProperties request, TableDefinition table, Supplier<String> uuids) {
        List<String> keys =
                request.keys().stream().map(TableProperties::canonicalKey).toList();
        if (keys.isEmpty()) {
            throw new InvalidRequestException("No property is to be removed.", ErrorContext.none(), "Name a property.");
        }
        Map<String, String> rest = new LinkedHashMap<>(table.metadata().configuration());
        for (String key : keys) {
            requireRemovable(key);
            if (rest.remove(key) == null && !request.ifExists() && !key.equals(COMMENT)) {
                throw refused(
                        key,
                        "The table has no such property.",
                        "Correct its name, or pass over what is missing: --if-exists of the command, ifExists in Java.");
            }
        }
        TableDraft draft = TableDraft.of(table).properties(rest);
        if (keys.contains(COMMENT)) {
            draft = draft.description(Optional.empty());
        }
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        parameters.put("properties", HistoryJson.list(keys));
        parameters.put("ifExists", HistoryJson.flag(request.ifExists()));
        return draft.finish(Operation.UNSET_PROPERTIES, parameters, uuids);
    }

    private static void requireRemovable(String key) {
        if (key.toLowerCase(Locale.ROOT).startsWith(ConstraintChange.PREFIX)) {
            throw refused(key, "A constraint is not removed as a property.", "Drop the constraint.");
        }
        if (KEPT_BY_WRITERS.contains(key)) {
            throw refused(key, "A table property is kept by writers and cannot be removed.", "Leave it.");
        }
    }

    private static InvalidRequestException refused(String key, String problem, String remedy) {
        return new InvalidRequestException(problem, ErrorContext.none().with("property", key), remedy);
    }
}
