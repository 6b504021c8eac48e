/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.alter;

import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.protocol.ProtocolFeatures;
import io.flinkdelta.log.protocol.RowTracking;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The properties of row tracking (PROTOCOL.md, "Row Tracking"). Pure. */
final class RowTrackingProperties {
    private RowTrackingProperties() {}

    /** The properties with the names of the columns that keep row ids where rows are rewritten, if the table has such. */
    static Map<String, String> withColumnNames(
            Map<String, String> properties, Protocol protocol, Supplier<String> uuids) {
        Map<String, String> named = new LinkedHashMap<>(properties);
        if (ProtocolFeatures.has(protocol, RowTracking.FEATURE)) {
            named.computeIfAbsent(RowTracking.ROW_ID_COLUMN, key -> "_row-id-col-" + uuids.get());
            named.computeIfAbsent(RowTracking.COMMIT_VERSION_COLUMN, key -> "_row-commit-version-col-" + uuids.get());
        } else {
            named.remove(RowTracking.ROW_ID_COLUMN);
            named.remove(RowTracking.COMMIT_VERSION_COLUMN);
        }
        return named;
    }
}
