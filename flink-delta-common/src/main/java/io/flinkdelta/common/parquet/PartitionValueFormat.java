/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

import io.flinkdelta.log.schema.DataType;

/** interim */
public final class PartitionValueFormat {
    private PartitionValueFormat() {}

    static String format(Object value, DataType type) {
        return type == null ? null : value.toString();
    }

    public static Object parse(String value, DataType type) {
        return type == null ? null : value;
    }
}
