/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.common.read.column.ColumnVector;
import io.flinkdelta.common.read.column.ObjectVector;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.StorageUnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;
import org.apache.parquet.schema.MessageType;

/**
 * The wanted rows of one data file, many at a time, as {@link DataFileReader} gives them one by one. Made by
 * {@link DataFileReaders}. One thread.
 */
public final class DataFileBatches implements AutoCloseable {
    private static final long NONE = Long.MAX_VALUE;

    private final OpenDataFile open;
    private final ParquetFileReader file;
    private final List<BlockMetaData> rowGroups;
    private final FileColumns columns;
    private final FileRows rows;
    private final Optional<RowSkipping> skipping;
    private final PrimitiveIterator.OfLong listedPositions;
    private final int[] kept = new int[RowBatch.CAPACITY];

    /** Null when no column of the row group is read. */
    private FileColumns.RowGroup rowGroup;

    private int nextRowGroup;
    /** Where in the file the row group begins, and of its rows those that are left to read after {@code rowsLeft}. */
    private long rowGroupStart;

    private long rowGroupEnd;

    private Iterator<RowRanges.Range> rangesLeft = Collections.emptyIterator();
    private long rowsLeft;
    /** Where in the file the next row stands. */
    private long position;
    /** The first listed position that is not below {@code position}. */
    private long nextListed;

    private boolean ended;

    /** Reads {@code open}, which it closes. */
    DataFileBatches(OpenDataFile open, Optional<RowSkipping> skipping) {
        this.open = open;
        this.skipping = skipping;
        this.file = open.parquet();
        this.rowGroups = file.getRowGroups();
        this.columns = FileColumns.of(open.plan(), file.getFileMetaData());
        this.rows = open.rows();
        this.listedPositions = rows.listed().positions();
        this.nextListed = listedPositions.hasNext() ? listedPositions.nextLong() : NONE;
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
                if (rowsLeft == 0 && rangesLeft.hasNext()) {
                    openNextRange();
                } else if (rowsLeft == 0) {
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

    /** False when none of the rows is wanted. */
    private boolean readInRowGroup(RowBatch batch) {
        int count = (int) Math.min(RowBatch.CAPACITY, rowsLeft);
        boolean all = !rows.only() && nextListed >= position + count;
        int wanted = all ? count : keep(count);
        if (rowGroup != null && wanted > 0) {
            rowGroup.read(batch, count);
        } else if (rowGroup != null) {
            rowGroup.skip(count);
        }
        if (all) {
            batch.fillAll(position, count);
        } else {
            batch.fillSelected(position, kept, wanted);
        }
        position += count;
        rowsLeft -= count;
        return wanted > 0;
    }

    /** Finds the rows that are wanted among the next ones; their number. */
    private int keep(int count) {
        int wanted = 0;
        for (int i = 0; i < count; i++) {
            boolean listed = position + i == nextListed;
            if (listed) {
                turnListed();
            }
            if (listed == rows.only()) {
                kept[wanted++] = i;
            }
        }
        return wanted;
    }

    private void turnListed() {
        nextListed = listedPositions.hasNext() ? listedPositions.nextLong() : NONE;
    }

    /** Row groups of which no row is wanted are passed over without being read. */
    private void openNextRowGroup() throws IOException {
        if (nextRowGroup == rowGroups.size()) {
            close();
            return;
        }
        rowGroupStart = rowGroupEnd;
        BlockMetaData next = rowGroups.get(nextRowGroup);
        rowGroupEnd += next.getRowCount();
        if (isInRange(next) && rows.count(rowGroupStart, rowGroupEnd) > 0) {
            RowRanges ranges = ranges(next);
            if (ranges.rowCount() > 0 && !columns.isEmpty()) {
                rowGroup = columns.open(pages(nextRowGroup, ranges), next, open.codecs());
            }
            rangesLeft = ranges.getRanges().iterator();
            passTo(rowGroupStart);
        }
        nextRowGroup++;
    }

    private RowRanges ranges(BlockMetaData group) throws IOException {
        return skipping.isPresent() && columns.hasPages(group)
                ? skipping.get().rows(group, file)
                : RowRanges.createSingle(group.getRowCount());
    }

    private PageReadStore pages(int number, RowRanges ranges) throws IOException {
        return ranges.rowCount() == rowGroups.get(number).getRowCount()
                ? file.readRowGroup(number)
                : file.readFilteredRowGroup(number, ranges);
    }

    private void openNextRange() {
        RowRanges.Range range = rangesLeft.next();
        long start = rowGroupStart + range.from;
        if (rowGroup != null) {
            rowGroup.jump(start - position);
        }
        passTo(start);
        rowsLeft = range.to + 1 - range.from;
        passRowsBefore(Math.min(rows.firstPosition(), start + rowsLeft));
    }

    private boolean isInRange(BlockMetaData group) {
        long middle = group.getStartingPos() + group.getCompressedSize() / 2;
        return rows.start() <= middle && middle < rows.end();
    }

    private void passRowsBefore(long first) {
        long before = first - position;
        if (before <= 0) {
            return;
        }
        if (rowGroup != null) {
            rowGroup.skip(before);
        }
        rowsLeft -= before;
        passTo(first);
    }

    private void passTo(long newPosition) {
        position = newPosition;
        while (nextListed < position) {
            turnListed();
        }
    }

    @Override
    public void close() {
        ended = true;
        rowsLeft = 0;
        rangesLeft = Collections.emptyIterator();
        open.close();
    }
}
