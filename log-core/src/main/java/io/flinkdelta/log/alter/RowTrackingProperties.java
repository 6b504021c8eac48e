/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The properties of row tracking (PROTOCOL.md, "Row Tracking"). Pure. */
final class RowTrackingProperties {
    static final String PROPERTY = "delta.enableRowTracking";
    static final String SUSPENDED = "delta.rowTrackingSuspended";
    static final String FEATURE = "rowTracking";
    static final String ROW_ID_COLUMN = "delta.rowTracking.materializedRowIdColumnName";
    static final String COMMIT_VERSION_COLUMN = "delta.rowTracking.materializedRowCommitVersionColumnName";

    private RowTrackingProperties() {}

    /** The properties with the names of the columns that keep row ids where rows are rewritten, if the table has such. */
    static Map<String, String> withColumnNames(
            Map<String, String> properties, Protocol protocol, Supplier<String> uuids) {
        Map<String, String> named = new LinkedHashMap<>(properties);
        if (ProtocolFeatures.has(protocol, FEATURE)) {
            named.computeIfAbsent(ROW_ID_COLUMN, key -> "_row-id-col-" + uuids.get());
            named.computeIfAbsent(COMMIT_VERSION_COLUMN, key -> "_row-commit-version-col-" + uuids.get());
        } else {
            named.remove(ROW_ID_COLUMN);
            named.remove(COMMIT_VERSION_COLUMN);
        }
        return named;
    }

    static boolean isOn(Map<String, String> properties) {
        return Boolean.parseBoolean(properties.get(PROPERTY));
    }
}
