/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

/** interim */
final class DataPath {
    private DataPath() {}

    static String encode(String path) {
        return path;
    }

    static String partitionFolder(String column, String value) {
        return column + "=" + (value == null ? "__HIVE_DEFAULT_PARTITION__" : value);
    }
}
