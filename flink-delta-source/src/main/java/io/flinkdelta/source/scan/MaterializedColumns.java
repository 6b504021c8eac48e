/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.snapshot.Snapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The hidden columns of data files from which metadata columns are read (PROTOCOL.md, "Row Tracking"). */
final class MaterializedColumns {
    private MaterializedColumns() {}

    /**
     * Their names in the files of a version, by metadata column, for those of {@code wanted} that have one.
     *
     * @throws InvalidRequestException when some are wanted of a version that does not track its rows
     */
    static Map<MetadataColumn, String> of(Iterable<MetadataColumn> wanted, Snapshot version, ErrorContext context) {
        Map<MetadataColumn, String> names = new LinkedHashMap<>();
        for (MetadataColumn column : wanted) {
            Optional<String> property = column.materializedColumnProperty();
            if (property.isPresent()) {
                String name = version.metadata().configuration().get(property.get());
                if (name == null || RowTracking.of(version.protocol(), version.metadata()) != RowTracking.ENABLED) {
                    throw untracked(column, version, context);
                }
                names.put(column, name);
            }
        }
        return names;
    }

    private static InvalidRequestException untracked(MetadataColumn column, Snapshot version, ErrorContext context) {
        return new InvalidRequestException(
                "The table does not track its rows in this version, so that they have no ids and no versions of their own.",
                context.with("column", column.columnName()).with("version", version.version()),
                "Leave the column out, or set " + RowTracking.ENABLE + " = true and read versions from then on.");
    }
}
