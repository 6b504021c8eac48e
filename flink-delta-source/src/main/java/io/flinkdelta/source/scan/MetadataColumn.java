/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.scan;

import io.flinkdelta.common.type.DeltaTypes;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.schema.StructType;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
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
    ROW_INDEX("_row_index"),
    /** What stays the same for a row in all versions of a table that tracks its rows; null where nothing tells it. */
    ROW_ID("_row_id"),
    /** The version that inserted or updated the row last, of a table that tracks its rows; null where nothing tells it. */
    ROW_COMMIT_VERSION("_row_commit_version");

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

    /** All of them, as columns of a table. */
    static StructType schema() {
        return DeltaTypes.toDelta(new RowType(Arrays.stream(values())
                .map(column -> new RowType.RowField(column.columnName, column.type()))
                .toList()));
    }

    public String columnName() {
        return columnName;
    }

    public LogicalType type() {
        return switch (this) {
            case COMMIT_VERSION, ROW_INDEX -> new BigIntType(false);
            case ROW_ID, ROW_COMMIT_VERSION -> new BigIntType(true);
            case COMMIT_TIMESTAMP -> new LocalZonedTimestampType(false, 3);
            case CHANGE_TYPE, FILE_PATH -> new VarCharType(false, VarCharType.MAX_LENGTH);
        };
    }

    /** The table property that names a column of data files, if there is one in which some rows have the value. */
    Optional<String> materializedColumnProperty() {
        return switch (this) {
            case ROW_ID -> Optional.of(RowTracking.ROW_ID_COLUMN);
            case ROW_COMMIT_VERSION -> Optional.of(RowTracking.COMMIT_VERSION_COLUMN);
            default -> Optional.empty();
        };
    }
}
