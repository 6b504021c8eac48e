/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.ColumnVector;
import io.flinkdelta.common.read.column.ObjectVector;
import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.StorageUnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PrimitiveIterator;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.MessageType;

/**
 * The rows of one data file, many at a time, as {@link DataFileReader} gives them one by one. Made by
 * {@link DataFileReaders}. One thread.
 */
public final class DataFileBatches implements AutoCloseable {
    private static final long NONE = Long.MAX_VALUE;

    private final OpenDataFile open;
    private final ParquetFileReader file;
    private final List<BlockMetaData> rowGroups;
    private final FileColumns columns;
    private final DeletionVector deleted;
    private final PrimitiveIterator.OfLong deletedPositions;
    private final int[] kept = new int[RowBatch.CAPACITY];

    /** Null when no column of the row group is read. */
    private FileColumns.RowGroup rowGroup;

    private int nextRowGroup;
    private long rowsLeft;
    /** Where in the file the next row stands. */
    private long position;
    /** The first deleted position that is not below {@code position}. */
    private long nextDeleted;

    private boolean ended;

    /** Reads {@code open}, which it closes. */
    DataFileBatches(OpenDataFile open) {
        this.open = open;
        this.file = open.parquet();
        this.rowGroups = file.getRowGroups();
        this.columns = FileColumns.of(open.plan(), file.getFileMetaData());
        this.deleted = open.deleted();
        this.deletedPositions = deleted.positions();
        this.nextDeleted = deletedPositions.hasNext() ? deletedPositions.nextLong() : NONE;
        file.setRequestedSchema((MessageType) open.plan().type());
    }

    /** A batch for rows of this file. */
    public RowBatch newBatch() {
        List<ColumnVector> vectors =
                new ArrayList<>(Collections.nCopies(open.plan().arity(), null));
        columns.vectors(vectors);
        open.constants().forEach((field, value) -> vectors.set(field, ObjectVector.constant(value, RowBatch.CAPACITY)));
        vectors.replaceAll(vector -> vector == null ? ObjectVector.constant(null, RowBatch.CAPACITY) : vector);
        return new RowBatch(vectors);
    }

    /**
     * Fills a batch of {@link #newBatch} with the next rows; false at the end.
     *
     * @throws CorruptLogException when the file is damaged
     * @throws StorageUnavailableException when the storage fails
     */
    public boolean read(RowBatch batch) {
        try {
            while (!ended) {
                if (rowsLeft == 0) {
                    openNextRowGroup();
                } else if (readInRowGroup(batch)) {
                    return true;
                }
            }
            batch.fillAll(position, 0);
            return false;
        } catch (IOException | RuntimeException e) {
            throw open.failure(e);
        }
    }

    /** False when all of the rows are deleted. */
    private boolean readInRowGroup(RowBatch batch) {
        int rows = (int) Math.min(RowBatch.CAPACITY, rowsLeft);
        boolean all = nextDeleted >= position + rows;
        int count = all ? rows : keep(rows);
        if (rowGroup != null && count > 0) {
            rowGroup.read(batch, rows);
        } else if (rowGroup != null) {
            rowGroup.skip(rows);
        }
        if (all) {
            batch.fillAll(position, rows);
        } else {
            batch.fillSelected(position, kept, count);
        }
        position += rows;
        rowsLeft -= rows;
        return count > 0;
    }

    /** Finds the rows that are not deleted among the next ones; their number. */
    private int keep(int rows) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            if (position + i == nextDeleted) {
                turnDeleted();
            } else {
                kept[count++] = i;
            }
        }
        return count;
    }

    private void turnDeleted() {
        nextDeleted = deletedPositions.hasNext() ? deletedPositions.nextLong() : NONE;
    }

    /** Row groups of which every row is deleted are passed over without being read. */
    private void openNextRowGroup() throws IOException {
        if (nextRowGroup == rowGroups.size()) {
            close();
            return;
        }
        long rows = rowGroups.get(nextRowGroup++).getRowCount();
        if (rows == deleted.cardinality(position, position + rows)) {
            file.skipNextRowGroup();
            position += rows;
            while (nextDeleted < position) {
                turnDeleted();
            }
            return;
        }
        if (columns.isEmpty()) {
            file.skipNextRowGroup();
        } else {
            PageReadStore pages = file.readNextRowGroup();
            rowGroup = columns.open(pages);
        }
        rowsLeft = rows;
    }

    @Override
    public void close() {
        ended = true;
        rowsLeft = 0;
        open.close();
    }
}
