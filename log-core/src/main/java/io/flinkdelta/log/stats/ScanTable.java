/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.stats;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.protocol.ColumnMapping;
import io.flinkdelta.log.schema.StructType;
import java.util.List;

/**
 * The table that a filter is about.
 *
 * @param context for errors
 */
record ScanTable(StructType schema, List<String> partitionColumns, ColumnMapping mapping, ErrorContext context) {
    static ScanTable of(Metadata metadata, ErrorContext context) {
        return new ScanTable(
                metadata.schema(), metadata.partitionColumns(), ColumnMapping.of(metadata.configuration()), context);
    }
}
