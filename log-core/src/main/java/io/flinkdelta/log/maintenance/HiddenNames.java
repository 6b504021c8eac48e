/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.maintenance;

import io.flinkdelta.log.action.Metadata;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Which files and folders of a table a vacuum passes over, by their names: the same that Spark's does. */
record HiddenNames(List<String> partitionColumns, boolean icebergMetadata) {
    private static final String ICEBERG_FOLDER = "metadata";

    static HiddenNames of(Metadata metadata) {
        String formats = metadata.configuration().getOrDefault("delta.universalFormat.enabledFormats", "");
        boolean iceberg = Arrays.stream(formats.toLowerCase(Locale.ROOT).split(",", -1))
                .anyMatch(format -> format.strip().equals("iceberg"));
        return new HiddenNames(metadata.partitionColumns(), iceberg);
    }

    boolean hide(String name) {
        if (icebergMetadata && name.equals(ICEBERG_FOLDER)) {
            return true;
        }
        return (name.startsWith(".") || name.startsWith("_"))
                && !name.startsWith("_change_data")
                && !name.startsWith("_delta_index")
                && partitionColumns.stream().noneMatch(column -> name.startsWith(column + "="));
    }
}
