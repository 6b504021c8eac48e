/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;

/** A column that no table has, with what the source knows of a row besides its values. */
public enum MetadataColumn {
    /** The version of the table that the row was read of, or whose change it is. */
    COMMIT_VERSION("_commit_version"),
    /** The time of that version. */
    COMMIT_TIMESTAMP("_commit_timestamp"),
    /** What happened to the row: {@code insert}, {@code update_preimage}, {@code update_postimage} or {@code delete}. */
    CHANGE_TYPE("_change_type"),
    /** Where the row lies: relative to the table, or absolute. */
    FILE_PATH("_file_path"),
    /** The row's position in the file, counted from 0, deleted rows included. */
    ROW_INDEX("_row_index");

    private final String columnName;

    MetadataColumn(String columnName) {
        this.columnName = columnName;
    }

    /** The column of this name. */
    public static Optional<MetadataColumn> named(String name) {
        return Arrays.stream(values())
                .filter(column -> column.columnName.equals(name))
                .findFirst();
    }

    /** All names, for errors. */
    public static String names() {
        return Arrays.stream(values()).map(MetadataColumn::columnName).collect(Collectors.joining(", "));
    }

    public String columnName() {
        return columnName;
    }

    public LogicalType type() {
        return switch (this) {
            case COMMIT_VERSION, ROW_INDEX -> new BigIntType(false);
            case COMMIT_TIMESTAMP -> new LocalZonedTimestampType(false, 3);
            case CHANGE_TYPE, FILE_PATH -> new VarCharType(false, VarCharType.MAX_LENGTH);
        };
    }
}
