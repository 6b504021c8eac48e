/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.common.read;

import io.flinkdelta.log.dv.DeletionVector;
import io.flinkdelta.log.error.CorruptLogException;
import io.flinkdelta.log.error.DeltaException;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.StorageUnavailableException;
import io.flinkdelta.log.store.DataStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.function.BiFunction;
import org.apache.flink.table.data.RowData;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/**
 * The rows of one data file, row by row, whoever wrote it and in whatever Parquet layout, without those
 * that a deletion vector hides. Every row is an object of its own. Columns that the file lacks are
 * null; partition columns come from the log, even if the file has columns of their names. Made by
 * {@link DataFileReaders}.
 */
public final class DataFileReader implements CloseableIterator<RowData> {
    private static final long NONE = Long.MAX_VALUE;

    private final ErrorContext context;
    private final ParquetFileReader file;
    private final RowMaterializer materializer;
    private final MessageColumnIO columns;
    private final List<BlockMetaData> rowGroups;
    private final DeletionVector deleted;
    private final PrimitiveIterator.OfLong deletedPositions;

    private RecordReader<RowData> rowGroup;
    private int nextRowGroup;
    private long rowsLeft;
    /** Where in the file the next row stands that {@code rowGroup} gives. */
    private long position;
    /** The first deleted position that is not below {@code position}. */
    private long nextDeleted;

    private boolean ended;

    private DataFileReader(
            ErrorContext context, ParquetFileReader file, RowMaterializer materializer, DeletionVector deleted) {
        this.context = context;
        this.file = file;
        this.materializer = materializer;
        this.rowGroups = file.getRowGroups();
        this.deleted = deleted;
        this.deletedPositions = deleted.positions();
        this.nextDeleted = deletedPositions.hasNext() ? deletedPositions.nextLong() : NONE;
        MessageType requested = materializer.requestedSchema();
        MessageType fileSchema = file.getFileMetaData().getSchema();
        file.setRequestedSchema(requested);
        this.columns =
                new ColumnIOFactory(file.getFileMetaData().getCreatedBy()).getColumnIO(requested, fileSchema, true);
    }

    /**
     * Opens the file.
     *
     * @param path decoded, relative to the table or absolute
     * @param planner finds the table's columns, given the file's schema and where it is
     * @param constants the values of the partition columns
     * @param deleted the rows to leave out
     * @throws CorruptLogException when the file is missing, no Parquet, does not have the table's types, or has
     *     fewer rows than {@code deleted} says
     * @throws StorageUnavailableException when the storage fails
     */
    static DataFileReader open(
            DataStore store,
            String path,
            BiFunction<MessageType, ErrorContext, ReadNode.Struct> planner,
            PartitionConstants constants,
            DeletionVector deleted) {
        ErrorContext context = ErrorContext.table(store.location()).with("file", path);
        ParquetFileReader file = null;
        try {
            file = ParquetFileReader.open(
                    store.open(path),
                    HadoopReadOptions.builder(new org.apache.hadoop.conf.Configuration(false))
                            .build());
            requireWithin(deleted, file.getRecordCount(), context);
            ReadNode.Struct plan = planner.apply(file.getFileMetaData().getSchema(), context);
            DataFileReader reader = new DataFileReader(context, file, new RowMaterializer(plan, constants), deleted);
            file = null;
            return reader;
        } catch (FileNotFoundException e) {
            throw missing(context, e);
        } catch (IOException e) {
            throw unavailable(context, e);
        } catch (DeltaException e) {
            throw e;
        } catch (RuntimeException e) {
            throw corrupt(context, e);
        } finally {
            closeQuietly(file);
        }
    }

    private static void requireWithin(DeletionVector deleted, long rows, ErrorContext context) {
        if (!deleted.isEmpty() && deleted.last() >= rows) {
            throw new CorruptLogException(
                    "A deletion vector hides a row that its data file does not have.",
                    context.with("position", deleted.last()).with("rows", rows),
                    "Restore the table to an earlier version, or the data file that the deletion vector was made for.");
        }
    }

    @Override
    public boolean hasNext() {
        try {
            while (!ended) {
                if (rowsLeft == 0) {
                    openNextRowGroup();
                } else if (position == nextDeleted) {
                    read();
                } else {
                    return true;
                }
            }
            return false;
        } catch (FileNotFoundException e) {
            throw missing(context, e);
        } catch (IOException e) {
            throw unavailable(context, e);
        } catch (RuntimeException e) {
            throw corrupt(context, e);
        }
    }

    @Override
    public RowData next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        try {
            return read();
        } catch (RuntimeException e) {
            throw corrupt(context, e);
        }
    }

    /** The next row of the row group, deleted or not. */
    private RowData read() {
        if (position == nextDeleted) {
            nextDeleted = deletedPositions.hasNext() ? deletedPositions.nextLong() : NONE;
        }
        position++;
        rowsLeft--;
        return rowGroup.read();
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
                nextDeleted = deletedPositions.hasNext() ? deletedPositions.nextLong() : NONE;
            }
            return;
        }
        PageReadStore pages = file.readNextRowGroup();
        rowsLeft = rows;
        rowGroup = columns.getRecordReader(pages, materializer, FilterCompat.NOOP);
    }

    @Override
    public void close() {
        ended = true;
        rowsLeft = 0;
        closeQuietly(file);
    }

    /** A file that was only read loses nothing by a failed close. */
    @SuppressWarnings("EmptyCatch")
    private static void closeQuietly(ParquetFileReader file) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // Nothing is lost.
            }
        }
    }

    private static CorruptLogException missing(ErrorContext context, FileNotFoundException cause) {
        return new CorruptLogException(
                "A data file that the log names is missing.",
                context,
                "If VACUUM removed it, read a newer version; else restore the file, or remove it from the table"
                        + " (such as by deleting its partition).",
                cause);
    }

    private static StorageUnavailableException unavailable(ErrorContext context, IOException cause) {
        return new StorageUnavailableException(
                "A data file cannot be read.",
                context,
                "Check the storage (permissions, connection) and try again.",
                cause);
    }

    private static CorruptLogException corrupt(ErrorContext context, RuntimeException cause) {
        return new CorruptLogException(
                "A data file cannot be decoded: " + cause.getMessage(),
                context,
                "Restore the file or remove it from the table.",
                cause);
    }
}
