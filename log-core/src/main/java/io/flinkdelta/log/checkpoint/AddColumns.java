/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import java.io.IOException;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/**
 * Reads the column {@code add} of a Parquet file of a checkpoint leaf by leaf, without records being
 * assembled: what is not asked for of a row is stepped over.
 */
final class AddColumns extends AddRows {
    private final ParquetFileReader file;
    private final MessageType projection;
    private final PartitionValuesPool partitions = new PartitionValuesPool();
    private final CheckpointSource source;
    private final ErrorContext where;
    private final int stripes;
    private int nextRowGroup;
    private AddColumnsRow row;
    private long rowsLeft;
    /** Null until they are asked for. */
    private CheckpointReader tombstones;

    private AddColumns(
            ParquetFileReader file, MessageType projection, CheckpointSource source, int stripe, int stripes) {
        this.file = file;
        this.projection = projection;
        this.source = source;
        this.where = source.where();
        this.stripes = stripes;
        this.nextRowGroup = stripe;
    }

    /**
     * Reads every {@code stripes}-th row group, beginning with number {@code stripe}.
     */
    static AddColumns open(CheckpointSource source, int stripe, int stripes) {
        ParquetFileReader file = null;
        try {
            file = CheckpointReader.openFile(source, CheckpointContent.FILES);
            MessageType projection = CheckpointReader.addProjection(file);
            file.setRequestedSchema(projection);
            return new AddColumns(file, projection, source, stripe, stripes);
        } catch (IOException | RuntimeException e) {
            CheckpointReader.closeAfter(e, file);
            throw CheckpointReader.failure(e, source.where());
        }
    }

    @Override
    public AddRow next() {
        try {
            while (true) {
                if (rowsLeft == 0 && !nextRowGroup()) {
                    return null;
                }
                rowsLeft--;
                if (row.advance()) {
                    return row;
                }
            }
        } catch (IOException | RuntimeException e) {
            throw CheckpointReader.failure(e, where);
        }
    }

    private boolean nextRowGroup() throws IOException {
        if (projection.getFieldCount() == 0) {
            return false;
        }
        while (nextRowGroup < file.getRowGroups().size()) {
            PageReadStore pages = file.readFilteredRowGroup(nextRowGroup);
            nextRowGroup += stripes;
            if (pages != null) {
                String createdBy = file.getFileMetaData().getCreatedBy();
                row = new AddColumnsRow(new LeafColumns(pages, projection, createdBy), partitions, where);
                rowsLeft = pages.getRowCount();
                return true;
            }
        }
        return false;
    }

    @Override
    public RemoveFile nextTombstone() {
        if (tombstones == null) {
            tombstones = CheckpointReader.open(source, CheckpointContent.TOMBSTONES);
        }
        return tombstones.hasNext() ? (RemoveFile) tombstones.next() : null;
    }

    @Override
    public DeltaException failure(RuntimeException failure) {
        return CheckpointReader.failure(failure, where);
    }

    @Override
    public void close() {
        if (tombstones != null) {
            tombstones.close();
        }
        try {
            file.close();
        } catch (IOException e) {
            throw CheckpointReader.failure(e, where);
        }
    }
}
