/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.checkpoint;

import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import java.io.IOException;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;

/**
 * Reads the column {@code add} of a Parquet file of a checkpoint leaf by leaf, without records being
 * assembled: what is not asked for of a row is stepped over.
 */
final class AddColumns extends AddRows {
    private final ParquetFileReader file;
    private final MessageType projection;
    private final PartitionValuesPool partitions = new PartitionValuesPool();
    private final ErrorContext where;
    private final int stripes;
    private int nextRowGroup;
    private AddColumnsRow row;
    private long rowsLeft;

    private AddColumns(ParquetFileReader file, MessageType projection, ErrorContext where, int stripe, int stripes) {
        this.file = file;
        this.projection = projection;
        this.where = where;
        this.stripes = stripes;
        this.nextRowGroup = stripe;
    }

    /**
     * Reads every {@code stripes}-th row group, beginning with number {@code stripe}. Null when statistics
     * are there as structs only, which have to be assembled into JSON.
     */
    static AddColumns open(InputFile input, ErrorContext where, int stripe, int stripes) {
        ParquetFileReader file = null;
        try {
            file = CheckpointReader.open(input, CheckpointContent.FILES);
            MessageType projection = CheckpointReader.addProjection(file);
            if (hasParsedStats(projection)) {
                file.close();
                return null;
            }
            file.setRequestedSchema(projection);
            return new AddColumns(file, projection, where, stripe, stripes);
        } catch (IOException | RuntimeException e) {
            CheckpointReader.closeAfter(e, file);
            throw CheckpointReader.failure(e, where);
        }
    }

    private static boolean hasParsedStats(MessageType projection) {
        return projection.getFieldCount() > 0
                && projection.getType(CheckpointSchema.ADD).asGroupType().containsField(CheckpointSchema.STATS_PARSED);
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
    public DeltaException failure(RuntimeException failure) {
        return CheckpointReader.failure(failure, where);
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw CheckpointReader.failure(e, where);
        }
    }
}
