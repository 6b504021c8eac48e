/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.source.read;

import io.flinkdelta.common.parquet.ChangeType;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.source.scan.EventTime;
import io.flinkdelta.source.scan.MetadataColumn;
import io.flinkdelta.source.scan.TableScan;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.types.RowKind;

/** Makes the rows that the source gives of those that were read. Made for the thread that emits. */
final class RecordMaker {
    private final TableScan scan;
    private final RowShape shape;
    private final RowShape recordedShape;
    private final int changeTypeColumn;
    private final TrackedRows trackedRows;
    private final List<MetadataColumn> metadataColumns;
    private final GenericRowData metadata;
    private final Optional<EventTime> eventTime;
    private final JoinedRowData joined = new JoinedRowData();
    /** Whose path {@link #path} is. */
    private SplitBatch lastBatch;

    private StringData path;

    RecordMaker(TableScan scan) {
        this.scan = scan;
        this.shape = RowShape.of(ScanFiles.columns(scan), scan.produced());
        this.recordedShape = RowShape.of(ScanFiles.changeColumns(scan), scan.produced());
        this.changeTypeColumn = scan.read().fields().size();
        this.trackedRows = new TrackedRows(scan);
        this.metadataColumns = scan.metadataColumns();
        this.eventTime = scan.eventTime();
        this.metadata = new GenericRowData(metadataColumns.size());
    }

    /** A row of a batch, of use until the next one is made. */
    RowData make(SplitBatch batch, int place) {
        RowData read = batch.rows().row(place);
        boolean recorded = batch.kind() == null;
        RowKind kind = recorded ? kindOf(batch, read.getString(changeTypeColumn)) : batch.kind();
        RowData row = (recorded ? recordedShape : shape).of(read);
        if (metadataColumns.isEmpty()) {
            row.setRowKind(kind);
            return row;
        }
        if (batch != lastBatch) {
            lastBatch = batch;
            path = StringData.fromString(batch.path());
        }
        for (int i = 0; i < metadataColumns.size(); i++) {
            metadata.setField(i, value(metadataColumns.get(i), batch, kind, place, read));
        }
        joined.replace(row, metadata);
        joined.setRowKind(kind);
        return joined;
    }

    /** The time of a row of a batch: that of its watermark column, or else of its commit. */
    long timestamp(SplitBatch batch, int place) {
        return eventTime.isEmpty()
                ? batch.split().timestampMillis()
                : eventTime.get().of(batch.rows().row(place)).orElse(TimestampAssigner.NO_TIMESTAMP);
    }

    private Object value(MetadataColumn column, SplitBatch batch, RowKind kind, int place, RowData read) {
        return switch (column) {
            case COMMIT_VERSION -> batch.split().version();
            case COMMIT_TIMESTAMP -> TimestampData.fromEpochMillis(batch.split().timestampMillis());
            case CHANGE_TYPE -> StringData.fromString(changeType(kind).value());
            case FILE_PATH -> path;
            case ROW_INDEX -> batch.rows().position(place);
            case ROW_ID, ROW_COMMIT_VERSION -> trackedRows.value(column, batch, place, read);
        };
    }

    private static ChangeType changeType(RowKind kind) {
        return switch (kind) {
            case INSERT -> ChangeType.INSERT;
            case UPDATE_BEFORE -> ChangeType.UPDATE_PREIMAGE;
            case UPDATE_AFTER -> ChangeType.UPDATE_POSTIMAGE;
            case DELETE -> ChangeType.DELETE;
        };
    }

    private RowKind kindOf(SplitBatch batch, StringData changeType) {
        String text = String.valueOf(changeType);
        return switch (text) {
            case "insert" -> RowKind.INSERT;
            case "update_preimage" -> RowKind.UPDATE_BEFORE;
            case "update_postimage" -> RowKind.UPDATE_AFTER;
            case "delete" -> RowKind.DELETE;
            default ->
                throw new CorruptLogException(
                        "A change data file has a change of an unknown type.",
                        scan.context()
                                .with("version", batch.split().version())
                                .with("file", batch.path())
                                .with("_change_type", text),
                        "Read the table from a later version on.");
        };
    }
}
