/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.benchmarks.append;

import io.flinkdelta.benchmarks.harness.FlinkParquet;
import java.time.Duration;
import java.util.Optional;

/**
 * What both sides share.
 *
 * @param partitionColumn a column of texts without special characters
 * @param codec the name of a Parquet compression codec, lower case
 */
record AppendSettings(int parallelism, Duration checkpointInterval, String codec, Optional<String> partitionColumn) {
    String describe() {
        return "parallelism " + parallelism + ", checkpoint every " + checkpointInterval.toMillis() + " ms, " + codec
                + ", row group " + FlinkParquet.ROW_GROUP_BYTES + ", page " + FlinkParquet.PAGE_BYTES
                + ", dictionary page "
                + FlinkParquet.DICTIONARY_PAGE_BYTES + " bytes"
                + partitionColumn.map(column -> ", partitioned by " + column).orElse("");
    }
}
