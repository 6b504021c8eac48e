/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.schema.DataType;

/** interim */
final class PartitionValueFormat {
    private PartitionValueFormat() {}

    static String format(Object value, DataType type) {
        return type == null ? null : value.toString();
    }
}
