/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.parquet;

/** interim */
public final class DataPath {
    private DataPath() {}

    public static String decode(String p) {
        return p;
    }

    static String encode(String path) {
        return path;
    }

    static String partitionFolder(String column, String value) {
        return column + "=" + (value == null ? "__HIVE_DEFAULT_PARTITION__" : value);
    }
}
