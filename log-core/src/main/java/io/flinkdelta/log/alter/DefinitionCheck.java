/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.ChangeDataFeed;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.protocol.SchemaCheck;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.log.stats.StatsColumns;
import java.util.List;
import java.util.Map;

/** Refuses a changed definition that no table may have. Pure. */
final class DefinitionCheck {
    static final String DEFAULT = "CURRENT_DEFAULT";
    private static final String DEFAULTS_FEATURE = "allowColumnDefaults";

    private DefinitionCheck() {}

    /**
     * Passes a definition that is a table's.
     *
     * @throws InvalidRequestException naming what stands in the way
     */
    static void require(
            StructType schema, List<String> partitionColumns, Map<String, String> properties, Protocol protocol) {
        SchemaCheck.requireValidNames(schema, ColumnIds.isOn(properties));
        StatsColumns.requireValid(schema, partitionColumns, properties);
        ChangeDataFeed.requireFreeNames(schema, properties);
        requireRowTracking(schema, properties);
        requireDefaultsFeature(schema, protocol);
        IcebergCompat.require(schema, properties);
    }

    /**
     * Passes a definition that a table may get after another.
     *
     * @throws InvalidRequestException naming what stands in the way
     */
    static void requireChange(Map<String, String> before, Map<String, String> after) {
        requireMappingChange(before, after);
        IcebergCompat.requireKept(before, after);
    }

    private static void requireMappingChange(Map<String, String> before, Map<String, String> after) {
        String from = ColumnIds.mode(before);
        String to = ColumnIds.mode(after);
        if (!from.equals(to) && !(from.equals("none") && to.equals("name"))) {
            throw new InvalidRequestException(
                    "The column mapping of a table cannot be changed from " + from + " to " + to + ".",
                    ErrorContext.none().with("property", ColumnIds.MODE).with("value", to),
                    from.equals("none")
                            ? "Turn it on with the mode name; the mode id is for new tables."
                            : "Leave it as it is, or let Spark rewrite the table without it.");
        }
    }

    private static void requireRowTracking(StructType schema, Map<String, String> properties) {
        if (RowTracking.isContradictory(properties)) {
            throw new InvalidRequestException(
                    "Row tracking cannot be on and suspended.",
                    ErrorContext.none().with("property", RowTracking.SUSPEND),
                    "Set one of " + RowTracking.ENABLE + " and " + RowTracking.SUSPEND + " to false.");
        }
        for (StructField field : schema.fields()) {
            for (String key : List.of(RowTracking.ROW_ID_COLUMN, RowTracking.COMMIT_VERSION_COLUMN)) {
                String internal = properties.get(key);
                if (field.name().equals(internal)
                        || ColumnIds.physicalName(field).equals(internal)) {
                    throw new InvalidRequestException(
                            "A column has the name of an internal column of row tracking.",
                            ErrorContext.none().with("column", field.name()),
                            "Give the column another name.");
                }
            }
        }
    }

    private static void requireDefaultsFeature(StructType schema, Protocol protocol) {
        if (ProtocolFeatures.has(protocol, DEFAULTS_FEATURE)) {
            return;
        }
        for (StructField field : SchemaEdit.allFields(schema)) {
            if (field.metadata().get(DEFAULT).isPresent()) {
                throw new InvalidRequestException(
                        "A column default needs the table feature " + DEFAULTS_FEATURE + ".",
                        ErrorContext.none().with("column", field.name()).with("feature", DEFAULTS_FEATURE),
                        "Set the property delta.feature." + DEFAULTS_FEATURE + " = supported first.");
            }
        }
    }
}
