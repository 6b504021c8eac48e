/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.schema.StructType;
import io.flinkdelta.source.scan.MetadataColumn;
import io.flinkdelta.source.scan.TableScan;
import io.flinkdelta.source.split.SplitFile;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * Tells the ids of rows and the versions that inserted or updated them (PROTOCOL.md, "Reader Requirements for Row
 * Tracking"): what the row says itself in a hidden column of its file, else what follows from its place. One thread.
 */
final class TrackedRows {
    private final TableScan scan;
    /** Where in rows that are read the hidden columns are. */
    private final Map<MetadataColumn, Integer> places = new EnumMap<>(MetadataColumn.class);

    TrackedRows(TableScan scan) {
        this.scan = scan;
        StructType read = ScanFiles.columns(scan);
        scan.materializedColumns().forEach((column, name) -> places.put(column, read.indexOf(name)));
    }

    /**
     * The value of a row.
     *
     * @param read the row, with the hidden columns
     * @return null where the log does not tell it: of rows of change data files, and of deleted rows whose file was
     *     removed without it
     */
    Long value(MetadataColumn column, SplitBatch batch, int place, RowData read) {
        if (batch.kind() == null) {
            return null;
        }
        int materialized = places.get(column);
        if (!read.isNullAt(materialized)) {
            return read.getLong(materialized);
        }
        SplitFile file = batch.file();
        if (column == MetadataColumn.ROW_COMMIT_VERSION) {
            return valueOf(file.rowCommitVersion(), 0, column, batch);
        }
        return valueOf(file.baseRowId(), batch.rows().position(place), column, batch);
    }

    private Long valueOf(OptionalLong ofFile, long more, MetadataColumn column, SplitBatch batch) {
        if (ofFile.isPresent()) {
            return ofFile.getAsLong() + more;
        }
        if (batch.kind() == RowKind.DELETE || batch.kind() == RowKind.UPDATE_BEFORE) {
            return null;
        }
        throw new CorruptLogException(
                "A table that tracks its rows has a file without their ids.",
                scan.context()
                        .with("version", batch.split().version())
                        .with("file", batch.path())
                        .with("column", column.columnName()),
                "Leave the column out, or have the file written anew.");
    }
}
