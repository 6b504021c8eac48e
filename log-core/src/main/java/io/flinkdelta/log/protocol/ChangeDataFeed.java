/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.protocol;

import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.schema.StructField;
import io.flinkdelta.log.schema.StructType;
import java.util.Map;
import java.util.Set;

/** Whether commits to a table have to tell its changes row by row (PROTOCOL.md, "Writer Requirements for AddCDCFile"). */
public final class ChangeDataFeed {
    private static final String FEATURE = "changeDataFeed";

    /** What the feed adds to the rows of the table. */
    private static final Set<String> COLUMNS = Set.of("_change_type", "_commit_version", "_commit_timestamp");

    private ChangeDataFeed() {}

    /**
     * Passes a schema that has none of the feed's own columns, or a table without a feed.
     *
     * @throws InvalidRequestException naming the column
     */
    public static void requireFreeNames(StructType schema, Map<String, String> properties) {
        if (!TableProperties.isOn(properties, TableProperties.CHANGE_DATA_FEED)) {
            return;
        }
        for (StructField field : schema.fields()) {
            if (COLUMNS.contains(field.name())) {
                throw new InvalidRequestException(
                        "A table with a change data feed cannot have a column of this name, which the feed adds.",
                        ErrorContext.none()
                                .with("property", TableProperties.CHANGE_DATA_FEED)
                                .with("column", field.name()),
                        "Rename the column, or leave the feed off.");
            }
        }
    }

    /** Of a table. */
    public static boolean isOn(Protocol protocol, Metadata metadata) {
        boolean binding = TableFeature.known(FEATURE)
                .filter(feature -> feature.bindsWriters(protocol))
                .isPresent();
        return binding && TableProperties.isOn(metadata.configuration(), TableProperties.CHANGE_DATA_FEED);
    }
}
